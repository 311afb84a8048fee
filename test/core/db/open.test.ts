import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/core/db/open.ts';
import { databasePath } from '../../../src/core/shared/database-url.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { lockElsewhere } from './lock-elsewhere.ts';

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => expect.unreachable(),
    (error: Error) => error.message,
  );

describe('a database URL', () => {
  test('file: names a path, relative or absolute, escapes included', () => {
    expect(databasePath('file:./data/a.db')).toBe('./data/a.db');
    expect(databasePath('file:data/a.db')).toBe('data/a.db');
    expect(databasePath('file:/var/a.db')).toBe('/var/a.db');
    expect(databasePath('file:///var/a.db')).toBe('/var/a.db');
    expect(databasePath('file://localhost/var/a.db')).toBe('/var/a.db');
    expect(databasePath('FILE:a%20b.db')).toBe('a b.db');
  });

  test('the schemes of a server name no path', () => {
    for (const scheme of ['libsql', 'http', 'https', 'ws', 'wss', 'HTTPS']) {
      expect(databasePath(`${scheme}://db.example`)).toBeNull();
    }
  });

  test.each([
    'file::memory:',
    'file:',
    'file:///',
    'file:folder/',
    'file://host/a.db',
    'file:a.db?mode=ro',
    'file:50%.db',
    ':memory:',
    'a.db',
    '',
    'postgres://user:hush@host/db',
    'http://',
    'libsql://host?token=hush',
  ])('%p is refused, without showing it', async (url) => {
    const message = await messageOf(openDatabase({ url }));
    expect(message).toMatch(/^the database URL/);
    expect(message).not.toContain('hush');
  });

  test('an unknown scheme is refused with the list of what is accepted', async () => {
    expect(await messageOf(openDatabase({ url: 'mysql://host' }))).toBe(
      'the database URL has the scheme mysql:; accepted are file:, libsql:, http(s): and ws(s):',
    );
  });
});

describe('opening', () => {
  test('creates the folder for its owner alone, and a migrated file', async () => {
    const folder = join(temporaryFolder(), 'data');
    const db = await openDatabase({ url: `file:${folder}/gatehouse.db` });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await db.query('SELECT count(*) FROM instances', [])).toEqual([[0]]);
    await db.close();
  });

  test('again finds what was written', async () => {
    const url = `file:${join(temporaryFolder(), 'a.db')}`;
    const before = await openDatabase({ url });
    await before.query("INSERT INTO streams (id, last_sequence) VALUES ('s', 7)", []);
    await before.close();
    const after = await openDatabase({ url });
    expect(await after.query('SELECT * FROM streams', [])).toEqual([['s', 7, null, 0]]);
    await after.close();
  });

  test('an empty file that was made beforehand is a new database', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await Bun.write(path, '');
    const db = await openDatabase({ url: `file:${path}` });
    expect(await db.query('SELECT count(*) FROM streams', [])).toEqual([[0]]);
    await db.close();
  });

  test('a file of a newer version is refused by name, and closed', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const url = `file:${path}`;
    const db = await openDatabase({ url });
    await db.query("INSERT INTO migrations (name, applied_at) VALUES ('9999_later', 1)", []);
    await db.close();
    const message = await messageOf(openDatabase({ url }));
    expect(message).toStartWith(`database file ${path}: `);
    expect(message).toContain('newer version');
    expect(await Bun.file(`${path}-wal`).exists()).toBe(false);
  });

  test('a path that cannot be a file is refused by name', async () => {
    const folder = temporaryFolder();
    expect(await messageOf(openDatabase({ url: `file:${folder}` }))).toContain(folder);
    const below = join(folder, 'a-file', 'a.db');
    await Bun.write(join(folder, 'a-file'), 'x');
    expect(await messageOf(openDatabase({ url: `file:${below}` }))).toContain(below);
  });

  test('waits for a file that another process has locked', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const clock = manualClock();
    const other = await lockElsewhere(path, 'BEGIN EXCLUSIVE');
    const opening = openDatabase({ url: `file:${path}`, clock });
    await until('the opening waits on the clock', () => clock.pending() === 1);
    await other.unlock();
    await clock.advance(1_000);
    const db = await opening;
    expect(await db.query('SELECT count(*) FROM streams', [])).toEqual([[0]]);
    await db.close();
  });

  test('gives up after 5 s and names the file', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const clock = manualClock();
    const other = await lockElsewhere(path, 'BEGIN EXCLUSIVE');
    const message = messageOf(openDatabase({ url: `file:${path}`, clock }));
    await clock.advance(6_000);
    expect(await message).toBe(`database file ${path}: database is locked`);
    await other.unlock();
  });
});
