/** Calls, groups and channels of the account are published as they happen, by the names its messages have. */
import { afterEach, expect, test } from 'bun:test';
import { ANA, BOB, endAll, ME, opened } from './opened-stage.ts';

afterEach(endAll);

const TIME = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);

test('a call is offered, measured and ended, in the chat of who called by either address', async () => {
  const { phone, ana, recorded, host } = await opened();
  for (const addressing of ['pn', 'lid'] as const) {
    const call = ana.calls(phone, { addressing, video: addressing === 'lid' });
    const data = { From: ANA, CallCreator: ANA, CallID: call.id, Timestamp: TIME };
    call.relayLatency(40);
    call.ends('busy');
    const end = await recorded('CallTerminate', (event) => event.data.CallID === call.id);
    expect(host.events.slice(-3)).toEqual([
      {
        type: 'CallOffer',
        data: { ...data, RemotePlatform: 'android', RemoteVersion: '2.24.1.1' },
      },
      { type: 'CallRelayLatency', data },
      end,
    ]);
    expect(end).toEqual({ type: 'CallTerminate', data: { ...data, Reason: 'busy' } });
  }
});

test('the end of a call says why', async () => {
  const { phone, ana, recorded } = await opened();
  const reasonOf = async (end: (call: ReturnType<typeof ana.calls>) => void) => {
    const call = ana.calls(phone);
    end(call);
    return (await recorded('CallTerminate', ({ data }) => data.CallID === call.id)).data.Reason;
  };
  expect(await reasonOf((call) => call.timesOut())).toBe('timeout');
  expect(await reasonOf((call) => call.isRejectedElsewhere())).toBe('rejected_elsewhere');
  expect(await reasonOf((call) => call.isAcceptedElsewhere())).toBe('accepted_elsewhere');
  expect(await reasonOf((call) => call.ends())).toBe('');
});

test('a group the account is in from the start, or comes to later, is published whole', async () => {
  const { phone, ana, bob, recorded, all } = await opened();
  const member = (JID: string) => ({ JID, IsAdmin: false, IsSuperAdmin: false });
  const owner = { JID: ANA, IsAdmin: true, IsSuperAdmin: true };
  const made = ana.creates({ subject: 'Crew', members: [phone, bob] });
  expect(await recorded('JoinedGroup', ({ data }) => data.JID === made.jid)).toEqual({
    type: 'JoinedGroup',
    data: {
      Reason: '',
      Type: 'new',
      JID: made.jid,
      GroupName: { Name: 'Crew', NameSetAt: TIME, NameSetBy: ANA },
      Name: 'Crew',
      GroupCreated: TIME,
      Participants: [owner, member(ME), member(BOB)],
    },
  });
  for (const addressing of ['pn', 'lid'] as const) {
    for (const newcomerHears of ['create', 'add'] as const) {
      const subject = `${addressing} ${newcomerHears}`;
      const group = ana.creates({ subject, members: [bob], addressing });
      group.adds(ana, phone, newcomerHears);
      const { data } = await recorded('JoinedGroup', (event) => event.data.JID === group.jid);
      expect(data).toMatchObject({
        Name: subject,
        GroupName: { Name: subject },
        GroupCreated: TIME,
        Participants: [owner, member(BOB), member(ME)],
      });
    }
  }
  expect(all('JoinedGroup')).toHaveLength(5);
});

test('a group that cannot be asked about is published by its address', async () => {
  const { phone, ana, recorded, whatsapp } = await opened();
  const group = ana.creates({ subject: 'Closed', members: [] });
  whatsapp.refuseGroupQuestions(true);
  group.adds(ana, phone, 'add');
  expect((await recorded('JoinedGroup')).data).toMatchObject({
    JID: group.jid,
    Name: '',
    Participants: [],
  });
});

for (const addressing of ['pn', 'lid'] as const) {
  test(`every change of a group addressed by ${addressing} says what it is and whose`, async () => {
    const { phone, ana, bob, recorded, all, host } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone], addressing });
    const unchanged = { Name: null, Topic: null, Join: [], Leave: [], Promote: [], Demote: [] };
    const common = { JID: group.jid, Sender: ANA, Timestamp: TIME };
    await recorded('JoinedGroup');
    group.renames(ana, 'Team');
    group.describes(ana, 'what we do');
    group.adds(ana, bob);
    group.promotes(ana, bob);
    group.demotes(ana, bob);
    group.removes(ana, bob);
    group.sets(ana, 'announcement');
    group.sets(ana, 'locked');
    group.removes(ana, phone);
    await recorded('GroupInfo', ({ data }) => data.Leave.includes(ME));
    const Name = { Name: 'Team', NameSetAt: TIME, NameSetBy: ANA };
    const Topic = {
      Topic: 'what we do',
      TopicID: expect.stringMatching(/./),
      TopicSetAt: TIME,
      TopicSetBy: ANA,
      TopicDeleted: false,
    };
    expect(all('GroupInfo').map(({ data }): object => data)).toEqual(
      [
        { Name },
        { Topic },
        { Join: [BOB] },
        { Promote: [BOB] },
        { Demote: [BOB] },
        { Leave: [BOB] },
        { Announce: { IsAnnounce: true } },
        { Locked: { IsLocked: true } },
        { Leave: [ME] },
      ].map((change) => ({ ...common, ...unchanged, ...change })),
    );
    expect(host.events.filter(({ type }) => type === 'JoinedGroup')).toHaveLength(1);
  });
}

test('a channel that the phone joins is published with what is known of it', async () => {
  const { phone, recorded } = await opened();
  const id = '120363000000000001@newsletter';
  phone.joinsNewsletter({
    id,
    name: 'News',
    description: 'Every day',
    subscribers: 42,
    invite: '0029VaNews',
  });
  expect(await recorded('NewsletterJoin')).toEqual({
    type: 'NewsletterJoin',
    data: {
      id,
      state: { type: 'ACTIVE' },
      thread_metadata: {
        creation_time: expect.stringMatching(/^\d{10}$/),
        invite: '0029VaNews',
        name: { text: 'News', id: expect.any(String) },
        description: { text: 'Every day' },
        subscribers_count: 42,
        verification: 'UNVERIFIED',
        picture: null,
      },
      viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
    },
  });
});
