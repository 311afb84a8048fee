import { expect, test } from 'bun:test';
import { Messages } from '../../../src/core/messages/log.ts';
import type { NewQueuedMessage } from '../../../src/core/messages/queued-message.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import type { MessageRecord } from '../../../src/core/messages/rows.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { engineBench } from '../../helpers/engine.ts';
import { CAFE, insertInstances, PHONE, SHOP } from '../../helpers/gateway-server.ts';

const CHAT = '5511@s.whatsapp.net';
const AT = Date.UTC(2026, 0, 5, 10);

const waiting = (id: string, more: Partial<NewQueuedMessage> = {}): NewQueuedMessage => ({
  instanceId: SHOP.id,
  id,
  chat: CHAT,
  kind: 'text',
  entersAt: AT,
  delayMs: 0,
  createdAt: AT,
  content: '{}',
  file: null,
  ...more,
});

const record = (id: string): MessageRecord => ({
  id,
  isFromMe: true,
  chat: CHAT,
  sender: '5522@s.whatsapp.net',
  chatAddress: CHAT,
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: AT + 1_000,
  status: 'Pending',
});

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  const queued = new QueuedMessages(db);
  return { db, engine, queued, messages: new Messages(db, engine, queued) };
}

const rowsIn = async ({ db }: Awaited<ReturnType<typeof stage>>) => {
  const [[outgoing], [stored]] = await Promise.all([
    db.query('select count(*) from outgoing_messages', []),
    db.query('select count(*) from messages', []),
  ]);
  return [outgoing?.[0], stored?.[0]];
};

test('a message leaves the queue in the commit that stores it, so that a crash at any moment never sends it twice', async () => {
  const run = await stage();
  const { queued, messages, db, engine } = run;
  await queued.add(waiting('A'));
  expect(await rowsIn(run)).toEqual([1, 0]);
  const broken = new Messages(
    db,
    {
      async publish() {
        throw new Error('the process is gone');
      },
    },
    queued,
  );
  await broken.publish(SHOP, [], [record('A')]).catch(() => {});
  expect(await rowsIn(run)).toEqual([1, 0]);
  expect((await messages.fateOf(SHOP.id, 'A'))?.status).toBe('Queued');
  await messages.publish(SHOP, [], [record('A')]);
  expect(await rowsIn(run)).toEqual([0, 1]);
  const next = new QueuedMessages(db);
  await next.load();
  expect(next.instances()).toEqual([]);
  expect(await new Messages(db, engine, next).fateOf(SHOP.id, 'A')).toMatchObject({
    status: 'Pending',
    history: [
      { status: 'Queued', at: AT },
      { status: 'Pending', at: AT + 1_000 },
    ],
  });
});

test('an earlier process leaves its messages in the order in which they are to be sent', async () => {
  const { db, queued } = await stage();
  for (let index = 0; index < 1_100; index++)
    await queued.add(waiting(`${index}`, { entersAt: AT + (index % 2) }));
  const next = new QueuedMessages(db);
  await next.load();
  const [line = []] = [...next.lines(SHOP.id)];
  expect(line.length).toBe(1_100);
  expect(line.slice(0, 2).map(({ id }) => id)).toEqual(['0', '2']);
  expect(line.at(-1)?.id).toBe('1099');
  await next.add(waiting('later'));
  expect(next.list(SHOP.id, 1_099, 10).map(({ id }) => id)).toEqual(['1099', 'later']);
});

test('of messages that several nodes have queued, each with places of its own, the next process has every one', async () => {
  const { db } = await stage();
  const ids = [SHOP.id, CAFE.id, PHONE.id];
  for (const instanceId of ids) {
    const node = new QueuedMessages(db);
    for (let index = 0; index < 700; index++)
      await node.add(waiting(`${index}`, { instanceId, chat: `${index % 7}@s.whatsapp.net` }));
  }
  const next = new QueuedMessages(db);
  await next.load();
  const found = ids.map((id) => next.list(id, 0, 2_000).map((entry) => entry.id));
  const all = Array.from({ length: 700 }, (_, index) => `${index}`);
  expect(found).toEqual([all, all, all]);
});

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? [error.reason, error.message] : error),
  );

test('files that wait may take 100 MiB of an instance, and no more', async () => {
  const run = await stage();
  const { queued } = run;
  const file = new Uint8Array(40 * 1024 * 1024);
  await queued.add(waiting('A', { file }));
  await queued.add(waiting('B', { file }));
  expect(await refusalOf(queued.add(waiting('C', { file })))).toEqual([
    'rate_limited',
    expect.stringContaining('more than 104857600 bytes'),
  ]);
  expect(await rowsIn(run)).toEqual([2, 0]);
  await queued.cancel(SHOP.id, 'A');
  await queued.add(waiting('C', { file }));
});

test('10,000 messages of an instance may wait, and no more', async () => {
  const { db } = await stage();
  const queued = new QueuedMessages({
    query: async (sql, params) => (sql.startsWith('insert') ? [] : db.query(sql, params)),
  });
  for (let index = 0; index < 10_000; index++) await queued.add(waiting(`${index}`));
  expect(await refusalOf(queued.add(waiting('more')))).toEqual([
    'rate_limited',
    '10000 messages of the instance wait to be sent already',
  ]);
});

test('what cannot be written does not wait, and what cannot be taken back goes on waiting', async () => {
  const { db } = await stage();
  let isBroken = true;
  const queued = new QueuedMessages({
    async query(sql, params) {
      if (isBroken) throw new Error('the disk is full');
      return db.query(sql, params);
    },
  });
  expect(String(await refusalOf(queued.add(waiting('A'))))).toContain('the disk is full');
  expect(queued.holds(SHOP.id, CHAT, AT)).toBe(false);
  isBroken = false;
  await queued.add(waiting('A'));
  isBroken = true;
  expect(String(await refusalOf(queued.cancel(SHOP.id, 'A')))).toContain('the disk is full');
  expect(queued.holds(SHOP.id, CHAT, AT)).toBe(true);
});
