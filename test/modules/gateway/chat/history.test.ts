/** Older messages of a chat: what reaches the session, and what is answered. */
import { expect, test } from 'bun:test';
import type { MessageData } from '../../../../src/core/events/types/message-data.ts';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { CHAT, chatBench } from './setup.ts';

const HISTORY = '/chat/history';
const NUMBER = CHAT.split('@')[0] ?? '';

const PAST = { Info: { ID: 'P1', Chat: CHAT }, Message: { conversation: 'before' }, IsEdit: false };

async function bench() {
  const made = await chatBench();
  const messages = [PAST as unknown as MessageData];
  made.script.history = async () => ({ chat: CHAT, messages, isBeginning: true });
  return made;
}

test('200 the messages before the oldest that is stored, fifty unless fewer are asked for', async () => {
  const { post, calls } = await bench();
  const { status, body } = await post(HISTORY, { number: NUMBER });
  expect([status, body]).toEqual([200, { chat: CHAT, messages: [PAST], isBeginning: true }]);
  await post(HISTORY, { number: NUMBER, count: 3 });
  expect(calls).toEqual([
    ['history', { number: NUMBER, count: 50, before: null }],
    ['history', { number: NUMBER, count: 3, before: null }],
  ]);
});

test('200 those before a message that is named', async () => {
  const { post, calls, store } = await bench();
  await store({ id: 'M1' });
  expect((await post(HISTORY, { number: NUMBER, before: { id: 'M1' } })).status).toBe(200);
  expect(calls).toMatchObject([['history', { before: { id: 'M1', chat: CHAT } }]]);
});

test('404 for a message that is not stored, and nothing reaches the session', async () => {
  const { post, calls } = await bench();
  const { status, body } = await post(HISTORY, { number: NUMBER, before: { id: 'M2' } });
  expect([status, body.error.message]).toEqual([404, 'message M2 not found']);
  expect(calls).toEqual([]);
});

test.each<[object]>([
  [{}],
  [{ number: 'Ana' }],
  ...[0, 51, 2.5, 'five', true].map((count): [object] => [{ number: NUMBER, count }]),
  ...['M1', [1], { id: '' }, { id: 'x'.repeat(129) }].map((before): [object] => [
    { number: NUMBER, before },
  ]),
])('400 for %j, and nothing reaches the session', async (body) => {
  const { post, calls } = await bench();
  expect((await post(HISTORY, body)).status).toBe(400);
  expect(calls).toEqual([]);
});

test.each([
  ['not_found', 404],
  ['conflict', 409],
  ['rate_limited', 429],
  ['unavailable', 503],
] as const)('a request that ends as %s is %i with its reason', async (reason, status) => {
  const { post, script } = await bench();
  script.history = async () => {
    throw new AppError(reason, 'the reason');
  };
  const answer = await post(HISTORY, { number: NUMBER });
  expect([answer.status, answer.body.error.message]).toEqual([status, 'the reason']);
});

test('401 without a key, 403 another instance, 404 an unknown one, 409 one that is not connected', async () => {
  const { g, key } = await bench();
  await g.call('POST', '/instance/create', { body: { instanceName: 'other' } });
  const ask = async (name: string, callerKey?: string | null) => {
    const body = { number: NUMBER };
    const more = callerKey === undefined ? {} : { key: callerKey };
    return (await g.call('POST', `${HISTORY}/${name}`, { body, ...more })).status;
  };
  expect(await ask('shop', null)).toBe(401);
  expect(await ask('other', key)).toBe(403);
  expect(await ask('nobody')).toBe(404);
  expect(await ask('other')).toBe(409);
});
