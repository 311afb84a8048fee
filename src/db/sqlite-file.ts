/**
 * The database file before it is trusted.
 * Owns: creating it, and refusing what is damaged instead of starting half or wholly empty.
 * Must never: write to a file that has content, or open one that this process has open already:
 * closing any handle of a file ends all locks the process holds on it.
 */
import type { Database as Connection } from 'bun:sqlite';
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readValue } from './statements.ts';
import { logHasLostCommits } from './write-ahead-log.ts';

const HEADER_BYTES = 100;
/** Files up to this size are checked page by page at start: some 50 ms. Larger ones would delay it too long. */
const CHECKED_BYTES = 64 * 1024 * 1024;

/** Creates the folder (0700) a database file is to be in, when it is missing. */
export const createFolderOf = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
};

/** Readable by the owner alone, as the log and the index beside it will be: SQLite copies the mode. */
export function createFileIfMissing(path: string): void {
  if (sizeOf(path) !== null) return;
  // A log without its database is the rest of one that was lost, not a new beginning.
  if (sizeOf(`${path}-wal`)) throw new Error(lost(path, 'is missing'));
  createFolderOf(path);
  closeSync(openSync(path, 'a', 0o600));
}

/** To be called while nobody has the file open. */
export function refuseDamagedFile(path: string): void {
  const size = sizeOf(path) ?? 0;
  const logSize = sizeOf(`${path}-wal`);
  if (size === 0) {
    // SQLite takes an empty file for a new database and deletes the log beside it.
    if (logSize !== null) throw new Error(lost(path, 'is empty'));
    return;
  }
  if (logHasLostCommits(path)) {
    throw new Error(
      `commits are missing from its log ${path}-wal: restore a backup, ` +
        `or delete ${path}-shm to go on with what is left`,
    );
  }
  // While pages are still in the log, the file may rightly be shorter than it says.
  if (!logSize && size < statedBytes(path)) throw new Error('it is cut short: restore a backup');
}

/** Reads the schema, and every page of a file that is not large. Throws with SQLite's first finding. */
export function refuseDamagedPages(connection: Connection, path: string): void {
  readValue(connection, 'SELECT count(*) FROM sqlite_schema');
  if ((sizeOf(path) ?? 0) > CHECKED_BYTES) return;
  const finding = readValue(connection, 'PRAGMA quick_check(1)');
  if (finding !== 'ok') throw new Error(`it is damaged (${finding}): restore a backup`);
}

const lost = (path: string, what: string): string =>
  `it ${what}, but ${path}-wal is there: restore the file, ` +
  `or delete ${path}, ${path}-wal and ${path}-shm to begin anew`;

/** Null when there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** How long the file says it is; 0 when its header does not say so reliably. */
function statedBytes(path: string): number {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return 0;
  } finally {
    closeSync(file);
  }
  const pageSize = header.readUInt16BE(16);
  const isCurrent = header.readUInt32BE(24) === header.readUInt32BE(92);
  return isCurrent ? header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize) : 0;
}
