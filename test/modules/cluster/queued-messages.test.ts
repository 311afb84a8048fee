/** What a node acknowledges of an instance's queue while another node takes the instance over. */
import { expect, test } from 'bun:test';
import type { Database, Statement } from '../../../src/core/db/client.ts';
import { DatabaseError, faultOf } from '../../../src/core/db/client.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import type { NewQueuedMessage } from '../../../src/core/messages/queued-message.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import { testDatabase } from '../../helpers/database.ts';
import { nodeBench, SHOP } from '../../helpers/engine.ts';
import { insertInstance } from '../whatsapp/stage.ts';

const waiting = (id: string): NewQueuedMessage => ({
  instanceId: SHOP.id,
  id,
  chat: '5511@s.whatsapp.net',
  kind: 'text',
  entersAt: 0,
  delayMs: 0,
  createdAt: 0,
  content: '{}',
  file: null,
});

const TAKE_OVER = "update streams set owner = 'another', term = term + 1 where id = ?";

/** A node that has the instance, until `takeOver`, of which it does not hear. */
async function stage(db?: Database) {
  const bench = await nodeBench(db && { db });
  await insertInstance(bench.db, SHOP.id);
  const { engine, membership } = bench;
  const write = (id: string, statement: Statement) =>
    engine.publish({ id, name: '' }, [], [statement]);
  const owns = (id: string) => membership.grantOf(id) !== null;
  const queued = new QueuedMessages(bench.db, { write, owns });
  const messages = new Messages(bench.db, engine, queued);
  const takeOver = () => bench.db.query(TAKE_OVER, [SHOP.id]);
  const rows = () => bench.db.query('select id from outgoing_messages order by id', []);
  return { ...bench, queued, messages, takeOver, rows };
}

const WRITES: Record<string, (of: Awaited<ReturnType<typeof stage>>) => Promise<unknown>> = {
  'queues a message': ({ queued }) => queued.add(waiting('B')),
  'takes a queued message back': ({ queued }) => queued.cancel(SHOP.id, 'A'),
  'queues a message that was sent already': ({ messages }) => messages.requeue(SHOP, waiting('B')),
};

test.each(Object.keys(WRITES))(
  'a node that %s acknowledges it only while no other node has the instance, which would not hear of it',
  async (name) => {
    const write = WRITES[name]!;
    const owned = await stage();
    await owned.queued.add(waiting('A'));
    const before = await owned.rows();
    await write(owned);
    expect(await owned.rows()).not.toEqual(before);

    const lost = await stage();
    await lost.queued.add(waiting('A'));
    await lost.takeOver();
    const error = await write(lost).catch((reason) => reason);
    expect(faultOf(error)).toBe('fenced');
    expect(await lost.rows()).toEqual([['A']]);
    expect(lost.membership.counts.fenced).toBe(1);
    expect(lost.queued.find(SHOP.id, 'B')).toBeNull();
  },
);

test('a message whose commit was not answered is acknowledged once it is known to be on disk, and waits', async () => {
  const db = await testDatabase();
  let isLost = false;
  const losing: Database = {
    ...db,
    async batch(list) {
      const rows = await db.batch(list);
      if (!isLost || !list.some(({ sql }) => sql.startsWith('insert into outgoing'))) return rows;
      isLost = false;
      throw new DatabaseError('unreachable', 'cut by the test', undefined, { isUnknown: true });
    },
  };
  const { queued, rows } = await stage(losing);
  isLost = true;
  await queued.add(waiting('A'));
  expect(isLost).toBe(false);
  expect(queued.find(SHOP.id, 'A')?.phase).toBe('waiting');
  expect(await rows()).toEqual([['A']]);
});
