/** A database server whose answers get lost: what became of a commit is found out before any caller is answered. */

import { expect, test } from 'bun:test';
import { type Database, DatabaseError, type Statement } from '../../src/core/db/client.ts';
import { isOutcomeUnknown, unavailabilityOf } from '../../src/core/shared/errors.ts';
import type { ManualClock } from '../doubles/manual-clock.ts';
import { OK, refusal } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import { message, nodeBench, SHOP } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

interface Loss {
  readonly holding: string;
  /** `refused`: not done, and the answer says so. */
  readonly outcome: 'done' | 'not done' | 'late' | 'refused';
  /** From then on every call fails. */
  readonly away?: true;
}

interface LossyDatabase extends Database {
  /** The same, of which no answer gets lost. */
  readonly below: Database;
  /** What becomes of the next call that holds this text: done, not done or not done yet; its answer is lost. */
  next: Loss | null;
  /** Every call fails. */
  isAway: boolean;
  lost: number;
  /** Does now what was late; rejects as the server would. */
  arrive(): Promise<unknown>;
}

async function lossy(): Promise<LossyDatabase> {
  const db = await testDatabase();
  let late: readonly Statement[] = [];
  async function send<T>(statements: readonly Statement[], work: () => Promise<T>): Promise<T> {
    if (lossy.isAway) throw new DatabaseError('unreachable', 'away');
    const { next } = lossy;
    if (next === null || !statements.some(({ sql }) => sql.includes(next.holding))) return work();
    lossy.next = null;
    if (next.outcome === 'done') await work();
    if (next.outcome === 'late') late = statements;
    lossy.isAway = next.away ?? false;
    lossy.lost++;
    const isUnknown = next.outcome !== 'refused';
    throw new DatabaseError('unreachable', 'lost by the test', undefined, { isUnknown });
  }
  const lossy: LossyDatabase = {
    ...db,
    below: db,
    next: null,
    isAway: false,
    lost: 0,
    arrive: () => db.batch(late),
    query: (sql, params) => send([{ sql, params }], () => db.query(sql, params)),
    batch: (statements) => send(statements, () => db.batch(statements)),
  };
  return lossy;
}

const EVENT = 'insert into events';
const CLAIM = "set state = 'sending'";
const LOOK = 'select id, holder from deliveries';
const RESULT = 'update deliveries set state = ?';

const bench = async (options = {}) => {
  const db = await lossy();
  return { ...(await nodeBench({ db, beatsOver: db.below, ...options })), db };
};
/** What it is refused with. Not by `rejects`: that would hold up the event loop meanwhile. */
const failing = (work: Promise<unknown>): Promise<DatabaseError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

/** Less than any wait of the engine; a retry is minutes away. */
const STEP_MS = 1_000;

/** Lets time pass until it is so. */
const inTime = (clock: ManualClock, what: string, holds: () => boolean | Promise<boolean>) =>
  until(what, async () => {
    if (await holds()) return true;
    await clock.advance(STEP_MS);
    return false;
  });

const sequences = async (db: Database) =>
  (await db.query('select sequence from events order by sequence', [])).map(([one]) => Number(one));

test('a publish whose answer was lost is acknowledged once it is found on disk, and delivered once', async () => {
  const { engine, db, channel, rows } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: EVENT, outcome: 'done' };
  await engine.publish(SHOP, [message('a', '2')]);
  await engine.publish(SHOP, [message('a', '3')]);
  await until('all are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  expect(db.lost).toBe(1);
  expect(await sequences(db)).toEqual([1, 2, 3]);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
});

test('a publish that is not found fails, is not on disk, and leaves no gap', async () => {
  const { engine, db, channel } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: EVENT, outcome: 'not done' };
  const error = await failing(engine.publish(SHOP, [message('a', '2')]));
  expect(error.fault).toBe('unreachable');
  expect(isOutcomeUnknown(error)).toBe(false);
  await engine.publish(SHOP, [message('a', '3')]);
  await until('both are sent', () => channel.sent.length === 2);
  expect(await sequences(db)).toEqual([1, 2]);
});

test('a commit that reaches the server after it was given up changes nothing any more', async () => {
  const { engine, db } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: EVENT, outcome: 'late' };
  expect((await failing(engine.publish(SHOP, [message('a', '2')]))).message).toContain(
    'lost by the test',
  );
  expect((await failing(db.arrive())).message).toContain('processes.commits');
  expect(await sequences(db)).toEqual([1]);
  await engine.publish(SHOP, [message('a', '3')]);
  expect((await failing(db.arrive())).message).toContain('processes.commits');
  expect(await sequences(db)).toEqual([1, 2]);
});

test('while it is not known, the publish waits and others are refused; then it is acknowledged', async () => {
  const { engine, db, clock } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: EVENT, outcome: 'done', away: true };
  let isAnswered = false;
  const first = engine.publish(SHOP, [message('a', '2')]).finally(() => {
    isAnswered = true;
  });
  await until('the answer is lost', () => db.lost === 1);
  await clock.advance(1_000);
  expect((await failing(engine.publish(SHOP, [message('a', '3')]))).message).toContain('away');
  await clock.advance(10_000);
  expect(isAnswered).toBe(false);
  db.isAway = false;
  await clock.advance(500);
  await first;
  expect(await sequences(db)).toEqual([1, 2]);
});

test('after 30 s without an answer the caller is answered that it is not known; what is on disk is delivered later', async () => {
  const { engine, db, clock, channel, rows } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: EVENT, outcome: 'done', away: true };
  const answer = failing(engine.publish(SHOP, [message('a', '2')]));
  await until('the answer is lost', () => db.lost === 1);
  await clock.advance(30_000);
  const error = await answer;
  expect(isOutcomeUnknown(error)).toBe(true);
  expect(unavailabilityOf(error)?.message).toContain('not known');
  db.isAway = false;
  await inTime(clock, 'both are sent', () => channel.sent.length === 2);
  await until('both are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  expect(await sequences(db)).toEqual([1, 2]);
});

test('deliveries claimed by a statement whose answer was lost are released and sent', async () => {
  const { engine, db, clock, channel, rows } = await bench();
  channel.script = () => refusal(500, 'status_500');
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  await until('it waits', async () => (await rows())[0]?.state === 'waiting');
  channel.script = () => OK;
  db.next = { holding: CLAIM, outcome: 'done' };
  await inTime(clock, 'the claim was lost', () => db.lost === 1);
  await inTime(clock, 'it is delivered', async () => (await rows())[0]?.state === 'delivered');
  expect(channel.sent).toHaveLength(2);
});

test('a result whose answer was lost is recorded once, and so is the attempt before it', async () => {
  const { engine, db, clock, channel, rows } = await bench();
  channel.script = () => refusal(500, 'status_500');
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  for (const [outcome, attempts] of [
    ['done', 1],
    ['not done', 2],
    ['done', 3],
  ] as const) {
    await inTime(clock, 'a result is recorded', async () => {
      return (await rows())[0]?.attemptCount === attempts;
    });
    db.next = { holding: RESULT, outcome };
    await inTime(clock, 'the next answer is lost', () => db.lost === attempts);
  }
  await inTime(clock, 'the fourth is recorded', async () => (await rows())[0]?.attemptCount === 4);
  const stored = await db.query('select number from attempts order by number', []);
  expect(stored).toEqual([[1], [2], [3]]);
  expect(channel.sent).toHaveLength(4);
});

test('a change without events whose answer was lost is answered when it is known what is on disk', async () => {
  const { engine, db } = await bench();
  await engine.start();
  const change = (name: string) => ({
    sql: "insert into service_facts (name, value) values (?, '') returning name",
    params: [name],
  });
  db.next = { holding: 'insert into service_facts', outcome: 'done' };
  expect(await engine.write([change('test-1')])).toEqual([[]]);
  db.next = { holding: 'insert into service_facts', outcome: 'not done' };
  const error = await failing(engine.write([change('test-2')]));
  expect([error.fault, isOutcomeUnknown(error)]).toEqual(['unreachable', false]);
  expect(await engine.write([change('test-3')])).toEqual([[['test-3']]]);
  const names = await db.query("select name from service_facts where name like 'test-%'", []);
  expect(names.flat()).toEqual(['test-1', 'test-3']);
});

test('what a redelivery made due is sent without a restart, though its answer was lost', async () => {
  const { engine, db, clock, channel, rows } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  db.next = { holding: 'round_from = attempt_count', outcome: 'done' };
  expect((await failing(engine.redeliver(SHOP.id, { state: 'delivered' }))).message).toContain(
    'lost',
  );
  await inTime(clock, 'it is sent again', () => channel.sent.length === 2);
});

test('a process that was forgotten by the others commits as before', async () => {
  const { engine, db } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  await db.query('delete from processes', []);
  await engine.publish(SHOP, [message('a', '2')]);
  await db.query('update processes set commits = 77', []);
  await engine.publish(SHOP, [message('a', '3')]);
  expect(await sequences(db)).toEqual([1, 2, 3]);
});

test('deliveries whose claim got no answer are not overtaken by newer ones of their chat', async () => {
  const { engine, db, channel, clock } = await bench();
  await engine.publish(SHOP, [message('a', '1')]);
  db.next = { holding: CLAIM, outcome: 'done', away: true };
  await engine.start();
  await until('the answer to the claim is lost', () => db.lost === 1);
  db.next = { holding: LOOK, outcome: 'refused' };
  db.isAway = false;
  await inTime(clock, 'the look for what was claimed is refused', () => db.lost === 2);
  await engine.publish(SHOP, [message('a', '2')]);
  await inTime(clock, 'both are sent', () => channel.sent.length === 2);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2]);
});
