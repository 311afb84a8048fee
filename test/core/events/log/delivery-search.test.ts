import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { deliveries } from '../../../../src/core/db/schema/engine.ts';
import { DELIVERY_STATES } from '../../../../src/core/events/log/deliveries.ts';
import { countDeliveries } from '../../../../src/core/events/log/delivery-counts.ts';
import {
  type DeliverySearch,
  searchDeliveries,
} from '../../../../src/core/events/log/delivery-search.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow, fillDeliveries } from '../../../helpers/delivery-rows.ts';

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});

const ANY: DeliverySearch = {
  streamId: 'shop',
  state: null,
  type: null,
  destination: null,
  endpoint: null,
  endpoints: null,
  replay: null,
  eventId: null,
  lastStatus: null,
  from: null,
  to: null,
  before: null,
  limit: 500,
};
const search = (wanted: Partial<DeliverySearch>) => searchDeliveries(db, { ...ANY, ...wanted });

/** All that a search finds, page by page; also how many pages. */
async function searchAll(wanted: Partial<DeliverySearch>) {
  const ids: string[] = [];
  let pages = 0;
  for (let before: string | null = null; ; ) {
    const { rows, next } = await search({ ...wanted, before });
    ids.push(...rows.map(({ id }) => id));
    pages++;
    if (next === null) return { ids, pages };
    before = next;
  }
}

type Row = Parameters<typeof deliveryRow>[0];
/** A delivered row made at `ms`, with an id of that time. */
const rowAt = (ms: number, change: Row = {}) =>
  deliveryRow({
    id: Bun.randomUUIDv7('hex', ms),
    state: 'delivered',
    nextAttemptAt: null,
    createdAt: ms,
    ...change,
  });
const AT = 1_767_600_000_000;
const insert = async (...rows: ReturnType<typeof deliveryRow>[]) => {
  await db.orm.insert(deliveries).values(rows);
  return rows.map(({ id }) => id);
};

test('pages go from the newest to the oldest without gap or repeat, of one stream and of all', async () => {
  const shop = await fillDeliveries(db, 'shop', 300, (index) => DELIVERY_STATES[index % 4]!);
  const cafe = await fillDeliveries(db, 'cafe', 300, (index) => DELIVERY_STATES[index % 4]!);
  expect((await searchAll({ limit: 77 })).ids).toEqual(shop.toReversed());
  const both = [...shop, ...cafe].sort().reverse();
  expect((await searchAll({ streamId: null, limit: 77 })).ids).toEqual(both);
  const waiting = shop.filter((_, index) => index % 4 === 0).reverse();
  expect((await searchAll({ state: 'waiting', limit: 20 })).ids).toEqual(waiting);
});

test('each field narrows what is found, and the times are those of making', async () => {
  const eventId = Bun.randomUUIDv7('hex', AT + 2_000);
  const [first, second, third] = await insert(
    rowAt(AT),
    rowAt(AT + 1_000, { type: 'Receipt', endpoint: 'global-webhook' }),
    rowAt(AT + 2_000, { eventId, lastStatus: 502 }),
  );
  const idsOf = async (wanted: Partial<DeliverySearch>) =>
    (await search(wanted)).rows.map(({ id }) => id);
  for (const streamId of ['shop', null]) {
    expect(await idsOf({ streamId, type: 'Receipt' })).toEqual([second!]);
    expect(await idsOf({ streamId, endpoint: 'global-webhook' })).toEqual([second!]);
    expect(await idsOf({ streamId, eventId })).toEqual([third!]);
    expect(await idsOf({ streamId, lastStatus: 502 })).toEqual([third!]);
    expect(await idsOf({ streamId, from: AT + 1_000 })).toEqual([third!, second!]);
    expect(await idsOf({ streamId, to: AT + 999 })).toEqual([first!]);
    expect(await idsOf({ streamId, state: 'discarded' })).toEqual([]);
  }
});

test('an event is found among the deliveries of a replay, however long after it', async () => {
  const eventId = Bun.randomUUIDv7('hex', AT);
  const replay = Bun.randomUUIDv7('hex', AT + 60_000);
  const lane = `webhook@${replay}`;
  const [first, again] = await insert(
    rowAt(AT, { eventId }),
    rowAt(AT + 61_000, { eventId, endpoint: lane }),
    rowAt(AT + 61_000, { endpoint: lane }),
  );
  for (const streamId of ['shop', null]) {
    expect((await searchAll({ streamId, eventId, replay })).ids).toEqual([again!]);
    expect((await searchAll({ streamId, eventId })).ids).toEqual([first!]);
  }
});

test('the deliveries of an account are in no search of all instances', async () => {
  await insert(rowAt(AT, { streamId: 'account', endpoint: 'webhook:one' }));
  expect((await search({ streamId: null })).rows).toEqual([]);
});

test('a rare delivery is found behind many others, in searches that each look at so many and no more', async () => {
  const [rare] = await insert(rowAt(AT - 100_000, { type: 'LoggedOut' }));
  const many = `with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 45000)
    insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, created_at, updated_at)
    select printf('%s-0000-7000-8000-%012d', ?, value), 'shop', value, 'webhook', '', 'Message', '', 'delivered', ?, ?
    from numbers`;
  const time = Bun.randomUUIDv7('hex', AT).slice(0, 8);
  await db.query(many, [time, AT, AT]);
  for (const streamId of ['shop', null]) {
    const first = await search({ streamId, type: 'LoggedOut' });
    expect(first.rows).toEqual([]);
    expect(first.next).not.toBeNull();
    expect(await searchAll({ streamId, type: 'LoggedOut' })).toEqual({ ids: [rare!], pages: 2 });
  }
});

test('counting stops where nobody would read on, and says that there is more', async () => {
  await insert(rowAt(AT), rowAt(AT + 1, { state: 'discarded' }));
  await insert(rowAt(AT, { streamId: 'cafe', state: 'discarded' }));
  const state = 'discarded';
  expect(await countDeliveries(db, ['shop', 'cafe', 'none'], { state })).toEqual([
    { streamId: 'shop', count: 1, isMore: false },
    { streamId: 'cafe', count: 1, isMore: false },
  ]);
  expect(await countDeliveries(db, ['shop'], { state, from: AT + 2 })).toEqual([]);
  expect(await countDeliveries(db, ['shop'], { state, to: AT })).toEqual([]);
  await fillDeliveries(db, 'busy', 1_001, () => 'discarded');
  expect(await countDeliveries(db, ['busy', 'none'], { state })).toEqual([
    { streamId: 'busy', count: 1_000, isMore: true },
  ]);
  expect(await countDeliveries(db, ['busy'], { state })).toEqual([
    { streamId: 'busy', count: 1_001, isMore: false },
  ]);
});

test('the deliveries to one endpoint are counted, and of a customer only to endpoints of the customer', async () => {
  const id = 'endpoint:01900000-0000-7000-8000-0000000000ee';
  const replayed = `${id}@01900000-0000-7000-8000-0000000000aa`;
  for (const endpoint of ['webhook', id, replayed, 'amqp'])
    await insert(rowAt(AT, { state: 'discarded', endpoint }));
  const count = async (selection: { endpoint: string; endpoints?: readonly string[] }) =>
    (await countDeliveries(db, ['shop'], { state: 'discarded', ...selection })).map(
      (one) => one.count,
    );
  expect(await count({ endpoint: 'webhook' })).toEqual([1]);
  expect(await count({ endpoint: 'amqp' })).toEqual([1]);
  expect(await count({ endpoint: id })).toEqual([2]);
  expect(await count({ endpoint: id, endpoints: [id] })).toEqual([2]);
  expect(await count({ endpoint: id, endpoints: ['endpoint:other'] })).toEqual([]);
  expect(await count({ endpoint: 'webhook', endpoints: [id] })).toEqual([]);
});

test('one endpoint among many is counted as far as twice the limit, and says that there may be more', async () => {
  const webhooks = await fillDeliveries(db, 'busy', 1_999, () => 'discarded');
  await db.query("update deliveries set endpoint = 'amqp' where id > ?", [webhooks[0] ?? '']);
  const counted = () =>
    countDeliveries(db, ['busy', 'none'], { state: 'discarded', endpoint: 'webhook' });
  expect(await counted()).toEqual([{ streamId: 'busy', count: 1, isMore: false }]);
  await insert(rowAt(AT, { streamId: 'busy', state: 'discarded' }));
  expect((await counted())[0]?.isMore).toBe(true);
  await db.query("update deliveries set endpoint = 'amqp' where stream_id = 'busy'", []);
  expect(await counted()).toEqual([{ streamId: 'busy', count: 0, isMore: true }]);
});

test('no statement of a search sorts more than one slice', async () => {
  const statements: [string, unknown][] = [];
  const spying = {
    ...db,
    query: (...asked: Parameters<typeof db.query>) => {
      statements.push(asked);
      return db.query(...asked);
    },
  };
  for (const streamId of ['shop', null]) await searchDeliveries(spying, { ...ANY, streamId });
  for (const [sql, params] of statements.filter(([sql]) => sql.includes('offset'))) {
    const plan = await db.query(`explain query plan ${sql}`, params as never);
    const steps = plan.map((row) => String(row.at(-1)));
    expect([sql, steps.filter((step) => /TEMP B-TREE|SCAN/.test(step))]).toEqual([sql, []]);
  }
});
