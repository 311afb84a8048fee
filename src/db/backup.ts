/** Copies of a database file: made while it is in use, checked by opening them, and put back. */
import { Database as Connection } from 'bun:sqlite';
import {
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
import { messageOf } from '../shared/errors.ts';
import { DatabaseError } from './client.ts';
import { asDatabaseError } from './faults.ts';
import { MIGRATIONS } from './open.ts';
import { readValue } from './statements.ts';

/** What was found in a file that can be used. */
export interface Checked {
  readonly bytes: number;
  /** The newest migration that it has. */
  readonly version: string;
}

/**
 * Writes a whole copy of the database file `path`, which a service may be writing, to `to`. That name appears only once
 * the copy has been checked and is on disk. Throws DatabaseError, and then leaves nothing behind.
 */
export function copyDatabase(path: string, to: string): Checked {
  const draft = `${to}.partial`;
  try {
    const connection = new Connection(path, { readonly: true });
    try {
      connection.run('VACUUM INTO ?', [draft]);
    } finally {
      connection.close(true);
    }
    const copy = checkDatabase(draft);
    settle(draft, to);
    return copy;
  } catch (error) {
    rmSync(draft, { force: true });
    throw named(path, 'cannot be copied', error);
  }
}

/** Reads every page. Throws DatabaseError when it is damaged, none of ours, or of a newer version. */
export function checkDatabase(path: string): Checked {
  try {
    const connection = new Connection(path, { readonly: true });
    try {
      const finding = readValue(connection, 'PRAGMA integrity_check(1)');
      if (finding !== 'ok') throw new Error(`it is damaged: ${finding}`);
      return { bytes: statSync(path).size, version: versionOf(connection) };
    } finally {
      connection.close(true);
    }
  } catch (error) {
    throw named(path, 'cannot be used', error);
  }
}

function versionOf(connection: Connection): string {
  const tables = readValue(
    connection,
    "SELECT count(*) FROM sqlite_schema WHERE name = 'migrations'",
  );
  if (tables !== 1) throw new Error('it is no database of Gatehouse');
  const names = connection.query('SELECT name FROM migrations ORDER BY name').values().flat();
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const newer = names.find((name) => !known.has(String(name)));
  if (newer !== undefined) throw new Error(`it was written by a newer version (${newer})`);
  return String(names.at(-1) ?? 'none');
}

/**
 * Puts a checked copy of `from` in the place of the database file `path`, which this process has locked, in one step:
 * a crash leaves the one or the other. Returns the name under which the replaced one stays; null: there was none.
 */
export function replaceDatabase(path: string, from: string, stamp: string): string | null {
  const real = existsSync(path) ? realpathSync(path) : path;
  const draft = `${real}.partial`;
  try {
    copyFileSync(from, draft);
    checkDatabase(draft);
    const replaced = keepReplaced(real, `${real}.replaced-${stamp}`);
    settle(draft, real);
    return replaced;
  } catch (error) {
    rmSync(draft, { force: true });
    throw named(path, 'cannot be replaced', error);
  }
}

/** What was committed is in the file itself from here on; the log would otherwise be taken for that of the new file. */
function keepReplaced(path: string, as: string): string | null {
  if (!existsSync(path)) return null;
  try {
    const connection = new Connection(path);
    connection.run('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close(true);
  } catch {
    // It is damaged, perhaps the reason for all this: its log stays with it, for whoever wants to save it.
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${as}-wal`);
  }
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  linkOrCopy(path, as);
  return as;
}

function linkOrCopy(path: string, as: string): void {
  try {
    linkSync(path, as);
  } catch {
    copyFileSync(path, as);
  }
}

/** On disk under its final name, the folder's entry too. */
function settle(draft: string, to: string): void {
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

function named(path: string, what: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { fault } = asDatabaseError(error);
  // What SQLite finds may have several lines.
  const why = messageOf(error).replace(/\s*\n\s*/g, ' ');
  return new DatabaseError(fault, `${path} ${what}: ${why}`, error);
}
