/**
 * Reads the write-ahead log and the shared index that a killed process left beside its database.
 * Owns: knowing whether every commit is still in the log. SQLite itself stops silently at the first
 * damaged frame, which can be the first of all. Must never: write, or read files that are in use.
 * Layouts: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html
 */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const INDEX_HEADER_BYTES = 48;
const MAGIC = 0x377f0682;

/** What the last process had committed to the log; only the index says so, and only after a kill. */
interface Commits {
  readonly frames: number;
  readonly pageBytes: number;
  readonly salts: Buffer;
}

interface Checksum {
  readonly first: number;
  readonly second: number;
}

/** True when commits that the shared index remembers cannot be read back from the log. */
export function logHasLostCommits(databasePath: string): boolean {
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

/** Null when there is no index, or it says nothing certain: then the log's own rules are all there is. */
function readCommits(indexPath: string): Commits | null {
  if (!existsSync(indexPath)) return null;
  const index = readFileSync(indexPath);
  if (index.length < 2 * INDEX_HEADER_BYTES) return null;
  const header = index.subarray(0, INDEX_HEADER_BYTES);
  const copy = index.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  const isComplete = header.equals(copy) && header[12] === 1;
  // The index is in the byte order of the machine that wrote it.
  const little = endianness() === 'LE';
  const frames = little ? header.readUInt32LE(16) : header.readUInt32BE(16);
  const size = little ? header.readUInt16LE(14) : header.readUInt16BE(14);
  if (!isComplete || frames === 0) return null;
  return { frames, pageBytes: size === 1 ? 65_536 : size, salts: header.subarray(32, 40) };
}

function holds(log: number, commits: Commits): boolean {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  if (readSync(log, header, 0, LOG_HEADER_BYTES, 0) < LOG_HEADER_BYTES) return false;
  const magic = header.readUInt32BE(0);
  if (magic !== MAGIC && magic !== MAGIC + 1) return false;
  const isLittle = magic === MAGIC;
  const start = addTo({ first: 0, second: 0 }, header.subarray(0, 24), isLittle);
  if (!isWritten(start, header, 24)) return false;
  // Other salts are a later log than the index: it was written before a power cut and proves nothing.
  if (!header.subarray(16, 24).equals(commits.salts)) return true;
  return framesAreIntact(log, commits, start, isLittle);
}

function framesAreIntact(
  log: number,
  commits: Commits,
  start: Checksum,
  isLittle: boolean,
): boolean {
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

/** SQLite's running checksum over pairs of 32-bit words. */
function addTo({ first, second }: Checksum, bytes: Buffer, isLittle: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = first;
  let b = second;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    a = (a + view.getUint32(offset, isLittle) + b) >>> 0;
    b = (b + view.getUint32(offset + 4, isLittle) + a) >>> 0;
  }
  return { first: a, second: b };
}

const isWritten = ({ first, second }: Checksum, bytes: Buffer, offset: number): boolean =>
  bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
