/** Copies a database file while it is in use, checks copies by opening them, and restores them. */
import { Database as Connection } from 'bun:sqlite';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { runWithin } from '../shared/async/deadline.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { DatabaseError } from './client.ts';
import { asDatabaseError } from './faults.ts';
import { isBeforeFingerprints, isForeign, isOfOtherBuild, OTHER_BUILD } from './migrate.ts';
import { MIGRATIONS } from './open.ts';
import { runBeside } from './statement-thread.ts';
import { readValue } from './statements.ts';

/** The result of checking a usable file. */
export interface CheckedFile {
  readonly bytes: number;
  /** The newest migration in the file. */
  readonly version: string;
}

/** Returns the approximate size of a copy of the database file, which has no free pages. */
export function copySize(path: string): number {
  try {
    const connection = new Connection(path, { readonly: true });
    try {
      const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
        Number(readValue(connection, `PRAGMA ${name}`)),
      );
      return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
    } finally {
      connection.close(true);
    }
  } catch (error) {
    throw withPath(path, 'cannot be copied', error);
  }
}

/**
 * Writes a copy of the database file `path` as it is at one moment to `draft`, also while a service writes the file.
 * Rejects with a DatabaseError, or with the reason of `signal`; then there is no draft.
 */
export async function copyDatabase(
  path: string,
  draft: string,
  signal: AbortSignal,
): Promise<void> {
  removeDraft(draft);
  try {
    await runBeside({ path, sql: 'VACUUM INTO ?', params: [draft] }, signal);
  } catch (error) {
    removeDraft(draft);
    throw signal.aborted ? error : withPath(path, 'cannot be copied', error);
  }
}

/** Deletes a draft and the files that SQLite creates beside it. */
export function removeDraft(draft: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm'])
    rmSync(`${draft}${ending}`, { force: true });
}

interface CheckOptions {
  readonly signal?: AbortSignal;
  /** The name of the file in messages. */
  readonly label?: string;
  readonly clock?: Clock;
}

const CHECK_LEAST_MS = 60_000;
/** The time limit of a check, which every disk meets. */
const CHECK_MS_PER_MIB = 5_000;
const MIB = 1024 ** 2;

/**
 * Reads every page. Rejects with a DatabaseError when the file is damaged, not one of this service, of a newer version,
 * or takes too long for its size, and with the reason of `signal`. The file may come from anybody: it is read outside
 * of the event loop, nothing in it is trusted, and what it computes has a time limit.
 */
export async function checkDatabase(
  path: string,
  { signal = NEVER, label = path, clock = systemClock() }: CheckOptions = {},
): Promise<CheckedFile> {
  try {
    const bytes = statSync(path).size;
    const ms = CHECK_LEAST_MS + Math.ceil(bytes / MIB) * CHECK_MS_PER_MIB;
    return await runWithin({ clock, ms, signal }, async (limit) => {
      const read = (sql: string, ...params: string[]) =>
        runBeside({ path, sql, params }, limit.signal);
      refuseForeignTables(await read(FOREIGN_TABLES, JSON.stringify(OWN_TABLES)));
      const finding = await read('PRAGMA integrity_check(1)');
      if (finding !== 'ok') throw new Error(`it is damaged: ${finding}`);
      return { bytes, version: versionIn(String(await read(APPLIED))) };
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = isBeforeFingerprints(error) ? new Error(OTHER_BUILD) : error;
    throw withPath(label, 'cannot be used', reason);
  }
}

const NEVER = new AbortController().signal;

/** Names of tables in lower case, in which SQLite compares them. */
const OWN_TABLES = [
  'migrations',
  ...MIGRATIONS.flatMap(({ sql }) =>
    [...sql.matchAll(/CREATE TABLE `(\w+)`/g)].map(([, name]) => name),
  ),
];

/**
 * Selects what has the name of one of our tables, and whether it is a table. A view or virtual table, which has no page
 * of its own, could generate rows without end.
 */
const FOREIGN_TABLES = `SELECT json_group_object(substr(name, 1, 100), type = 'table' AND rootpage > 0)
  FROM sqlite_schema WHERE type IN ('table', 'view') AND lower(name) IN (SELECT value FROM json_each(?))`;

function refuseForeignTables(found: unknown): void {
  const tables: Record<string, number> = JSON.parse(String(found));
  const other = Object.keys(tables).find((name) => tables[name] !== 1);
  if (other !== undefined) throw new Error(`its ${other} is no table`);
  if (tables.migrations !== 1) throw new Error('it is no database of Gatehouse');
}

/** More migrations than any version has; a file of a stranger may have more rows. */
const APPLIED_MAX = 1_000;
const APPLIED = `SELECT json_group_array(json_object('name', name, 'needs', needs, 'fingerprint', fingerprint)) FROM (
  SELECT substr(name, 1, 100) AS name, substr(needs, 1, 100) AS needs, substr(fingerprint, 1, 100) AS fingerprint
  FROM migrations LIMIT ${APPLIED_MAX}
)`;

/** Returns the newest applied migration. Throws an Error for one that this build cannot work with. */
function versionIn(text: string): string {
  const applied: { name: string; needs: string | null; fingerprint: string | null }[] =
    JSON.parse(text);
  const newer = applied.find((migration) => isForeign(migration, MIGRATIONS));
  if (newer !== undefined) throw new Error(`it was written by a newer version (${newer.name})`);
  if (isOfOtherBuild(applied, MIGRATIONS)) throw new Error(OTHER_BUILD);
  return (
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? 'none'
  );
}

/** Returns the path of a copy that will replace the database file `path`; it is in the same folder. */
export const draftBeside = (path: string): string =>
  `${existsSync(path) ? realpathSync(path) : path}.partial`;

/**
 * Replaces the database file `path`, which this process has locked, by the checked `draft` in one step: after a crash
 * one of the two is there. Returns the name under which the replaced file is kept, or null if no file was replaced.
 */
export function replaceDatabase(path: string, draft: string, stamp: string): string | null {
  const real = existsSync(path) ? realpathSync(path) : path;
  try {
    const replaced = keepReplaced(real, `${real}.replaced-${stamp}`);
    settle(draft, real);
    return replaced;
  } catch (error) {
    throw withPath(path, 'cannot be replaced', error);
  }
}

/** Keeps the file under the name `as`, with all its commits. */
function keepReplaced(path: string, as: string): string | null {
  if (!existsSync(path)) return null;
  // The file is damaged, perhaps the reason for the restore, or another process reads it.
  if (!movesLog(path) && existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${as}-wal`);
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  linkOrCopy(path, as);
  chmodSync(as, 0o600);
  return as;
}

/**
 * Moves all commits of the log into the file itself, because the log would otherwise be taken for that of the new file.
 * Returns false if some are left.
 */
function movesLog(path: string): boolean {
  try {
    const connection = new Connection(path);
    try {
      return readValue(connection, 'PRAGMA wal_checkpoint(TRUNCATE)') === 0;
    } finally {
      connection.close(true);
    }
  } catch {
    return false;
  }
}

function linkOrCopy(path: string, as: string): void {
  try {
    linkSync(path, as);
  } catch {
    copyFileSync(path, as);
  }
}

/** Gives a file its final name once it is on disk, and syncs the folder. */
export function settle(draft: string, to: string): void {
  sync(draft);
  renameSync(draft, to);
  sync(dirname(to));
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function withPath(path: string, what: string, error: unknown): DatabaseError {
  const { fault } = asDatabaseError(error);
  // SQLite's findings may have several lines.
  const why = messageOf(error).replace(/\s*\n\s*/g, ' ');
  return new DatabaseError(fault, `${path} ${what}: ${why}`, error);
}
