import { expect, test } from 'bun:test';
import { effectOf, type Statement } from '../../../../src/core/db/client.ts';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type { ReplayProgress } from '../../../../src/core/events/contract/replay.ts';
import { readReplay } from '../../../../src/core/events/log/replays.ts';
import { createRetention } from '../../../../src/core/events/log/retention.ts';
import { firstIdAt } from '../../../../src/core/shared/ids.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { replayView } from '../../../../src/core/webhooks/replays.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { refusal } from '../../../doubles/scripted-channel.ts';
import { CAFE, type EngineBench, engineBench, message, SHOP } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const HOUR_MS = 3_600_000;

/** Ids carry real time, so the clock of these tests starts there. */
const bench = () => engineBench({ clock: manualClock(Date.now()) });

const retentionOf = ({ db }: EngineBench, laterMs: number, eventHours = 1, deliveryHours = 1) => {
  const lines: string[] = [];
  const discarded: [streamId: string, endpoint: string, count: number][] = [];
  const retention = createRetention({
    db,
    clock: manualClock(Date.now() + laterMs),
    log: createLog('error', Date.now, (line) => lines.push(line)),
    eventHours,
    deliveryHours,
    nameOf: () => SHOP.name,
    onDiscard: (...counted) => discarded.push(counted),
  });
  return { ...retention, lines, discarded };
};

const count = async ({ db }: EngineBench, table: string): Promise<unknown> =>
  (await db.query(`select count(*) from ${table}`, []))[0]?.[0];

test('finished deliveries, their attempts and events are removed when their time is over, in slices', async () => {
  const one = await bench();
  await one.engine.start();
  await one.engine.publish(
    SHOP,
    Array.from({ length: 1_200 }, (_, index) => message(`chat${index % 50}`)),
  );
  await until('all are delivered', async () =>
    (await one.rows()).every((row) => row.state === 'delivered'),
  );
  expect(await retentionOf(one, 0.5 * HOUR_MS).prune()).toBe(0);
  let longest = 0;
  const { query } = one.db;
  const watched = {
    ...one,
    db: {
      ...one.db,
      query: async (sql: string, params: never[]) => {
        const rows = await query(sql, params);
        longest = Math.max(longest, rows.length);
        return rows;
      },
    },
  } as EngineBench;
  expect(await retentionOf(watched, 2 * HOUR_MS).prune()).toBe(2_400);
  expect(longest).toBeLessThanOrEqual(500);
  for (const table of ['events', 'deliveries', 'attempts']) expect(await count(one, table)).toBe(0);
});

test('a delivery that still waits when its event is removed is discarded, counted, logged, and listed for as long as deliveries are', async () => {
  const one = await bench();
  one.channel.script = () => refusal(500, 'http_status: 500');
  await one.engine.start();
  await one.engine.publish(SHOP, [message('a'), message('b')]);
  await until('both were tried', async () =>
    (await one.rows()).every(({ attemptCount }) => attemptCount === 1),
  );
  const expiry = retentionOf(one, 1.5 * HOUR_MS);
  await expiry.prune();
  const rows = await one.rows();
  expect(rows.map(({ state, lastError }) => [state, lastError])).toEqual(
    Array(2).fill(['discarded', 'retention: the event is no longer kept']),
  );
  expect(expiry.discarded).toEqual([[SHOP.id, rows[0]?.endpoint ?? '', 2]]);
  expect(expiry.lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      count: 2,
      endpoints: 1,
      instanceName: SHOP.name,
      endpoint: rows[0]?.endpoint,
    },
  ]);
  expect(await count(one, 'events')).toBe(0);
  // They are as old as their events, and are not deleted with them.
  const later = retentionOf(one, 2.5 * HOUR_MS);
  await later.prune();
  expect([await count(one, 'deliveries'), later.discarded, later.lines]).toEqual([0, [], []]);
});

test('what waited too long of a replay counts as discarded there, in the same commit', async () => {
  const one = await bench();
  const { engine, db, clock, channel } = one;
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  await until('both are delivered', async () =>
    (await one.rows()).every(({ state }) => state === 'delivered'),
  );
  channel.script = () => refusal(500, 'http_status: 500');
  const time = { since: 0, until: clock.now() };
  const all = { types: null, chat: null, eventIds: null, onlyFailed: false, ratePerSecond: 500 };
  const begun = await engine.replays.begin(SHOP.id, { endpoint: 'webhook', ...time, ...all });
  const replay = 'id' in begun ? begun.id : '';
  await until('both were tried again', async () => {
    await clock.advance(50);
    return channel.sent.length === 4;
  });
  await engine.replays.act(SHOP.id, replay, 'pause');
  const read = async () =>
    replayView((await readReplay(db, SHOP.id, 'webhook', replay)) as ReplayProgress);
  expect(await read()).toMatchObject({ found: 2, delivered: 0, waiting: 2, discarded: 0 });
  await retentionOf(one, 1.5 * HOUR_MS).prune();
  expect(await read()).toMatchObject({ found: 2, delivered: 0, waiting: 0, discarded: 2 });
});

test('a stop in the middle of pruning ends it, and plans no other', async () => {
  const clock = manualClock();
  const statements: string[] = [];
  const answer = Promise.withResolvers<[number][]>();
  const retention = createRetention({
    db: {
      query: (sql) => {
        statements.push(sql);
        return answer.promise;
      },
      batch: async () => [],
    },
    clock,
    log: createLog('error', Date.now, () => {}),
    eventHours: 1,
    deliveryHours: 1,
    nameOf: () => null,
    onDiscard() {},
  });
  retention.start();
  await clock.advance(60_000);
  expect(statements).toHaveLength(1);
  retention.stop();
  answer.resolve([]);
  await clock.advance(60_000);
  expect([statements.length, clock.pending()]).toEqual([1, 0]);
});

/** Deletes events without end: `tookMs` says how long a slice of so many takes. */
function endless(tookMs: (slice: number) => number) {
  const clock = manualClock();
  const slices: number[] = [];
  let spent = 0;
  const retention = createRetention({
    db: {
      async query(sql) {
        // What is to be pruned.
        if (sql.startsWith('select true')) return [[1, 1]];
        if (!sql.startsWith('delete from events')) return [];
        const slice = Number(/limit (\d+)/.exec(sql)?.[1]);
        slices.push(slice);
        spent += tookMs(slice);
        return Array.from({ length: slice }, () => [1]);
      },
      batch: async () => [],
    },
    clock: { ...clock, steady: () => clock.steady() + spent },
    log: createLog('error', Date.now, () => {}),
    eventHours: 1,
    deliveryHours: 1,
    nameOf: () => null,
    onDiscard() {},
  });
  return { retention, clock, slices };
}

test('pruning leaves other work three times as long as each slice took, and a stop does not wait for that', async () => {
  const { retention, clock, slices } = endless(() => 4);
  const pruned = retention.prune();
  await until('one slice is deleted', () => slices.length === 1 && clock.pending() === 1);
  await clock.advance(11);
  expect(slices).toHaveLength(1);
  await clock.advance(1);
  await until('the next slice is deleted', () => slices.length === 2 && clock.pending() === 1);
  retention.stop();
  expect([await pruned, slices, clock.pending()]).toEqual([1_000, [500, 500], 0]);
});

test('a slice that kept others waiting for long is followed by smaller ones, and by larger ones when they are quick', async () => {
  let msForHundred = 10;
  const { retention, clock, slices } = endless((slice) => (slice * msForHundred) / 100);
  const pruned = retention.prune();
  const next = async (count: number) => {
    await until('a slice is deleted', () => slices.length === count && clock.pending() === 1);
    const pauseMs = (3 * msForHundred * (slices.at(-1) ?? 0)) / 100;
    if (count === 4) msForHundred = 1;
    await clock.advance(pauseMs);
  };
  for (let count = 1; count <= 7; count++) await next(count);
  await until('the last slice is deleted', () => slices.length === 8 && clock.pending() === 1);
  retention.stop();
  await pruned;
  expect(slices).toEqual([500, 250, 125, 100, 100, 200, 400, 400]);
});

test('deliveries of every stream are pruned, and no statement asks of more than 500 streams', async () => {
  const one = await bench();
  const at = Date.now() - 1.5 * HOUR_MS;
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 1201)';
  await one.db.batch([
    { sql: `${numbers} insert into streams (id) select printf('s%04d', i) from n`, params: [] },
    {
      sql: `${numbers} insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state,
          attempt_count, next_attempt_at, created_at, updated_at)
        select printf('${firstIdAt(at).slice(0, 24)}%012x', i), printf('s%04d', i), 1, 'webhook', 'e', 'Message', 't',
          iif(i % 2, 'waiting', 'delivered'), i % 2, iif(i % 2, ?1, null), ?1, ?1 from n`,
      params: [at],
    },
  ]);
  const asked: number[] = [];
  const { query, batch } = one.db;
  const watch = ({ sql, params }: Statement) => {
    const [from, to] = params.filter((value) => /^(s\d+)?$/.test(String(value)));
    if (/id <= \?/.test(sql))
      asked.push(Number(String(to).slice(1)) - Number(String(from).slice(1)));
  };
  const db: EngineBench['db'] = {
    ...one.db,
    async query(sql, params) {
      watch({ sql, params });
      return query(sql, params);
    },
    async batch(statements) {
      for (const one of statements.slice(-1)) watch(one);
      return batch(statements);
    },
  };
  const watching = { ...one, db };
  const passes = [retentionOf(watching, 0), retentionOf(watching, 48 * HOUR_MS)];
  expect(await passes[0]?.prune()).toBe(600);
  expect(passes[0]?.discarded.reduce((sum, [, , count]) => sum + count, 0)).toBe(601);
  expect(asked).toHaveLength(3 * 5);
  expect(Math.max(...asked)).toBe(500);
  expect(await passes[1]?.prune()).toBe(601);
  expect(await count(one, 'deliveries')).toBe(0);
});

test('what need not be pruned costs two questions a minute, and no write', async () => {
  const one = await bench();
  await one.engine.publish(SHOP, [message('a')]);
  const asked: string[] = [];
  const { query } = one.db;
  const watched: EngineBench['db']['query'] = async (sql, params) => {
    asked.push(sql);
    return query(sql, params);
  };
  const retention = retentionOf({ ...one, db: { ...one.db, query: watched } }, 0);
  // Streams are looked through once an hour.
  await retention.prune();
  asked.length = 0;
  expect(await retention.prune()).toBe(0);
  expect(asked.map((sql) => effectOf(sql))).toEqual(['read', 'read']);
});

test('sequences go on after every event was pruned', async () => {
  const one = await bench();
  await one.engine.publish(SHOP, [message('a'), message('a')]);
  await retentionOf(one, 2 * HOUR_MS).prune();
  await one.engine.publish(SHOP, [message('a')]);
  expect(await one.db.query('select sequence from events', [])).toEqual([[3]]);
});

const qrCode = (secretUntil: number): CatalogEvent => ({
  type: 'QRCode',
  data: { code: '2@secret', qrcode: 'data:image/png;base64,secret', count: 1, maxCount: 6 },
  secretUntil,
});

test('a QR code is wiped from the event log within a second of its end, not before', async () => {
  const { engine, db, clock } = await bench();
  await engine.start();
  await engine.publish(SHOP, [qrCode(clock.steady() + 60_000)]);
  const body = async () => String((await db.query('select body from events', []))[0]?.[0]);
  await clock.advance(59_999);
  expect(JSON.parse(await body()).data.code).toBe('2@secret');
  await clock.advance(1_000);
  await until('it is wiped', async () => !(await body()).includes('secret'));
  expect(JSON.parse(await body()).data).toEqual({ code: '', qrcode: '', count: 1, maxCount: 6 });
});

/** `wipes` has the times of the statements, which fail while `state.fails`. The clock begins at 10 s. */
function wipingBench() {
  const wipes: number[] = [];
  const clock = manualClock(10_000);
  const state = { fails: false };
  const retention = createRetention({
    db: {
      async query() {
        wipes.push(clock.steady());
        if (state.fails) throw new Error('the database is away');
        return [];
      },
      batch: async () => [],
    },
    clock,
    log: createLog('error', Date.now, () => {}),
    eventHours: 1,
    deliveryHours: 1,
    nameOf: () => SHOP.name,
    onDiscard() {},
  });
  return { wipes, clock, retention, state };
}

test('codes that expire within one second are wiped by one statement', async () => {
  const { wipes, clock, retention } = wipingBench();
  for (let ms = 1; ms <= 1_000; ms++) retention.secretStored(SHOP.id, 10_000 + ms);
  retention.secretStored(SHOP.id, 11_001);
  await clock.advance(2_000);
  expect(wipes).toEqual([11_000, 12_000]);
  retention.secretStored(SHOP.id, 11_500);
  await clock.advance(0);
  expect(wipes).toEqual([11_000, 12_000, 12_000]);
  retention.stop();
});

test('codes that were wiped with their instance are not wiped again when they expire, and those of others are', async () => {
  const { wipes, clock, retention, state } = wipingBench();
  for (const until of [11_000, 12_000, 13_000]) retention.secretStored(SHOP.id, until);
  retention.secretStored(CAFE.id, 12_000);
  await retention.wipeStream(SHOP.id);
  expect(wipes).toEqual([10_000]);
  // It is stored after the instance was wiped, perhaps in the moment in which that statement ran.
  retention.secretStored(SHOP.id, 14_000);
  await clock.advance(10_000);
  expect(wipes).toEqual([10_000, 12_000, 14_000]);
  retention.secretStored(SHOP.id, 21_000);
  state.fails = true;
  await expect(retention.wipeStream(SHOP.id)).rejects.toThrow('away');
  state.fails = false;
  await clock.advance(1_000);
  expect(wipes.slice(3)).toEqual([20_000, 21_000]);
  retention.stop();
});

test('codes are wiped when the instance says so, and at start when they expired meanwhile', async () => {
  const first = await bench();
  await first.engine.publish(SHOP, [qrCode(first.clock.steady() + 60_000)]);
  await first.engine.publish(SHOP, [qrCode(first.clock.steady() + 1_000)]);
  first.kill();
  const second = await engineBench({
    db: first.db,
    clock: manualClock(first.clock.steady() + 2_000),
  });
  await second.engine.start();
  const bodies = async () =>
    (await first.db.query('select body from events order by sequence', [])).map(([body]) =>
      String(body),
    );
  expect((await bodies()).map((body) => body.includes('secret'))).toEqual([true, false]);
  await second.engine.wipeCodes(SHOP.id);
  expect((await bodies()).some((body) => body.includes('secret'))).toBe(false);
});
