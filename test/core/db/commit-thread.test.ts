/** Commits on a thread of their own: what the event loop goes on with meanwhile, and what is never lost. */
import { afterEach, expect, test } from 'bun:test';
import { createDatabase, type DatabaseError, faultOf } from '../../../src/core/db/client.ts';
import { openSqlite } from '../../../src/core/db/sqlite.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { type ThreadedDatabase, threadedDatabase } from '../../helpers/threaded-database.ts';
import { until } from '../../helpers/until.ts';
import { lockElsewhere } from './lock-elsewhere.ts';

const opened: { close(): Promise<void> }[] = [];
const closedLater = <T extends { close(): Promise<void> }>(closable: T): T => {
  opened.push(closable);
  return closable;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const add = (id: string) => [
  { sql: 'insert into streams (id, last_sequence) values (?, 0)', params: [id] },
];
const idsIn = async (db: Pick<ThreadedDatabase, 'query'>) =>
  (await db.query('select id from streams order by rowid', [])).map(([id]) => id);
/** A write that keeps its thread busy for long. */
const LONG = {
  sql: `insert into streams (id, last_sequence) with recursive n(x) as (select 1 union all select x + 1 from n where x < 3000000)
    select 'long', max(x) from n`,
  params: [],
};

test('reads are answered while a commit takes long, and see it once it has been acknowledged', async () => {
  const db = closedLater(await threadedDatabase());
  const order: string[] = [];
  const long = db.batch([LONG]).then(() => order.push('written'));
  for (let index = 0; index < 5; index++) {
    // A whole turn of the event loop, timers and sockets included.
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`read ${(await db.query('select count(*) from streams', []))[0]?.[0]}`);
    const [rows] = await db.batch([{ sql: 'select count(*) from streams', params: [] }]);
    order.push(`read ${rows?.[0]?.[0]}`);
  }
  await long;
  expect(order).toEqual([...Array.from({ length: 10 }, () => 'read 0'), 'written']);
  expect(await idsIn(db)).toEqual(['long']);
});

test('writes that arrive together share a commit, and one that is refused is undone alone', async () => {
  const db = closedLater(await threadedDatabase());
  let commits = 0;
  db.pace.record = () => {
    commits++;
  };
  const results = await Promise.allSettled([
    db.batch(add('a')),
    db.batch([...add('b'), ...add('a')]),
    db.query('insert into streams (id, last_sequence) values (?, 1) returning last_sequence', [
      'c',
    ]),
    db.batch([...add('d'), ...add('e')]),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(faultOf((results[1] as PromiseRejectedResult).reason)).toBe('unique');
  expect((results[2] as PromiseFulfilledResult<unknown>).value).toEqual([[1]]);
  expect(await idsIn(db)).toEqual(['a', 'c', 'd', 'e']);
  expect(commits).toBe(1);
});

test('what is tried out there says what would fail, and nothing of it is written', async () => {
  const db = closedLater(await threadedDatabase());
  await db.batch(add('a'));
  const errors = await db.tryOut([add('b'), [...add('c'), ...add('a')], add('d')]);
  expect(errors.map((error) => error?.fault ?? null)).toEqual([null, 'unique', null]);
  expect(await idsIn(db)).toEqual(['a']);
});

test('one that ends the whole transaction takes no other write with it', async () => {
  const db = closedLater(await threadedDatabase());
  await db.query(
    "create trigger t before insert on streams when new.id = 'bad' begin select raise(rollback, 'no'); end",
    [],
  );
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((id) => db.batch(add(id))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await idsIn(db)).toEqual(['a', 'b']);
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each([1, 2, 3, 4])(
  'whatever commits change between threads under load, nothing is lost, doubled or out of order (seed %p)',
  async (seed) => {
    const db = closedLater(await threadedDatabase());
    await db.query('create table log (place integer, writer integer, number integer)', []);
    const random = mulberry32(seed);
    const wasOnBoth = { true: 0, false: 0 };
    const acknowledged: string[] = [];
    let place = 0;
    const writer = async (name: number) => {
      for (let number = 0; number < 150; number++) {
        if (random() < 0.03) db.pace.isSlow = !db.pace.isSlow;
        wasOnBoth[`${db.isThreaded()}`]++;
        const row = { sql: 'insert into log values (?, ?, ?)', params: [place++, name, number] };
        const isRefused = random() < 0.1;
        const write = isRefused
          ? db.batch([row, { sql: 'insert into log (nothing) values (1)', params: [] }])
          : random() < 0.3
            ? db.query(row.sql, row.params)
            : db.batch([row]);
        const written = await write.then(
          () => true,
          () => false,
        );
        expect(written).toBe(!isRefused);
        if (!isRefused) acknowledged.push(`${name}:${number}`);
        const [seen] = await db.query('select count(*) from log where writer = ? and number = ?', [
          name,
          number,
        ]);
        expect(seen?.[0]).toBe(isRefused ? 0 : 1);
        // Turns of the loop, not time: how writers interleave is the seed's choice on any machine.
        for (let turns = random() < 0.2 ? random() * 30 : 0; turns > 0; turns--) await nextTurn();
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writer));
    const rows = await db.query('select place, writer, number from log order by rowid', []);
    const places = rows.map(([at]) => Number(at));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(rows.map(([, name, number]) => `${name}:${number}`).sort()).toEqual(acknowledged.sort());
    expect(wasOnBoth.true).toBeGreaterThan(0);
    expect(wasOnBoth.false).toBeGreaterThan(0);
  },
  60_000,
);

test('commits come back to the event loop when the disk is quick again', async () => {
  const db = closedLater(await threadedDatabase());
  await db.batch(add('threaded'));
  db.pace.isSlow = false;
  await db.batch(add('last'));
  expect(db.isThreaded()).toBe(false);
  await db.batch(add('here'));
  expect(await idsIn(db)).toEqual(['threaded', 'last', 'here']);
});

test('a file that another process has locked is waited for outside of the thread', async () => {
  const first = await threadedDatabase();
  await first.close();
  const clock = manualClock();
  const db = closedLater(await threadedDatabase({ path: first.path, clock }));
  const other = await lockElsewhere(db.path);
  const written = db.batch(add('a')).then(() => true);
  await until('it waits', () => clock.pending() === 1);
  await other.unlock();
  await clock.advance(1_000);
  expect(await written).toBe(true);
  expect(await idsIn(db)).toEqual(['a']);
});

test('what was written before a close is on disk after it, and one file is left', async () => {
  const db = await threadedDatabase();
  const writes = Array.from({ length: 50 }, (_, index) => db.batch(add(`${index}`)));
  await new Promise((resolve) => setImmediate(resolve));
  await db.close();
  await Promise.all(writes);
  expect(await Bun.file(`${db.path}-wal`).exists()).toBe(false);
  const later = closedLater(createDatabase(openSqlite({ path: db.path })));
  expect(await later.query('select count(*) from streams', [])).toEqual([[50]]);
});

test('a thread that ends unasked is a fatal fault with its reason, and everything unanswered fails', async () => {
  const threads: Worker[] = [];
  const System = globalThis.Worker;
  globalThis.Worker = class extends System {
    constructor(...parts: ConstructorParameters<typeof System>) {
      super(...parts);
      threads.push(this);
    }
  };
  const fatal: DatabaseError[] = [];
  const db = closedLater(
    await threadedDatabase({ fatal: (error) => void fatal.push(error) }).finally(() => {
      globalThis.Worker = System;
    }),
  );
  const unanswered = [db.batch([LONG]), db.batch(add('behind'))].map((write) =>
    write.then(
      () => 'written',
      (error: Error) => error.message,
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  for (const thread of threads) thread.terminate();
  const reason = 'the commit thread ended: it stopped';
  expect(await Promise.all(unanswered)).toEqual([reason, reason]);
  expect(fatal.map(({ message }) => message)).toEqual([reason]);
  expect(await db.batch(add('later')).catch((error: Error) => error.message)).toBe(reason);
  expect(await idsIn(db)).not.toContain('later');
});

test('a process that did not close its database still ends, with what it awaited on disk', async () => {
  const path = `${temporaryFolder()}/forgotten.db`;
  const helper = new URL('../../helpers/threaded-database.ts', import.meta.url).pathname;
  const script = `
    const { threadedDatabase } = await import(${JSON.stringify(helper)});
    const db = await threadedDatabase({ path: ${JSON.stringify(path)} });
    await db.batch([{ sql: 'insert into streams (id, last_sequence) values (?, 0)', params: ['a'] }]);
    process.stdout.write('written');`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' });
  expect(await new Response(child.stdout).text()).toBe('written');
  expect(await child.exited).toBe(0);
  expect(await idsIn(closedLater(createDatabase(openSqlite({ path }))))).toEqual(['a']);
});

/** A small generator with a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
