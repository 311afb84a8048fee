/** `gatehouse restore` of files that are no honest backups, or have loose modes. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkDatabase } from '../../../src/core/db/backup.ts';
import {
  cleanUp,
  copyStopped,
  freshDataDir,
  isolated,
} from '../../core/process/spawned-process.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run, start } from './commands.ts';

let dataDir: string;
let database: string;
beforeAll(async () => {
  dataDir = await freshDataDir();
  await copyStopped(dataDir);
  database = join(dataDir, 'gatehouse.db');
});
afterAll(cleanUp);

const restore = (file: string) => run(['restore', file, '--json'], isolated(dataDir));
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const left = () => readdirSync(dataDir).filter((name) => name.includes('.partial'));

/** A copy of the database that somebody has worked on. */
function crafted(...statements: readonly string[]): string {
  const file = join(temporaryFolder(), 'crafted.db');
  copyFileSync(database, file);
  const connection = new Database(file);
  for (const statement of statements) connection.run(statement);
  connection.close();
  return file;
}

/** Refused in one line that has these words, and the database is as it was. */
async function expectRefusal(file: string, code: number, words: string) {
  const before = readFileSync(database);
  const refused = await restore(file);
  expect([file, refused.code, refused.out]).toEqual([file, code, '']);
  expect(refused.error.trimEnd().split('\n')).toEqual([expect.stringContaining(words)]);
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(left()).toEqual([]);
}

test('a restored database, and the one it replaces, are for their owner alone, whatever mode the backup has', async () => {
  const other = await freshDataDir();
  await copyStopped(other);
  const backup = crafted();
  chmodSync(backup, 0o666);
  chmodSync(join(other, 'gatehouse.db'), 0o644);
  const { code, out } = await run(['restore', backup, '--json'], isolated(other));
  expect(code).toBe(0);
  const [{ database: restored, replaced } = {}] = recordsIn(out);
  expect([restored, replaced].map((path) => modeOf(String(path)))).toEqual(['600', '600']);
});

test('a named pipe, a socket, a device and a folder are no backups, and nothing waits for what they might say', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  Bun.spawnSync(['mkfifo', at('pipe')]);
  const server = createServer().listen(at('socket'));
  await expectRefusal(
    at('pipe'),
    2,
    `${at('pipe')} cannot be read: it is a named pipe, not a file`,
  );
  await until('it listens', () => existsSync(at('socket')));
  await expectRefusal(at('socket'), 2, 'it is a socket, not a file');
  await expectRefusal('/dev/zero', 2, 'it is a device, not a file');
  await expectRefusal(folder, 2, 'is not a backup: there is no backup in it');
  server.close();
});

const ENDLESS = 'WITH RECURSIVE n (name) AS (SELECT 1 UNION ALL SELECT name + 1 FROM n)';

test('a table of ours that is an endless view, or reads from one, is refused before anything asks it', async () => {
  const view = crafted(
    'DROP TABLE migrations',
    `CREATE VIEW migrations AS ${ENDLESS} SELECT name FROM n`,
  );
  await expectRefusal(view, 78, 'cannot be used: its migrations is no table');
  const elsewhere = crafted(
    'PRAGMA foreign_keys = OFF',
    'DROP TABLE labels',
    `CREATE VIEW Labels AS ${ENDLESS} SELECT name FROM n`,
  );
  await expectRefusal(elsewhere, 78, 'cannot be used: its Labels is no table');
  const index = crafted(
    'DROP TABLE migrations',
    `CREATE VIEW n AS ${ENDLESS} SELECT name FROM n`,
    "CREATE VIRTUAL TABLE migrations USING fts5 (name, content = 'n')",
  );
  await expectRefusal(index, 78, 'cannot be used: its migrations is no table');
  // What somebody has added for reports of their own is no fault.
  const reports = crafted(`CREATE VIEW report AS ${ENDLESS} SELECT name FROM n`);
  expect((await restore(reports)).code).toBe(0);
});

test('more migrations than any version has are not read', async () => {
  const file = crafted(
    `INSERT INTO migrations (name, applied_at) ${ENDLESS} SELECT name, 1 FROM n LIMIT 100000`,
  );
  await expectRefusal(file, 78, 'by a newer version');
});

/** Takes minutes: each of two million places is compared with a million bytes. */
const SLOW = 'instr(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || a)';

/** Seconds of CPU that a process has used: only one that calculates gets beyond what its start takes. */
function calculatedFor(pid: number): number {
  const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return Number(numbers.split(' ')[11]) / TICKS_PER_SECOND;
}
const TICKS_PER_SECOND = 100;

test.skipIf(process.platform !== 'linux')(
  'SIGTERM ends a restore in the middle of what a backup has it calculate for minutes, and nothing of it is left',
  async () => {
    const file = crafted(
      'DROP TABLE migrations',
      'CREATE TABLE migrations (a, needs, fingerprint)',
      'INSERT INTO migrations (a) VALUES (1)',
      `ALTER TABLE migrations ADD COLUMN name GENERATED ALWAYS AS (${SLOW}) VIRTUAL`,
    );
    const before = readFileSync(database);
    const command = start(['restore', file], isolated(dataDir));
    await until('it calculates', () => calculatedFor(command.pid) > 1.5);
    command.signal('SIGTERM');
    expect(await command.ended()).toBe(1);
    expect(left()).toEqual([]);
    expect(readFileSync(database).equals(before)).toBe(true);
  },
);

test('a check that nobody interrupts ends with its time, which grows with the file', async () => {
  const clock = manualClock();
  const check = checkDatabase(crafted(), { clock }).catch((error) => error);
  await clock.advance(70_000);
  expect((await check).message).toMatch(/cannot be used: not done within 6\d\.?\d* s$/);
  expect(clock.pending()).toBe(0);
});
