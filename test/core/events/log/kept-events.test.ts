/** The search of kept events for those that fit: what it costs, who runs meanwhile, and when it ends. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { keptEvent, searchKept } from '../../../../src/core/events/log/kept-events.ts';
import { testDatabase } from '../../../helpers/database.ts';

const STREAM = 'shop';
let db: Database;

beforeEach(async () => {
  db = await testDatabase();
});

const keep = (count: number, data: unknown = {}) =>
  db.batch(
    Array.from({ length: count }, (_, at) => ({
      sql: 'insert into events (stream_id, sequence, id, type, body, created_at) values (?, ?, ?, ?, ?, ?)',
      params: [STREAM, at + 1, `e${at + 1}`, 'Message', JSON.stringify({ data }), at],
    })),
  );

const SEARCH = { streamId: STREAM, types: null, since: 0, before: null, limit: 1 };
const connected = new AbortController().signal;

test('an event is found by its id and by its sequence, however many came after it', async () => {
  await keep(3);
  const madeAt = Date.now();
  const eventId = Bun.randomUUIDv7('hex', madeAt);
  await db.query('update events set id = ?, created_at = ? where sequence = 2', [eventId, madeAt]);
  await db.query('update events set created_at = ? where sequence = 3', [madeAt + 3_600_000]);
  await db.query('insert into streams (id, last_sequence) values (?, 20000)', [STREAM]);
  for (const wanted of [{ eventId }, { sequence: 2 }, { eventId, type: 'Message' }])
    expect((await keptEvent(db, STREAM, wanted))?.sequence).toBe(2);
  const others = [{ eventId, type: 'Receipt' }, { eventId: Bun.randomUUIDv7('hex', madeAt) }];
  for (const wanted of [...others, { sequence: 4 }])
    expect(await keptEvent(db, STREAM, wanted)).toBeNull();
  expect(await keptEvent(db, 'cafe', { eventId })).toBeNull();
});

test('a search stops when its caller has gone', async () => {
  await keep(500);
  const caller = new AbortController();
  let asked = 0;
  const search = searchKept(
    db,
    SEARCH,
    () => {
      if (++asked === 10) caller.abort();
      return false;
    },
    caller.signal,
  );
  expect(await search.catch(String)).toContain('the caller has disconnected');
  expect(asked).toBe(10);
});

test('other work runs between any two events that take as much as a filter may', async () => {
  await keep(100);
  let asked = 0;
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  await searchKept(
    db,
    SEARCH,
    (_, budget) => {
      asked++;
      budget.spend(50_000);
      return true;
    },
    connected,
  );
  isOver = true;
  await others;
  expect(asked).toBe(100);
  expect(turns).toBeGreaterThanOrEqual(99);
});

test('a search ends after about half a second of work, and says where to go on', async () => {
  await keep(1_200);
  const search = (before: number | null) =>
    searchKept(
      db,
      { ...SEARCH, before },
      (_, budget) => {
        budget.spend(50_000);
        return true;
      },
      connected,
    );
  const first = await search(null);
  expect(first.lookedAt).toBeLessThan(520);
  expect(first.next).toBe(1_200 - first.lookedAt + 1);
  const second = await search(first.next);
  const third = await search(second.next);
  expect(first.lookedAt + second.lookedAt + third.lookedAt).toBe(1_200);
  expect(third.next).toBeNull();
});

test('an event that cannot be decided fits, and is counted', async () => {
  await keep(3);
  const { matched, undecided } = await searchKept(
    db,
    SEARCH,
    (_, budget) => {
      budget.spend(50_001);
      return false;
    },
    connected,
  );
  expect([matched, undecided]).toEqual([3, 3]);
});
