import { Database as Connection } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '../../../src/core/db/backup.ts';
import { isLogForeign } from '../../../src/core/db/foreign-log.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { temporaryFolder } from '../../helpers/database.ts';

const ROWS = 200;
const PARTS = ['', '-wal', '-shm'];

/** Folders holding `a.db` as a process left it: one killed in the middle of its work, one stopped. */
let killed: string;
let stopped: string;

beforeAll(async () => {
  [killed, stopped] = await Promise.all([leaveBehind('kill'), leaveBehind('stop')]);
});

/** Each row is a commit of its own, so that a log cut anywhere has lost some. */
async function leaveBehind(end: 'kill' | 'stop'): Promise<string> {
  const script = `
    const { openDatabase } = require(process.argv[1]);
    const db = await openDatabase({ url: 'file:' + process.argv[2] });
    for (let i = 0; i < ${ROWS}; i++) await db.query('INSERT INTO streams (id, last_sequence) VALUES (?, ?)', ['s' + i, i]);
    if (process.argv[3] === 'kill') process.kill(process.pid, 'SIGKILL');
    await db.close();`;
  const folder = temporaryFolder();
  const module = join(import.meta.dir, '../../../src/core/db/open.ts');
  const path = join(folder, 'a.db');
  const other = Bun.spawn([process.execPath, '-e', script, module, path, end]);
  await other.exited;
  expect(other.signalCode).toBe(end === 'kill' ? 'SIGKILL' : null);
  return folder;
}

/** Runs a process that adds rows, checkpoints now and then, and ends as told. */
async function addRows(path: string, end: 'kill' | 'stop', rows = 40): Promise<void> {
  const script = `
    const { openDatabase } = require(process.argv[1]);
    const db = await openDatabase({ url: 'file:' + process.argv[2] });
    const beside = await openDatabase({ url: 'file:' + process.argv[2], isSecond: true });
    for (let i = 0; i < ${rows}; i++) {
      const id = crypto.randomUUID().repeat(20);
      const by = i % 7 === 6 ? beside : db;
      await by.query('INSERT INTO streams (id, last_sequence) VALUES (?, ?)', [id, i]);
      if (i % 50 === 29) await db.query('PRAGMA wal_checkpoint(' + (i % 100 === 29 ? 'PASSIVE' : 'RESTART') + ')', []);
    }
    if (process.argv[3] === 'kill') process.kill(process.pid, 'SIGKILL');
    await beside.close();
    await db.close();`;
  const module = join(import.meta.dir, '../../../src/core/db/open.ts');
  const other = Bun.spawn([process.execPath, '-e', script, module, path, end]);
  await other.exited;
  expect(other.signalCode).toBe(end === 'kill' ? 'SIGKILL' : null);
}

async function copied(live: string, made: string, how: 'serialize' | 'vacuum'): Promise<void> {
  const connection = new Connection(live);
  if (how === 'vacuum') connection.run('VACUUM INTO ?', [made]);
  else writeFileSync(made, connection.serialize());
  connection.close(true);
}

const NEVER = new AbortController().signal;

/** A copy of the test's own. */
function copyOf(folder: string): string {
  const path = join(temporaryFolder(), 'a.db');
  for (const part of PARTS) {
    const from = join(folder, `a.db${part}`);
    if (existsSync(from)) copyFileSync(from, path + part);
  }
  return path;
}

async function countIn(path: string): Promise<unknown> {
  const db = await openDatabase({ url: `file:${path}` });
  try {
    return (await db.query('SELECT count(*) FROM streams', []))[0]?.[0];
  } finally {
    await db.close();
  }
}

const refusalOf = (path: string): Promise<string> =>
  countIn(path).then(
    (count) => expect.unreachable(`opened with ${count} rows`),
    (error: Error) => error.message,
  );

const cut = (path: string, share: number) =>
  truncateSync(path, Math.floor(statSync(path).size * share));

function overwrite(path: string, position: number, bytes: number): void {
  const content = readFileSync(path);
  content.fill(0xa5, position, position + bytes);
  writeFileSync(path, content);
}

const contentOf = (path: string) =>
  PARTS.map((part) => (existsSync(path + part) ? Bun.hash(readFileSync(path + part)) : null));

describe('what was left behind intact', () => {
  test('after a kill everything that was answered is there', async () => {
    expect(await countIn(copyOf(killed))).toBe(ROWS);
  });

  test('after a stop everything that was answered is there', async () => {
    expect(await countIn(copyOf(stopped))).toBe(ROWS);
  });

  test('a log that ends in a torn write is recovered up to the last commit', async () => {
    const path = copyOf(killed);
    appendFileSync(`${path}-wal`, Buffer.alloc(5_000, 7));
    expect(await countIn(path)).toBe(ROWS);
  });

  test('without the shared index the log recovers by its own rules', async () => {
    const path = copyOf(killed);
    rmSync(`${path}-shm`);
    expect(await countIn(path)).toBe(ROWS);
  });

  test('pages that are damaged in the file and whole in the log come from the log', async () => {
    const path = copyOf(killed);
    truncateSync(path, 2_000);
    expect(await countIn(path)).toBe(ROWS);
  });

  test('an index from before the log began anew proves nothing against it', async () => {
    const path = copyOf(stopped);
    copyFileSync(join(killed, 'a.db-shm'), `${path}-shm`);
    const later = copyOf(killed);
    const db = await openDatabase({ url: `file:${later}` });
    await db.query('PRAGMA wal_checkpoint(RESTART)', []);
    await db.query("INSERT INTO streams (id, last_sequence) VALUES ('later', 1)", []);
    for (const part of ['', '-wal']) copyFileSync(later + part, path + part);
    await db.close();
    expect(await countIn(path)).toBe(ROWS + 1);
  });
});

describe('a backup that was copied by hand over the file of a process that was killed', () => {
  /** The file alone, as it was at a stop before the process ran that was killed. */
  async function atEarlierStop(runs: number): Promise<{ path: string; backup: string }> {
    const path = copyOf(stopped);
    const backup = `${path}.backup`;
    copyFileSync(path, backup);
    for (let run = 0; run < runs; run++) await addRows(path, 'stop');
    await addRows(path, 'kill');
    return { path, backup };
  }

  test.each([
    ['made by gatehouse backup', (live: string, made: string) => copyDatabase(live, made, NEVER)],
    [
      'made by the command .backup',
      (live: string, made: string) => copied(live, made, 'serialize'),
    ],
    ['made by VACUUM INTO', (live: string, made: string) => copied(live, made, 'vacuum')],
  ] as const)('is refused with the way to restore it: %s', async (_, make) => {
    const path = copyOf(killed);
    const backup = `${path}.backup`;
    const source = copyOf(stopped);
    await addRows(source, 'stop');
    await make(source, backup);
    copyFileSync(backup, path);
    const before = contentOf(path);
    const refusal = await refusalOf(path);
    expect(refusal).toContain(`its log ${path}-wal belongs to another state`);
    expect(refusal).toContain('gatehouse restore BACKUP');
    expect(contentOf(path)).toEqual(before);
  });

  test('is refused if it is a copy of the file some starts ago, without the index too', async () => {
    const { path, backup } = await atEarlierStop(2);
    copyFileSync(backup, path);
    expect(await refusalOf(path)).toContain('belongs to another state');
    rmSync(`${path}-shm`);
    expect(await refusalOf(path)).toContain('belongs to another state');
  });

  test('is refused if it is of a service that has run longer than the one that was killed', async () => {
    const { path: later } = await atEarlierStop(3);
    await addRows(later, 'stop');
    const path = copyOf(killed);
    copyFileSync(later, path);
    expect(await refusalOf(path)).toContain('belongs to another state');
  });

  test('is used if the log was removed, as restore does', async () => {
    const { path, backup } = await atEarlierStop(2);
    copyFileSync(backup, path);
    for (const part of ['-wal', '-shm']) rmSync(path + part);
    expect(await countIn(path)).toBe(ROWS);
  });

  test('is not seen in any kill of many, at whatever point of log and checkpoint', async () => {
    const path = copyOf(stopped);
    for (let kill = 1; kill <= 12; kill++) {
      await addRows(path, 'kill', kill * 37);
      expect(isLogForeign(path)).toBe(false);
    }
    expect(await countIn(path)).toBeGreaterThan(ROWS);
  }, 60_000);
});

describe('a damaged file is refused by name and never opened empty', () => {
  test.each([
    ['its header is overwritten', (path: string) => overwrite(path, 0, 100)],
    ['its schema is overwritten', (path: string) => overwrite(path, 100, 3_900)],
    ['a page in its middle is overwritten', (path: string) => overwrite(path, 4096 * 4, 4096)],
    ['it is cut to half', (path: string) => cut(path, 0.5)],
    ['it is cut by one byte', (path: string) => truncateSync(path, statSync(path).size - 1)],
    ['it is cut inside its header', (path: string) => truncateSync(path, 50)],
    ['it is another kind of file', (path: string) => writeFileSync(path, 'id,name\n1,one\n')],
  ])('after a stop, %s', async (_what, damage) => {
    const path = copyOf(stopped);
    damage(path);
    expect(await refusalOf(path)).toStartWith(`database file ${path}: `);
    expect(await refusalOf(path)).toStartWith(`database file ${path}: `);
  });

  test.each([
    ['its file is emptied', (path: string) => truncateSync(path, 0)],
    ['its file is removed', (path: string) => rmSync(path)],
    ['its log is emptied', (path: string) => truncateSync(`${path}-wal`, 0)],
    ['its log is removed', (path: string) => rmSync(`${path}-wal`)],
    ['its log is cut inside its header', (path: string) => truncateSync(`${path}-wal`, 20)],
    ['its log is cut to half', (path: string) => cut(`${path}-wal`, 0.5)],
    [
      'its log lacks one byte',
      (path: string) => truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 1),
    ],
    ["its log's header is overwritten", (path: string) => overwrite(`${path}-wal`, 0, 32)],
    ["a bit of its log's salt is overwritten", (path: string) => overwrite(`${path}-wal`, 17, 1)],
    [
      'a byte of its first frame is overwritten',
      (path: string) => overwrite(`${path}-wal`, 1_000, 1),
    ],
    [
      'a checksum in its log is overwritten',
      (path: string) => overwrite(`${path}-wal`, 32 + 16, 4),
    ],
  ])('after a kill, %s: nothing is touched', async (_what, damage) => {
    const path = copyOf(killed);
    damage(path);
    const before = contentOf(path);
    const message = await refusalOf(path);
    expect(message).toStartWith(`database file ${path}: `);
    expect(message).toMatch(/restore/);
    expect(contentOf(path)).toEqual(before);
    expect(await refusalOf(path)).toBe(message);
  });

  test('the remedy that the message names works', async () => {
    const path = copyOf(killed);
    // The first half is the migrations.
    cut(`${path}-wal`, 0.9);
    expect(await refusalOf(path)).toContain(`delete ${path}-shm to go on with what is left`);
    rmSync(`${path}-shm`);
    const left = Number(await countIn(path));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(ROWS);
  });
});
