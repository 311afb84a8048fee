/** A database of the test's own: a migrated temporary file, removed when the process is gone. */
import { copyFileSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '../../src/core/db/client.ts';
import { openDatabase } from '../../src/core/db/open.ts';
import { openSqlite } from '../../src/core/db/sqlite.ts';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** All tests together leave some three gigabytes there until they end. */
const SPARE_BYTES = 8 * 1024 ** 3;

/**
 * The folder of all temporary ones. In memory where there is plenty: what is shown there does not depend on a disk,
 * and a commit need not wait for one. Services that are processes of their own have their data on a disk.
 */
function place(): string {
  return freemem() > SPARE_BYTES && spareBytes(MEMORY) > SPARE_BYTES ? MEMORY : tmpdir();
}

function spareBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const root = mkdtempSync(join(place(), 'gatehouse-test-'));
whenThisProcessIsGone('rm -rf "$1"', root);
let folders = 0;

/** An empty folder that no other test uses. */
export function temporaryFolder(): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return folder;
}

/** Commits stay on the event loop however slow a busy machine makes them: tests that move the clock rely on it. */
export const STEADY_PACE = { isSlow: false, record() {} };

/** The path of a migrated database that nobody has open. */
let template: Promise<string> | undefined;

async function migrateTemplate(): Promise<string> {
  const path = join(temporaryFolder(), 'template.db');
  const database = await openDatabase({ url: `file:${path}`, commits: { pace: STEADY_PACE } });
  await database.close();
  return path;
}

/** Puts a migrated, empty database at `path`: migrating costs ten times what a copy does, so a process does it once. */
export async function createMigrated(path: string): Promise<void> {
  template ??= migrateTemplate();
  copyFileSync(await template, path);
}

/**
 * Opened without the checks of a start: the copy is known to be whole and migrated, and they cost twice what it does.
 * `original`: the path of another than the empty one, which no process has open.
 */
export async function testDatabase(original?: string): Promise<Database & { path: string }> {
  const path = join(temporaryFolder(), 'test.db');
  if (original === undefined) await createMigrated(path);
  else copyFileSync(original, path);
  const executor = openSqlite({ path, isSecond: true, pace: STEADY_PACE });
  return Object.assign(createDatabase(executor), { path });
}

/**
 * Runs a line of shell, `$1` being `argument`, once this process has ended in whatever way: the
 * test runner announces its end to nobody, but a pipe to a waiting shell closes. Returns the cancel.
 */
export function whenThisProcessIsGone(line: string, argument: string): () => void {
  const shell = Bun.spawn(['sh', '-c', `cat > /dev/null; ${line}`, 'sh', argument], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  shell.unref();
  return () => shell.kill('SIGKILL');
}
