import { afterEach, expect, test } from 'bun:test';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseLockedError, lockDatabaseFile } from '../../../src/core/db/lock.ts';
import { temporaryFolder, testDatabase } from '../../helpers/database.ts';
import { collectGarbage } from '../../helpers/garbage.ts';

const newPath = () => join(temporaryFolder(), 'data', 'a.db');

const others: { kill(signal: NodeJS.Signals): void }[] = [];
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
});

/** Another process that takes the lock; `word` is `locked` or the error it met. It stays until killed. */
async function lockElsewhere(path: string) {
  const script = `
    const { lockDatabaseFile } = require(process.argv[1]);
    let word = 'locked';
    try { lockDatabaseFile(process.argv[2]); } catch (error) { word = error.message; }
    process.stdout.write(word);
    setInterval(() => {}, 1000);`;
  const module = join(import.meta.dir, '../../../src/core/db/lock.ts');
  const other = Bun.spawn([process.execPath, '-e', script, module, path], { stdout: 'pipe' });
  others.push(other);
  const { value } = await other.stdout.getReader().read();
  return { other, word: new TextDecoder().decode(value) };
}

const refusalOf = (path: string): DatabaseLockedError => {
  try {
    lockDatabaseFile(path);
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseLockedError);
    return error as DatabaseLockedError;
  }
  return expect.unreachable();
};

test('a second taker in this process is refused, by our pid', () => {
  const path = newPath();
  const lock = lockDatabaseFile(path);
  const refusal = refusalOf(path);
  expect(refusal.pid).toBe(process.pid);
  expect(refusal.message).toBe(
    `database file ${path} is in use by the process with pid ${process.pid}`,
  );
  lock.release();
});

test('a second process is refused, and names the first', async () => {
  const path = newPath();
  const lock = lockDatabaseFile(path);
  const { word } = await lockElsewhere(path);
  expect(word).toBe(`database file ${path} is in use by the process with pid ${process.pid}`);
  lock.release();
});

test('kill -9 frees the file, though the pid is still written beside it', async () => {
  const path = newPath();
  const { other, word } = await lockElsewhere(path);
  expect(word).toBe('locked');
  expect(refusalOf(path).pid).toBe(other.pid);
  other.kill('SIGKILL');
  await other.exited;
  expect(existsSync(`${path}.pid`)).toBe(true);
  lockDatabaseFile(path).release();
});

test('releasing frees the file, and twice does no harm to the next', () => {
  const path = newPath();
  const first = lockDatabaseFile(path);
  first.release();
  expect(existsSync(`${path}.pid`)).toBe(false);
  const second = lockDatabaseFile(path);
  first.release();
  expect(refusalOf(path).pid).toBe(process.pid);
  second.release();
});

test('the lock stays although nothing refers to it any more', () => {
  const path = newPath();
  lockDatabaseFile(path);
  collectGarbage();
  expect(refusalOf(path).pid).toBe(process.pid);
});

test('without a readable pid it is another process', async () => {
  const path = newPath();
  const lock = lockDatabaseFile(path);
  await Bun.write(`${path}.pid`, '');
  expect(refusalOf(path).message).toBe(`database file ${path} is in use by another process`);
  lock.release();
});

test('a link to the file is the same file', async () => {
  const db = await testDatabase();
  const link = join(temporaryFolder(), 'link.db');
  symlinkSync(db.path, link);
  const lock = lockDatabaseFile(db.path);
  expect(refusalOf(link).pid).toBe(process.pid);
  lock.release();
  await db.close();
});

test('the database works for the one that holds the lock', async () => {
  const db = await testDatabase();
  const lock = lockDatabaseFile(db.path);
  await db.query("INSERT INTO streams (id, last_sequence) VALUES ('s', 1)", []);
  lock.release();
  await db.close();
});
