import { describe, expect, test } from 'bun:test';
import type { SandboxSession } from '../../../src/modules/sandbox/driver.ts';
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

test('a review among any events is in the template that it names', async () => {
  const reviews: unknown[] = [];
  const reviewed = async (...review: unknown[]) => void reviews.push(review);
  const { session, host } = await openBench({ reviewed });
  const paused = sampleEvent('TemplateUpdate', { Status: 'PAUSED' });
  await session.event(paused);
  expect(reviews).toEqual([[host.instanceId, paused.data]]);
  expect(host.events).toEqual([paused]);
});

describe('a group that the account makes', () => {
  const NEW = { subject: 'Team', participants: [ANA_JID], promoteParticipants: true };

  test('has exactly these fields, and its description is a change of it', async () => {
    const { session, host } = await openBench();
    const made = await session.groups().create({ ...NEW, description: 'About us' });
    const { id: JID } = made.group;
    expect(host.events.map(({ data }) => data)).toEqual([
      {
        Reason: 'invite',
        Type: 'new',
        JID,
        GroupName: { Name: 'Team', NameSetAt: AT },
        Name: 'Team',
        GroupCreated: AT,
        Participants: [
          { JID: ACCOUNT.jid, IsAdmin: true, IsSuperAdmin: true },
          { JID: ANA_JID, IsAdmin: true, IsSuperAdmin: false },
        ],
      },
      {
        ...{ JID, Sender: ACCOUNT.jid, Timestamp: AT, Name: null },
        ...{ Join: [], Leave: [], Promote: [], Demote: [] },
        Topic: {
          ...{ Topic: 'About us', TopicDeleted: false, TopicSetAt: AT, TopicSetBy: ACCOUNT.jid },
          TopicID: expect.stringMatching(/^3EB0/),
        },
      },
    ]);
  });

  test('has another name, and none of its description, as a change each', async () => {
    const { session, host } = await openBench();
    const { group } = await session.groups().create({ ...NEW, description: '' });
    await session.groups().rename(group.id, 'Crew');
    await session.groups().describe(group.id, '');
    expect(host.events.slice(1).map(({ data }) => data)).toMatchObject([
      { Name: { Name: 'Crew', NameSetAt: AT, NameSetBy: ACCOUNT.jid }, Topic: null },
      { Name: null, Topic: { Topic: '', TopicDeleted: true } },
    ]);
  });
});

describe('an address that is none', () => {
  test('is refused by the name of its field', async () => {
    const { session, host } = await openBench();
    expect(await refusal(session.receipt({ state: 'Read', chat: 'x', messageIds: ['A'] }))).toBe(
      'invalid: chat must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
    );
    expect(host.recorded).toEqual([]);
  });
});
