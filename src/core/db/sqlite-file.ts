/** Checks a database file before it is trusted. */
import type { Database as Connection } from 'bun:sqlite';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import {
  addTo,
  FRAME_HEADER_BYTES,
  isLogForeign,
  isWritten,
  LOG_HEADER_BYTES,
  type StartOfLog,
  startOfLog,
} from './foreign-log.ts';
import { readValue } from './statements.ts';

const HEADER_BYTES = 100;
/**
 * Files up to this size are checked page by page at the start, which takes about 50 ms; larger ones would take too
 * long.
 */
const CHECKED_BYTES = 64 * 1024 * 1024;

/** Creates the folder (0700) of a database file when it is missing. */
export const createFolderOf = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
};

/** Only the owner can read it, and so the log and the index beside it, because SQLite copies the mode. */
export function createFileIfMissing(path: string): void {
  if (sizeOf(path) !== null) return;
  // A log without its database belongs to one that was lost; it is not a new beginning.
  if (sizeOf(`${path}-wal`)) throw new Error(lostDataText(path, 'is missing'));
  createFolderOf(path);
  closeSync(openSync(path, 'a', 0o600));
}

/** Throws when the file is damaged. Must be called while no process has it open. */
export function refuseDamagedFile(path: string): void {
  const size = sizeOf(path) ?? 0;
  const logSize = sizeOf(`${path}-wal`);
  if (size === 0) {
    // SQLite treats an empty file as a new database and deletes the log beside it.
    if (logSize !== null) throw new Error(lostDataText(path, 'is empty'));
    return;
  }
  if (hasLostCommits(path)) {
    throw new Error(
      `commits are missing from its log ${path}-wal: restore a backup, ` +
        `or delete ${path}-shm to go on with what is left`,
    );
  }
  const foreign = foreignLog(path);
  if (foreign !== null) throw new Error(foreign);
  // While pages are still in the log, the file can be shorter than it states.
  if (!logSize && size < statedBytes(path)) throw new Error('it is cut short: restore a backup');
}

/** Reads the schema, and every page of a file that is not large. Throws SQLite's first finding. */
export function refuseDamagedPages(connection: Connection, path: string): void {
  readValue(connection, 'SELECT count(*) FROM sqlite_schema');
  if ((sizeOf(path) ?? 0) > CHECKED_BYTES) return;
  const finding = readValue(connection, 'PRAGMA quick_check(1)');
  if (finding !== 'ok') throw new Error(`it is damaged (${finding}): restore a backup`);
}

const lostDataText = (path: string, what: string): string =>
  `it ${what}, but ${path}-wal is there: restore the file, ` +
  `or delete ${path}, ${path}-wal and ${path}-shm to start with an empty database`;

/**
 * Returns what to do about a log that belongs to another state of the file, or null. Must be called while no process has
 * the file open. Nothing is deleted: which of the two states is wanted, only the operator knows.
 */
export const foreignLog = (path: string): string | null =>
  isLogForeign(path)
    ? `its log ${path}-wal belongs to another state of it, as after a copy by hand over the file of a service that was killed: ` +
      'restore the backup by `gatehouse restore BACKUP`, which sets the log aside, ' +
      `or move ${path}-wal and ${path}-shm away yourself to start with the copy alone`
    : null;

/** Returns null when there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Returns the length that the file states, or 0 when its header is not reliable. */
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

const INDEX_HEADER_BYTES = 48;

/** The commits of the last process in the log. Only the index has this, and only after a kill. */
interface Commits {
  readonly frames: number;
  readonly pageBytes: number;
  readonly salts: Buffer;
}

/** Returns whether commits in the shared index cannot be read from the log. */
function hasLostCommits(databasePath: string): boolean {
  const commits = readCommits(`${databasePath}-shm`);
  if (!commits) return false;
  if (!existsSync(`${databasePath}-wal`)) return true;
  const log = openSync(`${databasePath}-wal`, 'r');
  try {
    return !holds(log, commits);
  } finally {
    closeSync(log);
  }
}

/** Returns null when there is no reliable index; then only the log's own rules apply. */
function readCommits(indexPath: string): Commits | null {
  if (!existsSync(indexPath)) return null;
  const index = readFileSync(indexPath);
  if (index.length < 2 * INDEX_HEADER_BYTES) return null;
  const header = index.subarray(0, INDEX_HEADER_BYTES);
  const copy = index.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  const isComplete = header.equals(copy) && header[12] === 1;
  // The index has the byte order of the machine that wrote it.
  const little = endianness() === 'LE';
  const frames = little ? header.readUInt32LE(16) : header.readUInt32BE(16);
  const size = little ? header.readUInt16LE(14) : header.readUInt16BE(14);
  if (!isComplete || frames === 0) return null;
  return { frames, pageBytes: size === 1 ? 65_536 : size, salts: header.subarray(32, 40) };
}

function holds(log: number, commits: Commits): boolean {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  if (readSync(log, header, 0, LOG_HEADER_BYTES, 0) < LOG_HEADER_BYTES) return false;
  const begun = startOfLog(header);
  if (begun === null) return false;
  // Other salts mean a later log than the index, which was then written before a power cut and proves nothing.
  if (!header.subarray(16, 24).equals(commits.salts)) return true;
  return areFramesIntact(log, commits, begun);
}

function areFramesIntact(log: number, commits: Commits, { start, isLittle }: StartOfLog): boolean {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + commits.pageBytes);
  let checksum = start;
  for (let number = 0; number < commits.frames; number++) {
    const position = LOG_HEADER_BYTES + number * frame.length;
    if (readSync(log, frame, 0, frame.length, position) < frame.length) return false;
    checksum = addTo(checksum, frame.subarray(0, 8), isLittle);
    checksum = addTo(checksum, frame.subarray(FRAME_HEADER_BYTES), isLittle);
    const belongs = frame.subarray(8, 16).equals(commits.salts);
    if (!belongs || !isWritten(checksum, frame, 16)) return false;
  }
  return true;
}
