/** One Idempotency-Key that comes to two nodes of one database. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { type IdempotentWork, withIdempotency } from '../../../src/core/http/idempotency.ts';
import { createIdempotency } from '../../../src/core/idempotency/store.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { conflict } from '../../helpers/failures.ts';
import { until } from '../../helpers/until.ts';

const REQUEST = { credential: 'c', target: 'x', key: 'k', body: { a: 1 }, resumes: false };
const LEASE_MS = 12_000;

const ALIVE = `insert into nodes (id, name, url, version, started_at, since, beat_at, until)
  values (?1, ?1, '', '0', 0, 0, 0, ?2)`;

async function cluster() {
  const [db, clock] = [await testDatabase(), manualClock()];
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const log = createLog('error', clock.now, () => {});
  const databaseNow = () => String(clock.steady());
  let runs = 0;
  const works: IdempotentWork[] = [];

  /** A node that lives for 12 s. `through`: how it reaches the database. */
  async function node(name: string, through: Pick<Database, 'batch' | 'query' | 'tryOut'> = db) {
    await db.query(ALIVE, [name, clock.steady() + LEASE_MS]);
    const store = createIdempotency({ db: through, vault, clock, log, node: name, databaseNow });
    return {
      store,
      /** Work that ends when it is told to; `done` is what the caller hears. */
      ask(request: Partial<typeof REQUEST> = {}) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const run = async (work: IdempotentWork) => {
          const number = ++runs;
          works.push(work);
          await promise;
          return { status: 201, body: { number } };
        };
        const done = withIdempotency(store, { ...REQUEST, ...request }, run).catch(
          (error: AppError) => error,
        );
        return { done, end: resolve, fail: reject };
      },
    };
  }

  const claims = () => db.query('select holder from idempotency_keys where status is null', []);
  return {
    db,
    clock,
    node,
    claims,
    runs: () => runs,
    works,
    isUnderWay: () => until('it is under way', async () => (await claims()).length === 1),
    /** Lets those who wait look again, until `waiting` has ended. */
    async ended<T>(waiting: Promise<T>, stepMs = 500): Promise<T> {
      let isOver = false;
      void waiting.finally(() => {
        isOver = true;
      });
      await until('it has ended', async () => {
        await clock.advance(stepMs);
        return isOver;
      });
      return waiting;
    },
  };
}

test('a request that comes to two nodes at once is done once, and both answer the same', async () => {
  const { node, claims, runs, ended, isUnderWay } = await cluster();
  const [one, two] = [await node('one'), await node('two')];
  const first = one.ask();
  await isUnderWay();
  const second = two.ask();
  expect(await two.ask({ body: { a: 2 } }).done).toMatchObject({ reason: 'conflict' });
  const other = two.ask({ key: 'other' });
  other.end();
  expect(await other.done).toMatchObject({ body: { number: 2 }, isReplayed: false });
  first.end();
  expect(await first.done).toEqual({ status: 201, body: { number: 1 }, isReplayed: false });
  const again = { status: 201, body: { number: 1 }, isReplayed: true };
  expect(await ended(second.done)).toEqual(again);
  expect(await one.ask().done).toEqual(again);
  expect([runs(), await claims()]).toEqual([2, []]);
});

test('what has failed at one node is done by the other that waits for it', async () => {
  const { node, runs, ended, isUnderWay } = await cluster();
  const [one, two] = [await node('one'), await node('two')];
  const first = one.ask();
  await isUnderWay();
  const second = two.ask();
  second.end();
  first.fail(conflict('no'));
  expect(await first.done).toMatchObject({ reason: 'conflict' });
  expect(await ended(second.done)).toMatchObject({ body: { number: 2 }, isReplayed: false });
  expect(runs()).toBe(2);
});

test('what a node had begun that has ended is not done again: its outcome is not known, which every node answers', async () => {
  const { clock, node, claims, runs, ended, isUnderWay } = await cluster();
  const one = await node('one');
  one.ask();
  await isUnderWay();
  await clock.advance(LEASE_MS - 1_000);
  const two = await node('two');
  const waiting = two.ask();
  const unknown = { reason: 'unavailable', message: expect.stringContaining('is not known') };
  expect(await ended(waiting.done)).toMatchObject(unknown);
  const three = await node('three');
  expect(await three.ask().done).toMatchObject({ ...unknown, mayBeDone: true });
  expect([runs(), await claims()]).toEqual([1, []]);
});

test('when a node that was taken for dead answers after all, that is what repetitions get', async () => {
  const { clock, node, runs, isUnderWay } = await cluster();
  const one = await node('one');
  const first = one.ask();
  await isUnderWay();
  await clock.advance(LEASE_MS);
  const two = await node('two');
  expect(await two.ask().done).toMatchObject({ reason: 'unavailable' });
  first.end();
  await first.done;
  expect(await two.ask().done).toMatchObject({ body: { number: 1 }, isReplayed: true });
  expect(runs()).toBe(1);
});

test('a repetition waits for another node for 110 seconds, then it is told to ask again', async () => {
  const { db, clock, node, runs, ended, isUnderWay } = await cluster();
  const [one, two] = [await node('one'), await node('two')];
  await db.query('update nodes set until = until + 1000000', []);
  const first = one.ask();
  await isUnderWay();
  const from = clock.steady();
  const refused = await ended(two.ask().done, 10_000);
  expect(refused).toMatchObject({ reason: 'unavailable', headers: { 'retry-after': '5' } });
  expect(clock.steady() - from).toBeGreaterThanOrEqual(110_000);
  first.end();
  await first.done;
  expect(await two.ask().done).toMatchObject({ isReplayed: true });
  expect(runs()).toBe(1);
});

/** A way to the database that can be cut, and that can lose answers. */
function lossy(db: Database) {
  const state = { isCut: false, answersUntilLost: Number.POSITIVE_INFINITY };
  return {
    state,
    through: {
      ...db,
      async batch(statements: Parameters<Database['batch']>[0]) {
        if (state.isCut) throw new DatabaseError('unreachable', 'cut by the test');
        const rows = await db.batch(statements);
        if (state.answersUntilLost-- !== 0) return rows;
        throw new DatabaseError('unreachable', 'lost by the test', null, { isUnknown: true });
      },
    },
  };
}

test('an answer that could not be stored is stored when the database can be reached again, and nothing is done twice', async () => {
  const { db, clock, node, runs, ended, isUnderWay } = await cluster();
  const { state, through } = lossy(db);
  const [one, two] = [await node('one', through), await node('two')];
  const first = one.ask();
  await isUnderWay();
  state.isCut = true;
  first.end();
  expect(await first.done).toMatchObject({ status: 201 });
  const second = two.ask();
  await clock.advance(1_000);
  state.isCut = false;
  expect(await ended(second.done)).toMatchObject({ body: { number: 1 }, isReplayed: true });
  expect(runs()).toBe(1);
});

test('a key whose first request failed for a lost answer of the database is free again', async () => {
  const { db, node, runs, ended } = await cluster();
  const { state, through } = lossy(db);
  const [one, two] = [await node('one', through), await node('two')];
  state.answersUntilLost = 0;
  expect(await one.ask().done).toBeInstanceOf(DatabaseError);
  expect(runs()).toBe(0);
  const second = two.ask();
  second.end();
  expect(await ended(second.done)).toMatchObject({ status: 201, isReplayed: false });
});

test('that an outcome is not known is stored once, whether or not the database says that it was', async () => {
  const { db, clock, node, claims, runs, ended, isUnderWay } = await cluster();
  const { state, through } = lossy(db);
  const [one, two] = [await node('one'), await node('two', through)];
  one.ask();
  await isUnderWay();
  await clock.advance(LEASE_MS);
  // It hears of the claim, and not of what it has stored.
  state.answersUntilLost = 1;
  expect(await two.ask().done).toBeInstanceOf(DatabaseError);
  expect(await ended(two.ask().done)).toMatchObject({ reason: 'unavailable', mayBeDone: true });
  expect([runs(), await claims()]).toEqual([1, []]);
});

test('claims that nobody asked for again are pruned after 24 hours', async () => {
  const { clock, db, node, claims, isUnderWay } = await cluster();
  const one = await node('one');
  one.ask();
  await isUnderWay();
  // By the time of the database: the oldest node that lives prunes.
  await db.query('update nodes set until = ?', [Date.now() + 60_000]);
  await clock.advance(24 * 3_600_000 - 1);
  expect(await one.store.prune()).toBe(0);
  await clock.advance(1);
  expect(await one.store.prune()).toBe(1);
  expect(await claims()).toEqual([]);
});

test('what a node had begun that has ended, and whose work can tell what was done of it, runs again as a repetition with the same message ids', async () => {
  const { clock, node, works, claims } = await cluster();
  const one = await node('one');
  const dead = one.ask({ resumes: true });
  await until('it is under way', async () => (await claims()).length === 1);
  await clock.advance(LEASE_MS);
  const two = (await node('two')).ask({ resumes: true });
  two.end();
  expect(await two.done).toEqual({ status: 201, body: { number: 2 }, isReplayed: false });
  expect(works.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  const [first, second] = works.map((work) => [work.messageId(), work.messageId('2')]);
  expect(second).toEqual(first ?? []);
  expect(new Set(first).size).toBe(2);
  for (const id of first ?? []) expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
  dead.end();
  await dead.done;
  expect(await one.ask({ resumes: true }).done).toMatchObject({ body: { number: 2 } });
});

test('work whose outcome one node has left open is found out by another at once, although the first lives', async () => {
  const { clock, node, works, ended, isUnderWay } = await cluster();
  const one = (await node('one')).ask({ resumes: true });
  await isUnderWay();
  one.fail(new AppError('upstream', 'nobody knows', { mayBeDone: true }));
  expect(await one.done).toMatchObject({ mayBeDone: true });
  const [two, before] = [(await node('two')).ask({ resumes: true }), clock.steady()];
  two.end();
  expect(await ended(two.done)).toMatchObject({ status: 201, isReplayed: false });
  expect(clock.steady() - before).toBeLessThan(LEASE_MS / 2);
  expect(works.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
});

test('the commit of a node that was taken for dead fails once another node does the work', async () => {
  const { clock, db, node, works, isUnderWay } = await cluster();
  const one = await node('one');
  one.ask({ resumes: true });
  await isUnderWay();
  await clock.advance(LEASE_MS);
  const two = (await node('two')).ask({ resumes: true });
  await until('the other has it', async () => works.length === 2);
  const [late, present] = works;
  const write = {
    sql: "insert into service_facts (name, value) values ('made', ?)",
    params: ['1'],
  };
  const committing = async (work: IdempotentWork | undefined) =>
    db.batch([write, ...(work ? [work.statementStoring('made')] : [])]);
  await expect(committing(late)).rejects.toThrow('idempotency_keys.done');
  await committing(present);
  two.end();
  expect(await two.done).toMatchObject({ status: 201 });
});
