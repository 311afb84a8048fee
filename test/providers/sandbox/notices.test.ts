import { describe, expect, test } from 'bun:test';
import type { SandboxSession } from '../../../src/providers/sandbox/driver.ts';
import { ACCOUNT, openBench, refusal, sampleEvent } from './setup.ts';

const AT = '2026-01-05T10:00:00.000Z';
const ANA = '5511988887777';
const ANA_JID = `${ANA}@s.whatsapp.net`;
const GROUP_JID = '120363041234567890@g.us';

/** The one event that `act` gives. */
async function eventOf(act: (session: SandboxSession) => Promise<void>): Promise<unknown> {
  const { session, host } = await openBench();
  await act(session);
  expect(host.events).toHaveLength(1);
  return host.events[0];
}

describe('a receipt', () => {
  test.each([
    ['Read', 'read', ANA_JID, false],
    ['ReadSelf', 'read-self', ACCOUNT.jid, true],
    ['Delivered', '', ANA_JID, false],
  ] as const)('%s has exactly these fields', async (state, Type, Sender, IsFromMe) => {
    const event = await eventOf((session) =>
      session.receipt({ state, chat: ANA, messageIds: ['A', 'B'] }),
    );
    expect(event).toEqual({
      type: 'Receipt',
      state,
      data: {
        Chat: ANA_JID,
        Sender,
        IsFromMe,
        IsGroup: false,
        MessageIDs: ['A', 'B'],
        Timestamp: AT,
        Type,
      },
    });
  });

  test('of a group names the reader where one is given', async () => {
    const event = await eventOf((session) =>
      session.receipt({ state: 'Read', chat: GROUP_JID, messageIds: ['A'], from: ANA }),
    );
    expect(event).toMatchObject({ data: { Chat: GROUP_JID, Sender: ANA_JID, IsGroup: true } });
  });
});

test('any event of the catalog is published as it is', async () => {
  const event = sampleEvent('CallTerminate', { Reason: 'busy' });
  expect(await eventOf((session) => session.event(event))).toEqual(event);
});

test('a receipt among any events moves the messages that it names on', async () => {
  const { session, host } = await openBench();
  const { id } = await session.send({ number: ANA, content: { kind: 'text', text: 'Hi' } });
  await session.event(sampleEvent('Receipt', { MessageIDs: [id] }, 'Read'));
  expect(host.statuses).toContainEqual(expect.objectContaining({ id, status: 'Read' }));
});

describe('a group', () => {
  test('joined has exactly these fields', async () => {
    const event = await eventOf((session) =>
      session.group({
        step: 'joined',
        jid: GROUP_JID,
        name: 'Team',
        join: ['55119'],
        promote: [ANA],
      }),
    );
    const member = (JID: string, IsAdmin: boolean) => ({ JID, IsAdmin, IsSuperAdmin: false });
    expect(event).toEqual({
      type: 'JoinedGroup',
      data: {
        Reason: 'invite',
        Type: 'new',
        JID: GROUP_JID,
        GroupName: { Name: 'Team', NameSetAt: AT },
        Name: 'Team',
        GroupCreated: AT,
        Participants: [
          member(ACCOUNT.jid, false),
          member('55119@s.whatsapp.net', false),
          member(ANA_JID, true),
        ],
      },
    });
  });

  test('info has exactly these fields', async () => {
    const event = await eventOf((session) =>
      session.group({
        step: 'info',
        jid: '120363041234567890',
        name: 'New name',
        topic: 'About us',
        join: [ANA],
        leave: ['55110'],
        promote: ['55111'],
        demote: ['55112'],
        from: ANA,
      }),
    );
    expect(event).toEqual({
      type: 'GroupInfo',
      data: {
        JID: GROUP_JID,
        Sender: ANA_JID,
        Timestamp: AT,
        Name: { Name: 'New name', NameSetAt: AT, NameSetBy: ANA_JID },
        Topic: {
          Topic: 'About us',
          TopicID: expect.stringMatching(/^3EB0/),
          TopicSetAt: AT,
          TopicSetBy: ANA_JID,
          TopicDeleted: false,
        },
        Join: [ANA_JID],
        Leave: ['55110@s.whatsapp.net'],
        Promote: ['55111@s.whatsapp.net'],
        Demote: ['55112@s.whatsapp.net'],
      },
    });
  });

  test('info says null and nobody where nothing changed, and that an empty topic is deleted', async () => {
    expect(
      await eventOf((session) => session.group({ step: 'info', jid: GROUP_JID })),
    ).toMatchObject({
      data: { Sender: ACCOUNT.jid, Name: null, Topic: null, Join: [], Leave: [], Promote: [] },
    });
    expect(
      await eventOf((session) => session.group({ step: 'info', jid: GROUP_JID, topic: '' })),
    ).toMatchObject({ data: { Topic: { Topic: '', TopicDeleted: true } } });
  });
});

describe('an address that is none', () => {
  test('is refused by the name of its field', async () => {
    const { session, host } = await openBench();
    expect(await refusal(session.receipt({ state: 'Read', chat: 'x', messageIds: ['A'] }))).toBe(
      'invalid: chat must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
    );
    expect(await refusal(session.group({ step: 'info', jid: ANA_JID }))).toBe(
      'invalid: jid must be the JID of a group, such as 120363000000000001@g.us',
    );
    expect(await refusal(session.group({ step: 'info', jid: GROUP_JID, leave: [ANA, 'x'] }))).toBe(
      'invalid: leave must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
    );
    expect(host.recorded).toEqual([]);
  });
});
