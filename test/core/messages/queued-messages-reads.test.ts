/** Whoever was told that a message waits finds it, and can take it back, whatever happens to its queue at the same time. */
import { expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import type { NewQueuedMessage } from '../../../src/core/messages/queued-message.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { engineBench } from '../../helpers/engine.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const CHAT = '5511@s.whatsapp.net';
const AT = Date.UTC(2026, 0, 5, 10);

const waiting = (id: string): NewQueuedMessage => ({
  instanceId: SHOP.id,
  id,
  chat: CHAT,
  kind: 'text',
  entersAt: AT,
  delayMs: 0,
  createdAt: AT,
  content: '{}',
  file: null,
});

/** A database whose answers to what holds a text come late, with what was there when it was asked. */
function late(db: Database) {
  let text: string | null = null;
  let isAsked = Promise.withResolvers<void>();
  let mayAnswer = Promise.withResolvers<void>();
  const link: Database = {
    ...db,
    async query(sql, params) {
      const rows = await db.query(sql, params);
      if (text === null || !sql.includes(text)) return rows;
      isAsked.resolve();
      await mayAnswer.promise;
      return rows;
    },
  };
  /** Runs `meanwhile` between what the database found for the first such query of `work` and its answer. */
  async function during<T>(
    held: string,
    work: () => Promise<T>,
    meanwhile: () => Promise<unknown>,
  ) {
    isAsked = Promise.withResolvers();
    mayAnswer = Promise.withResolvers();
    text = held;
    const working = work();
    await isAsked.promise;
    text = null;
    await meanwhile();
    mayAnswer.resolve();
    return await working;
  }
  return { link, during };
}

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  const { link, during } = late(db);
  const queued = new QueuedMessages(link, {
    write: (id, statement) => engine.publish({ id, name: '' }, [], [statement]),
  });
  const messages = new Messages(link, engine, queued);
  const statusOf = async (id: string) => (await messages.fateOf(SHOP.id, id))?.status ?? null;
  return { db, engine, queued, messages, during, statusOf };
}

const READING_QUEUE = 'from outgoing_messages where instance_id = ? order by place';
const READING_STORED = 'from messages where';

const record = (id: string) => ({
  id,
  isFromMe: true,
  chat: CHAT,
  sender: '5522@s.whatsapp.net',
  chatAddress: CHAT,
  authorAddress: '',
  kind: 'text' as const,
  content: null,
  sentAt: AT + 1_000,
  status: 'Pending' as const,
});

test('a message that is added while the queue of its instance is read stays in it', async () => {
  const { queued, during, statusOf } = await stage();
  await during(
    READING_QUEUE,
    () => queued.refresh(SHOP.id),
    () => queued.add(waiting('A')),
  );
  expect(queued.find(SHOP.id, 'A')?.phase).toBe('waiting');
  expect(await statusOf('A')).toBe('Queued');
  await queued.cancel(SHOP.id, 'A');
  expect(await statusOf('A')).toBeNull();
});

test('a message that is just being written when the queue of its instance is read stays in it', async () => {
  const { db, engine } = await stage();
  const written = Promise.withResolvers<void>();
  const queued = new QueuedMessages(db, {
    async write(id, statement) {
      await written.promise;
      await engine.publish({ id, name: '' }, [], [statement]);
    },
  });
  const adding = queued.add(waiting('A'));
  await queued.refresh(SHOP.id);
  written.resolve();
  await adding;
  expect(queued.find(SHOP.id, 'A')?.phase).toBe('waiting');
});

test('a message that is taken back while the queue of its instance is read does not come back', async () => {
  const { queued, during, statusOf } = await stage();
  await queued.add(waiting('A'));
  await during(
    READING_QUEUE,
    () => queued.refresh(SHOP.id),
    () => queued.cancel(SHOP.id, 'A'),
  );
  expect(queued.instances()).toEqual([]);
  expect(await statusOf('A')).toBeNull();
});

test('a message that is stored while its status is asked for has one', async () => {
  const { queued, messages, during } = await stage();
  await queued.add(waiting('A'));
  // As on a node that has not read the queue yet.
  queued.forget(SHOP.id);
  const fate = await during(
    READING_STORED,
    () => messages.fateOf(SHOP.id, 'A'),
    async () => {
      await queued.refresh(SHOP.id);
      await messages.publish(SHOP, [], [record('A')]);
    },
  );
  expect(fate?.status).toBe('Pending');
});

test('a message that memory does not have is found, sent from then on, and can be taken back', async () => {
  const { db, queued, messages, statusOf } = await stage();
  const other = new QueuedMessages(db);
  for (const id of ['A', 'B']) await other.add(waiting(id));
  const added: string[] = [];
  queued.onAdded((_, { id }) => void added.push(id));
  expect(await statusOf('A')).toBe('Queued');
  expect(added).toEqual(['A']);
  await queued.cancel(SHOP.id, 'B');
  await queued.cancel(SHOP.id, 'A');
  expect(await db.query('select id from outgoing_messages', [])).toEqual([]);
  const again = await queued.cancel(SHOP.id, 'A').catch((error) => error);
  expect(again instanceof AppError && again.reason).toBe('not_found');
  expect(await messages.fateOf(SHOP.id, 'A')).toBeNull();
});

test('a node that does not send for an instance finds its messages and keeps none of them', async () => {
  const { db, engine } = await stage();
  await new QueuedMessages(db).add(waiting('A'));
  const elsewhere = new QueuedMessages(db, { owns: () => false });
  expect((await new Messages(db, engine, elsewhere).fateOf(SHOP.id, 'A'))?.status).toBe('Queued');
  expect(elsewhere.instances()).toEqual([]);
});

test('a message that could not be taken back because another node has its instance is left to that one', async () => {
  const { db, engine } = await stage();
  let lose = () => {};
  const queued = new QueuedMessages(db, {
    async write(id, statement) {
      lose();
      if (statement.sql.startsWith('delete')) throw new Error('another node has it');
      await engine.publish({ id, name: '' }, [], [statement]);
    },
  });
  await queued.add(waiting('A'));
  lose = () => queued.forget(SHOP.id);
  expect(await queued.cancel(SHOP.id, 'A').catch(String)).toContain('another node has it');
  expect(queued.instances()).toEqual([]);
});
