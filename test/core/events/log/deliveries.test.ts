import { beforeEach, expect, test } from 'bun:test';
import { createDatabase, type Database } from '../../../../src/core/db/client.ts';
import { attempts, deliveries, streams } from '../../../../src/core/db/schema/engine.ts';
import {
  createDeliveryLog,
  DELIVERY_STATES,
  type DeliveryLog,
  type DeliveryState,
} from '../../../../src/core/events/log/deliveries.ts';
import { readBacklog } from '../../../../src/core/events/log/delivery-counts.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow, fillDeliveries } from '../../../helpers/delivery-rows.ts';

let db: Database;
let log: DeliveryLog;

beforeEach(async () => {
  db = await testDatabase();
  log = createDeliveryLog(db.orm);
});

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const mixed = (index: number): DeliveryState => DELIVERY_STATES[(index * 7) % 4] ?? 'waiting';

test('1 000 deliveries in mixed states page in order, without gap or repeat', async () => {
  const ids = await fillDeliveries(db, 'shop', 1_000, mixed);
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const page = await log.find('shop', { state: null, after, limit: 77 });
    if (page.length === 0) break;
    seen.push(...idsOf(page));
    after = seen.at(-1) ?? '';
  }
  expect(seen).toEqual(ids);
});

test('one state pages in order, without the others', async () => {
  const ids = await fillDeliveries(db, 'shop', 100, mixed);
  const discarded = ids.filter((_, index) => mixed(index) === 'discarded');
  const first = await log.find('shop', { state: 'discarded', after: '', limit: 10 });
  const rest = await log.find('shop', {
    state: 'discarded',
    after: first.at(-1)?.id ?? '',
    limit: 500,
  });
  expect(idsOf([...first, ...rest])).toEqual(discarded);
});

test("another stream's deliveries are not listed", async () => {
  await fillDeliveries(db, 'cafe', 3, mixed);
  expect(await log.find('shop', { state: null, after: '', limit: 500 })).toEqual([]);
});

test('no list sorts the table: every part is one search of the index', async () => {
  const statements: string[] = [];
  const spying = createDatabase({
    ...db,
    query(sql, params) {
      statements.push(sql);
      return db.query(sql, params);
    },
  });
  await createDeliveryLog(spying.orm).find('shop', { state: null, after: '', limit: 5 });
  const [sql] = statements;
  const plan = await db.query(`explain query plan ${sql}`, [
    'shop',
    'waiting',
    '',
    5,
    'shop',
    'sending',
    '',
    5,
    'shop',
    'delivered',
    '',
    5,
    'shop',
    'discarded',
    '',
    5,
    5,
  ]);
  const steps = plan.map((row) => String(row[3]));
  expect(
    steps.filter((step) => step.includes('deliveries_listed (stream_id=? AND state=? AND id>?)')),
  ).toHaveLength(4);
  expect(steps.filter((step) => step.startsWith('SCAN deliveries'))).toEqual([]);
});

test('a delivery is found by id, and an unknown id is null', async () => {
  const [id = ''] = await fillDeliveries(db, 'shop', 1, () => 'waiting');
  expect((await log.get(id))?.id).toBe(id);
  expect(await log.get(Bun.randomUUIDv7())).toBeNull();
});

test('attempts come in order, the one stored in the delivery last', async () => {
  const [id = ''] = await fillDeliveries(db, 'shop', 1, () => 'waiting');
  const earlier = [1, 2, 50].map((number) => ({
    deliveryId: id,
    number,
    startedAt: 0,
    durationMs: 1,
  }));
  await db.orm.insert(attempts).values(earlier);
  const last = { startedAt: 7, durationMs: 1, status: 200, error: null, responseBody: 'ok' };
  await db.orm.update(deliveries).set({ lastAttempt: JSON.stringify(last), attemptCount: 51 });
  const delivery = await log.get(id);
  const shown = await log.attemptsOf(delivery!);
  expect(shown.map(({ number }) => number)).toEqual([1, 2, 50, 51]);
  expect(shown.at(-1)).toEqual({ number: 51, ...last });
});

test('the backlog counts what waits and is sent per endpoint, with the earliest due time', async () => {
  await db.orm.insert(streams).values([{ id: 'shop' }, { id: 'cafe' }]);
  const row = (
    streamId: string,
    endpoint: string,
    change: Partial<typeof deliveries.$inferInsert>,
  ) => deliveryRow({ streamId, endpoint, ...change });
  await db.orm
    .insert(deliveries)
    .values([
      row('shop', 'webhook', { sequence: 1, nextAttemptAt: 500 }),
      row('shop', 'webhook', { sequence: 2, nextAttemptAt: 600 }),
      row('shop', 'webhook', { sequence: 3, nextAttemptAt: 900, attemptCount: 2 }),
      row('shop', 'webhook', { sequence: 4, nextAttemptAt: 400, attemptCount: 1 }),
      row('shop', 'webhook', { sequence: 5, state: 'sending', holder: 'me', nextAttemptAt: null }),
      row('shop', 'webhook', { sequence: 6, state: 'delivered', nextAttemptAt: null }),
      row('shop', 'amqp', { sequence: 1, nextAttemptAt: 700 }),
      row('shop', 'nats', { sequence: 1, nextAttemptAt: 800, attemptCount: 9, createdAt: 100 }),
      row('shop', 'nats', { sequence: 2, nextAttemptAt: 700, attemptCount: 9, createdAt: 200 }),
      row('cafe', 'webhook', { sequence: 1, nextAttemptAt: 300 }),
    ]);
  const sums = new Map<string, { waiting: number; sending: number; oldest: number }>();
  for (const { endpoint, waiting, sending, oldestDueAt } of await readBacklog(db)) {
    const sum = sums.get(endpoint) ?? { waiting: 0, sending: 0, oldest: Number.POSITIVE_INFINITY };
    sums.set(endpoint, {
      waiting: sum.waiting + waiting,
      sending: sum.sending + sending,
      oldest: Math.min(sum.oldest, oldestDueAt ?? Number.POSITIVE_INFINITY),
    });
  }
  expect(Object.fromEntries(sums)).toEqual({
    webhook: { waiting: 5, sending: 1, oldest: 300 },
    amqp: { waiting: 1, sending: 0, oldest: 700 },
    // A broker that refuses is tried every minute at least, so due times would hide the age.
    nats: { waiting: 2, sending: 0, oldest: 100 },
  });
});
