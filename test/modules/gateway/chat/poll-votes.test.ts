import { expect, test } from 'bun:test';
import type { MessageRecord } from '../../../../src/core/messages/rows.ts';
import { getPollVote } from '../../../../src/modules/gateway/chat/poll-votes.ts';
import { gateway } from '../../../helpers/gateway.ts';

const CHAT = '5511888880000@s.whatsapp.net';
const at = Date.parse('2026-01-05T10:00:00.000Z');

const record = (id: string, sender: string, more: Partial<MessageRecord>): MessageRecord => ({
  id,
  isFromMe: false,
  chat: CHAT,
  sender,
  chatAddress: CHAT,
  authorAddress: '',
  kind: 'poll',
  content: null,
  sentAt: at,
  status: null,
  ...more,
});

const vote = (id: string, voter: string, options: readonly string[], sentAt = at) =>
  record(id, voter, { kind: 'poll_vote', vote: { pollId: 'POLL', options }, sentAt });

async function asked() {
  const g = await gateway({ operations: [getPollVote] });
  const { key } = await g.createOpen('shop');
  const { id = '' } = g.directory.byName('shop') ?? {};
  const poll = record('POLL', CHAT, { poll: { name: 'Lunch?', options: ['Rice', 'Beans'] } });
  const write = (...messages: MessageRecord[]) =>
    g.messages.publish({ id, name: 'shop' }, [], messages);
  await write(poll);
  const results = (body: object) => g.call('POST', '/chat/getPollVote/shop', { key, body });
  return { g, key, write, results };
}

const POLL = { message: { key: { id: 'POLL' } } };

test('200 each option with those who chose it last', async () => {
  const { write, results } = await asked();
  await write(vote('V1', 'ana', ['Rice']), vote('V2', 'bob', ['Rice', 'Beans']));
  await write(vote('V3', 'ana', ['Beans'], at + 1));
  // Arrived late: it was cast before.
  await write(vote('V4', 'ana', ['Rice'], at - 1));
  await write(vote('V5', 'eve', ['Rice']), vote('V6', 'eve', [], at + 2));
  const { status, body } = await results({ ...POLL, remoteJid: CHAT });
  expect([status, body]).toEqual([
    200,
    {
      id: 'POLL',
      chat: CHAT,
      name: 'Lunch?',
      votes: [
        { name: 'Rice', voters: ['bob'] },
        { name: 'Beans', voters: ['bob', 'ana'] },
      ],
    },
  ]);
});

test('404 for a message that is no poll here, and for a poll of another chat', async () => {
  const { write, results } = await asked();
  await write(record('TEXT', CHAT, { kind: 'text' }));
  for (const body of [
    { message: { key: { id: 'TEXT' } } },
    { message: { key: { id: 'UNKNOWN' } } },
    { ...POLL, remoteJid: '5511777770000@s.whatsapp.net' },
  ])
    expect((await results(body)).status).toBe(404);
});

test('400 names what is wrong with the body', async () => {
  const { results } = await asked();
  for (const body of [{}, { message: {} }, { message: { key: { id: '' } } }]) {
    const { status, body: answer } = await results(body);
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining('message')]);
  }
});

test('200 a poll of the account is told from one that somebody sent with its id in another chat', async () => {
  const { write, results } = await asked();
  const GROUP = '120363000000000001@g.us';
  const own = { poll: { name: 'When?', options: ['Now'] }, chat: GROUP, isFromMe: true };
  const inGroup = { chat: GROUP, sentAt: at + 2 };
  await write(
    record('OWN', 'me', own),
    record('V1', 'ana', {
      ...inGroup,
      kind: 'poll_vote',
      vote: { pollId: 'OWN', options: ['Now'] },
    }),
  );
  const later = { poll: { name: 'Never?', options: ['Yes'] }, sentAt: at + 9 };
  await write(
    record('OWN', CHAT, later),
    record('V2', 'bob', { kind: 'poll_vote', vote: { pollId: 'OWN', options: ['Yes'] } }),
  );
  const asking = async (remoteJid?: string) =>
    (await results({ message: { key: { id: 'OWN' } }, ...(remoteJid && { remoteJid }) })).body;
  const ours = { chat: GROUP, name: 'When?', votes: [{ name: 'Now', voters: ['ana'] }] };
  expect(await asking()).toMatchObject(ours);
  expect(await asking(GROUP)).toMatchObject(ours);
  expect(await asking(CHAT)).toMatchObject({
    chat: CHAT,
    votes: [{ name: 'Yes', voters: ['bob'] }],
  });
  expect(await asking('5511777770000')).toMatchObject({ error: { code: 'NOT_FOUND' } });
});
