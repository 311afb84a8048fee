/** Messages from the history of the phone: where older ones are asked for from, and how long they are kept. */
import { expect, test } from 'bun:test';
import { readTrace } from '../../../src/core/messages/find.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import { IGNORED, insertUnsent, type MessageRecord } from '../../../src/core/messages/rows.ts';
import { createMessageUpkeep } from '../../../src/core/messages/upkeep.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { explanationOf } from '../../../src/modules/gateway/message/explain.ts';
import { engineBench } from '../../helpers/engine.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';

const CHAT = '5511999990000@s.whatsapp.net';
const HOUR_MS = 3_600_000;
/** From one look at the table to the next. */
const LOOK_MS = 10_000;

async function stage() {
  const { engine, db, clock } = await engineBench();
  await insertInstances(db);
  const messages = new Messages(db, engine);
  const store = (id: string, fields: Partial<MessageRecord> = {}) =>
    messages.publish(SHOP, [], [{ ...RECEIVED, id, sentAt: clock.now(), ...fields }]);
  const oldest = async () => (await messages.oldestIn(SHOP.id, CHAT))?.id ?? null;
  return { db, clock, messages, store, oldest };
}

const RECEIVED: Omit<MessageRecord, 'id' | 'sentAt'> = {
  isFromMe: false,
  chat: CHAT,
  sender: CHAT,
  chatAddress: CHAT,
  authorAddress: '',
  kind: 'text',
  content: null,
  status: null,
};

test('older messages are asked for from the oldest that is stored of the chat', async () => {
  const { store, oldest, messages } = await stage();
  expect(await oldest()).toBeNull();
  await store('B', { sentAt: 2_000 });
  await store('C', { sentAt: 3_000 });
  await store('A', { sentAt: 1_000, chat: '120363000000000001@g.us' });
  expect(await oldest()).toBe('B');
  expect(await messages.oldestIn(CAFE.id, CHAT)).toBeNull();
});

test('the newest message of a chat is the last that is not about another', async () => {
  const { store, messages } = await stage();
  const newest = async () => (await messages.newestIn(SHOP.id, CHAT))?.id ?? null;
  expect(await newest()).toBeNull();
  await store('B', { sentAt: 3_000 });
  await store('A', { sentAt: 1_000 });
  await store('C', { sentAt: 3_000 });
  for (const kind of [IGNORED, 'reaction', 'undecryptable', 'vote'])
    await store(kind, { kind, sentAt: 4_000 });
  await store('D', { sentAt: 4_000, chat: '120363000000000001@g.us' });
  expect(await newest()).toBe('C');
});

test('they are not asked for from what has no place in the history of the phone', async () => {
  const { store, oldest, db } = await stage();
  for (const kind of [IGNORED, 'reaction', 'comment', 'edit', 'revoke', 'poll_vote', 'vote'])
    await store(kind, { kind, sentAt: 1_000 });
  const own = { isFromMe: true, sentAt: 1_000 };
  await store('pending', { ...own, status: 'Pending' });
  const unsent = { id: 'unsent', chat: CHAT, queuedAt: 900, at: 1_000, reason: 'It was late.' };
  await db.batch([...insertUnsent(SHOP.id, unsent).statements]);
  expect(await oldest()).toBeNull();
  await store('taken', { ...own, sentAt: 2_000, status: 'ServerAck' });
  expect(await oldest()).toBe('taken');
});

test('what was fetched is kept as long as what arrives at that moment', async () => {
  const { db, clock, store, oldest, messages } = await stage();
  const yearAgo = clock.now() - 365 * 24 * HOUR_MS;
  await store('old', { sentAt: yearAgo, fetchedAt: clock.now() });
  await store('older', { sentAt: yearAgo });
  const log = createLog('error', clock.now, () => {});
  const upkeep = createMessageUpkeep({
    db,
    clock,
    log,
    messages,
    time: async () => clock.now(),
    connected: () => [],
    hours: 1,
    storeHours: 1,
  });
  upkeep.start();
  await clock.advance(LOOK_MS);
  await untilGone(db, 'older');
  expect(await oldest()).toBe('old');
  await clock.advance(HOUR_MS + LOOK_MS);
  await untilGone(db, 'old');
  await upkeep.stop();
});

const untilGone = (db: Awaited<ReturnType<typeof stage>>['db'], id: string) =>
  until(`${id} is deleted`, async () => (await readTrace(db, SHOP.id, id)) === null);

test('what could not be read when it arrived is stored once it is fetched', async () => {
  const { db, store } = await stage();
  await store('A', { kind: 'undecryptable' });
  await store('A', { kind: 'text', content: new Uint8Array([1]), fetchedAt: 5_000 });
  expect(await readTrace(db, SHOP.id, 'A')).toMatchObject({ kind: 'text', fetchedAt: 5_000 });
});

test.each([
  [{ isFromMe: false, status: null }],
  [{ isFromMe: true, status: 'ServerAck' as const }],
])('the explanation of one that was fetched says so: %j', async (fields) => {
  const { db, clock, store } = await stage();
  await store('A', { ...fields, sentAt: 1_000, fetchedAt: clock.now() });
  const message = await readTrace(db, SHOP.id, 'A');
  if (message === null) throw new Error('it is not stored');
  const known = { message, events: [], isOpen: true, subscribe: [], hasLiveReaders: false };
  const { sentence, steps } = explanationOf(known);
  expect(sentence).toBe(
    "It came from the history of the account's phone, which was asked for at 2026-01-05T10:00:00.000Z; such messages give no events.",
  );
  expect(steps.at(-1)).toEqual({
    at: clock.now(),
    what: 'It was fetched from the history of the phone.',
  });
});
