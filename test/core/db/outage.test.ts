/** A database that takes no writes for a while: which calls are refused, how soon, and when it is over. */
import { beforeEach, expect, test } from 'bun:test';
import {
  DatabaseError,
  type Executor,
  faultOf,
  type PassingFault,
} from '../../../src/core/db/client.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { type WatchedDatabase, watchOutages } from '../../../src/core/db/outage.ts';
import { unavailabilityOf } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { mountSmallDisk } from '../../helpers/small-disk.ts';
import { until } from '../../helpers/until.ts';

const WRITE = 'insert into streams (id, last_sequence) values (?, 0)';
const READ = 'select 1';

let clock: ManualClock;
let fault: PassingFault | 'unique' | null;
/** Whether reads are answered whatever the fault is. */
let isReadable: boolean;
let asked: string[];
let lines: Record<string, unknown>[];
let db: WatchedDatabase;

beforeEach(() => {
  clock = manualClock();
  fault = null;
  isReadable = false;
  asked = [];
  lines = [];
  const answer = async <T>(sql: string, result: T): Promise<T> => {
    asked.push(sql);
    if (fault !== null && !(isReadable && sql === READ))
      throw new DatabaseError(fault, 'refused by the test');
    return result;
  };
  const executor: Executor = {
    query: (sql) => answer(sql, []),
    batch: (list) => answer(list[0]?.sql ?? '', []),
    tryOut: async () => [],
    close: async () => {},
  };
  const log = createLog('debug', clock.now, (line) => lines.push(JSON.parse(line)));
  db = watchOutages(executor, { clock, log });
});

const failing = (work: Promise<unknown>): Promise<DatabaseError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );
const write = () => db.query(WRITE, ['a']);

test('after the first write that finds the disk full, others are refused without asking the disk', async () => {
  fault = 'full';
  await failing(write());
  asked = [];
  const refused = await failing(
    db.batch([
      { sql: READ, params: [] },
      { sql: WRITE, params: [] },
    ]),
  );
  expect(faultOf(refused)).toBe('full');
  expect(asked).toEqual([]);
});

test('every refused call names the fault and since when it lasts', async () => {
  fault = 'full';
  const first = await failing(write());
  await clock.advance(10_000);
  const later = await failing(write());
  const text = 'the disk is full since 2026-01-05T10:00:00.000Z';
  expect([first, later].map((error) => unavailabilityOf(error)?.message)).toEqual([text, text]);
  expect(db.outages.reason).toBe(text);
});

test('a full disk refuses no reads; a database out of reach does', async () => {
  fault = 'full';
  await failing(write());
  fault = null;
  expect(await db.query(READ, [])).toEqual([]);
  await clock.advance(0);
  fault = 'unreachable';
  await failing(db.query(READ, []));
  asked = [];
  expect(faultOf(await failing(db.query(READ, [])))).toBe('unreachable');
  expect(asked).toEqual([]);
});

test('when there is room again, writes are taken within half a second, without any call meanwhile', async () => {
  fault = 'full';
  await failing(write());
  await clock.advance(60_000);
  fault = null;
  await clock.advance(500);
  expect(db.outages.reason).toBeNull();
  await write();
  expect(clock.pending()).toBe(0);
});

test('the database is tried at a pace, not as fast as it refuses', async () => {
  fault = 'busy';
  await failing(write());
  asked = [];
  await clock.advance(60_000);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.length).toBeLessThan(130);
});

test('a small write that succeeds while larger ones fail does not make it a new outage', async () => {
  fault = 'full';
  await failing(write());
  await clock.advance(5_000);
  fault = null;
  await clock.advance(500);
  fault = 'full';
  const again = unavailabilityOf(await failing(write()));
  expect(again?.message).toContain('since 2026-01-05T10:00:00.000Z');
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('an outage is logged when it begins and when it has ended, however many are refused', async () => {
  fault = 'full';
  for (let pass = 0; pass < 100; pass++) await failing(write());
  fault = null;
  await clock.advance(2_000);
  await write();
  await write();
  expect(lines.map(({ message }) => message)).toEqual([
    'the database takes no writes',
    'the database takes writes again',
  ]);
});

test('a server that has answered reads but no write for 30 s must be restarted, says the log once and the reason until it is over', async () => {
  const stuck = 'the database server answers reads but takes no write: it must be restarted';
  fault = 'unreachable';
  isReadable = true;
  await failing(write());
  await clock.advance(29_000);
  expect(db.outages.reason).toBe('the database cannot be reached since 2026-01-05T10:00:00.000Z');
  await clock.advance(60_000);
  expect(db.outages.reason).toEndWith(`; ${stuck}`);
  expect(lines.filter(({ message }) => message === stuck)).toHaveLength(1);
  fault = null;
  await clock.advance(500);
  expect(db.outages.reason).toBeNull();
});

test('a server that answers nothing at all is not said to answer reads', async () => {
  fault = 'unreachable';
  await failing(write());
  await clock.advance(60_000);
  expect(db.outages.reason).toBe('the database cannot be reached since 2026-01-05T10:00:00.000Z');
});

test('failed and refused writes are counted by reason; what the caller sent wrong is not', async () => {
  fault = 'unique';
  await failing(write());
  fault = 'full';
  await failing(write());
  await failing(write());
  expect(db.outages.failed).toEqual({
    full: 2,
    busy: 0,
    unreachable: 0,
    unauthorized: 0,
    other: 0,
  });
});

test('a write refused for what it is refuses no other', async () => {
  fault = 'unique';
  const error = await failing(write());
  expect(error.unavailable).toBeNull();
  expect(db.outages.reason).toBeNull();
});

test('closing ends the trying', async () => {
  fault = 'full';
  await failing(write());
  await db.close();
  expect(clock.pending()).toBe(0);
});

const disk = mountSmallDisk(8);

test.skipIf(disk === null)(
  'a disk with room for a small write alone stays a full one until there is more',
  async () => {
    if (disk === null) return;
    const log = createLog('error', clock.now, () => {});
    const file = await openDatabase({ url: `file:${disk.path}/gatehouse.db` });
    const watched = watchOutages(file, { clock, log });
    const fact = (bytes: number) =>
      watched.query(
        `insert or replace into service_facts (name, value) values ('a', hex(zeroblob(${bytes})))`,
        [],
      );
    disk.fill(65_536);
    expect(faultOf(await failing(fact(1_000_000)))).toBe('full');
    for (let second = 0; second < 10; second++) {
      await clock.advance(1_000);
      expect(watched.outages.reason).not.toBeNull();
    }
    disk.free();
    await clock.advance(1_000);
    await until('it is over', () => watched.outages.reason === null);
    await fact(1_000_000);
    expect(
      await file.query("select name from service_facts where name = 'write_probe'", []),
    ).toEqual([]);
    await watched.close();
    disk.unmount();
  },
);
