import { afterEach, describe, expect, test } from 'bun:test';
import type { Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createDatabase } from '../../../src/core/db/client.ts';
import { openSqlite } from '../../../src/core/db/sqlite.ts';
import { describeDatabase } from '../../conformance/store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { temporaryFolder, testDatabase } from '../../helpers/database.ts';
import { threadedDatabase } from '../../helpers/threaded-database.ts';
import { until } from '../../helpers/until.ts';
import { lockElsewhere } from './lock-elsewhere.ts';

describeDatabase('a file', testDatabase);
describeDatabase('a file whose commits have a thread of their own', () => threadedDatabase());

const opened: { close(): Promise<void> }[] = [];
const closedLater = <T extends { close(): Promise<void> }>(closable: T): T => {
  opened.push(closable);
  return closable;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const INSERT = 'INSERT INTO streams (id, last_sequence) VALUES (?, 0)';
const add = (db: Database, id: string) => db.batch([{ sql: INSERT, params: [id] }]);
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: DatabaseError) => error.fault,
  );
const idsIn = async (db: Database) =>
  (await db.query('SELECT id FROM streams ORDER BY id', [])).map(([id]) => id);

const BOTH: [name: string, open: () => Promise<Database & { readonly path: string }>][] = [
  ['with commits on the event loop', testDatabase],
  ['with commits on a thread of their own', threadedDatabase],
];

describe.each(BOTH)('the file, %s', (_name, open) => {
  test('every commit is synced, foreign keys are on, and 8 MiB of pages stay in memory', async () => {
    const db = closedLater(await open());
    const pragma = async (name: string) => (await db.query(`PRAGMA ${name}`, []))[0]?.[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(0);
    expect(await pragma('wal_autocheckpoint')).toBe(1000);
    expect(await pragma('cache_size')).toBe(-8192);
  });

  test('more statements than stay prepared still run, the first ones too', async () => {
    const db = closedLater(await open());
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < 600; i++) expect(await db.query(`SELECT ${i}`, [])).toEqual([[i]]);
    }
  });

  test('a select leaves nothing open that would hold up the log', async () => {
    const db = closedLater(await open());
    await add(db, 'a');
    await db.query('SELECT * FROM streams', []);
    const [row] = await db.query('PRAGMA wal_checkpoint(TRUNCATE)', []);
    expect(row?.[0]).toBe(0);
  });

  test('what is closed leaves one file, with everything in it', async () => {
    const db = await open();
    await add(db, 'a');
    await db.close();
    expect(await Bun.file(`${db.path}-wal`).exists()).toBe(false);
    expect(await idsIn(closedLater(createDatabase(openSqlite({ path: db.path }))))).toEqual(['a']);
  });
});

describe.each(BOTH)('a full disk, %s', (_name, open) => {
  test('a write without room is `full` and leaves nothing half written', async () => {
    const db = closedLater(await open());
    await add(db, 'before');
    await db.query('PRAGMA max_page_count = 1', []);
    const work = db.batch([
      { sql: INSERT, params: ['half'] },
      { sql: INSERT, params: ['x'.repeat(100_000)] },
    ]);
    expect(await faultsOf(work)).toBe('full');
    expect(await idsIn(db)).toEqual(['before']);
  });

  test('a single statement without room is `full` too', async () => {
    const db = closedLater(await open());
    await db.query('PRAGMA max_page_count = 1', []);
    expect(await faultsOf(db.query(INSERT, ['x'.repeat(100_000)]))).toBe('full');
  });

  test('writes work again when there is room, without a restart', async () => {
    const db = closedLater(await open());
    await db.query('PRAGMA max_page_count = 1', []);
    expect(await faultsOf(add(db, 'x'.repeat(100_000)))).toBe('full');
    await db.query('PRAGMA max_page_count = 1000000', []);
    await add(db, 'x'.repeat(100_000));
    expect(await db.query('SELECT length(id) FROM streams', [])).toEqual([[100_000]]);
  });
});

describe('a file that another process has locked', () => {
  const open = async () => {
    const { path, close } = await testDatabase();
    await close();
    const clock = manualClock();
    return { path, clock, db: closedLater(createDatabase(openSqlite({ path, clock }))) };
  };

  test('a write waits outside SQLite and is done when the lock is gone', async () => {
    const { path, clock, db } = await open();
    expect(await db.query('PRAGMA busy_timeout', [])).toEqual([[0]]);
    const other = await lockElsewhere(path);
    const work = Promise.all([add(db, 'a'), db.query(INSERT, ['b'])]);
    await until('both writes wait on the clock', () => clock.pending() === 2);
    await clock.advance(1_000);
    expect(clock.pending()).toBe(2);
    await other.unlock();
    await clock.advance(1_000);
    await work;
    expect(await idsIn(db)).toEqual(['a', 'b']);
  });

  test('after 5 s the write is `busy`, and nothing of it happens later', async () => {
    const { path, clock, db } = await open();
    const other = await lockElsewhere(path);
    const faults = Promise.all([faultsOf(add(db, 'a')), faultsOf(db.query(INSERT, ['b']))]);
    await clock.advance(4_900);
    expect(clock.pending()).toBe(2);
    await clock.advance(400);
    expect(clock.pending()).toBe(0);
    expect(await faults).toEqual(['busy', 'busy']);
    await other.unlock();
    await clock.advance(60_000);
    expect(await idsIn(db)).toEqual([]);
    await add(db, 'c');
    expect(await idsIn(db)).toEqual(['c']);
  });

  test('reads go on meanwhile', async () => {
    const { path, db } = await open();
    await add(db, 'a');
    const other = await lockElsewhere(path);
    expect(await idsIn(db)).toEqual(['a']);
    await other.unlock();
  });

  test('a write that waits when the database is closed fails', async () => {
    const { path, clock, db } = await open();
    const other = await lockElsewhere(path);
    const fault = faultsOf(add(db, 'a'));
    await db.close();
    await clock.advance(5_000);
    expect(await fault).toBe('other');
    await other.unlock();
  });
});

test('a new file can be read by its owner alone', async () => {
  const path = `${temporaryFolder()}/deep/er/new.db`;
  closedLater(openSqlite({ path }));
  const mode = async (name: string) => (await Bun.file(name).stat()).mode & 0o777;
  expect(await mode(path)).toBe(0o600);
  expect(await mode(`${path}-wal`)).toBe(0o600);
});
