/** What is kept and what is deleted when the wall clock is wrong for a while, by hours or by years. */
import { expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { createRetention } from '../../../../src/core/events/log/retention.ts';
import { firstIdAt } from '../../../../src/core/shared/ids.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const KEPT_HOURS = 168;

const STREAM = '01900000-0000-7000-8000-00000000a001';

/** A log whose ids have the time of the test's clock, as in the service. Its instance was deleted. */
async function logging(clock: ManualClock = manualClock()) {
  const db = await testDatabase();
  await db.query('insert into streams (id, last_sequence) values (?, 0)', [STREAM]);
  let sequence = 0;
  const add = async (count: number, state = 'waiting') => {
    for (let index = 0; index < count; index++) {
      sequence++;
      const id = `${firstIdAt(clock.now())}-7000-8000-${String(sequence).padStart(12, '0')}`;
      await db.batch([
        {
          sql: `insert into events (stream_id, sequence, id, type, body, created_at)
            values (?, ?, ?, 'Message', '{}', ?)`,
          params: [STREAM, sequence, id, clock.now()],
        },
        {
          sql: `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state,
            attempt_count, next_attempt_at, created_at, updated_at)
            values (?, ?, ?, 'webhook', ?, 'Message', 't', ?, 0, ?, ?, ?)`,
          params: [
            ...[id, STREAM, sequence, id, state, state === 'waiting' ? clock.steady() : null],
            ...[clock.now(), clock.now()],
          ],
        },
      ]);
    }
  };
  return { db, clock, add };
}

const retentionOf = (db: Database, clock: ManualClock) =>
  createRetention({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    eventHours: KEPT_HOURS,
    deliveryHours: KEPT_HOURS,
    nameOf: () => 'shop',
    onDiscard() {},
  });

const states = async (db: Database) =>
  (await db.query('select state, count(*) from deliveries group by 1 order by 1', [])).map(
    ([state, count]) => `${count} ${state}`,
  );
const events = async (db: Database) =>
  Number((await db.query('select count(*) from events', []))[0]?.[0]);

test.each([200, (56 * YEAR_MS) / HOUR_MS])(
  'deliveries that were made while the clock was %p hours behind are kept for their time when it is set',
  async (hours) => {
    const { db, clock, add } = await logging();
    const retention = retentionOf(db, clock);
    await add(3);
    clock.jump(hours * HOUR_MS);
    await retention.prune();
    expect([await states(db), await events(db)]).toEqual([['3 waiting'], 3]);
    await clock.advance((KEPT_HOURS - 1) * HOUR_MS);
    // A restart in between changes nothing.
    await retentionOf(db, clock).prune();
    expect([await states(db), await events(db)]).toEqual([['3 waiting'], 3]);
    await clock.advance(26 * HOUR_MS);
    await retentionOf(db, clock).prune();
    expect([await states(db), await events(db)]).toEqual([[], 0]);
  },
);

test('what is made after the clock was set is kept no longer than that time either', async () => {
  const { db, clock, add } = await logging();
  const retention = retentionOf(db, clock);
  clock.jump(YEAR_MS);
  await retention.prune();
  await add(2, 'delivered');
  await clock.advance((KEPT_HOURS + 25) * HOUR_MS);
  await retention.prune();
  expect(await events(db)).toBe(0);
});

test.each([YEAR_MS, 20 * YEAR_MS])(
  'more events than one slice that are dated %p ms ahead stop no deletion',
  async (ahead) => {
    const { db, clock, add } = await logging();
    const retention = retentionOf(db, clock);
    clock.jump(ahead);
    await add(1_100, 'delivered');
    clock.jump(-ahead);
    await retention.prune();
    await add(20, 'delivered');
    expect(await events(db)).toBe(1_120);
    await clock.advance((KEPT_HOURS + 25) * HOUR_MS);
    await retention.prune();
    await retention.prune();
    expect([await events(db), await states(db)]).toEqual([0, []]);
  },
);

test('a clock that was years ahead when a process ended stops no deletion afterwards', async () => {
  const { db, clock, add } = await logging();
  const retention = retentionOf(db, clock);
  clock.jump(10 * YEAR_MS);
  await retention.prune();
  clock.jump(-10 * YEAR_MS);
  await add(2, 'delivered');
  const later = retentionOf(db, clock);
  await later.prune();
  await clock.advance((KEPT_HOURS + 200) * HOUR_MS);
  await later.prune();
  expect(await events(db)).toBe(0);
});

test('streams of deleted instances are deleted once nothing of them is stored, without a cluster too', async () => {
  const { db, clock, add } = await logging();
  const retention = retentionOf(db, clock);
  await add(1, 'delivered');
  const count = async () => (await db.query('select count(*) from streams', []))[0]?.[0];
  await retention.prune();
  expect(await count()).toBe(1);
  await clock.advance((KEPT_HOURS + 25) * HOUR_MS);
  await retention.prune();
  expect(await count()).toBe(0);
});
