/**
 * Tells whether the log beside a database file was written for another state of it, as when a backup was copied over the
 * file of a process that was killed. SQLite would lay the pages of one over those of the other.
 *
 * Each time its first page goes into the log, SQLite writes a counter there that is the one it has read plus 1, or the
 * same again, and a checkpoint copies that page into the file. So the counter in the file is that before the first such
 * page of the log, or one of those in the log. A file without the write-ahead mode, such as `gatehouse backup` makes,
 * has no log at all.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const HEADER_BYTES = 100;
const FORMAT = 'SQLite format 3\0';
const COUNTER_AT = 24;
const LEGACY_MODE = 1;

/** Must be called while no process has the file open. False if it is not certain. */
export function isLogForeign(path: string): boolean {
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes <= LOG_HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const header = reading(path, (file) => bytesAt(file, 0, HEADER_BYTES));
  // A first page that was torn or overwritten may be whole in the log.
  if (header === null || header.toString('latin1', 0, FORMAT.length) !== FORMAT) return false;
  const committed = reading(`${path}-wal`, readCommitted);
  if (committed === null) return false;
  if (header[18] === LEGACY_MODE) return true;
  const { counters } = committed;
  if (counters === null) return false;
  const counter = header.readUInt32BE(COUNTER_AT);
  return counter < counters.first - 1 || counter > counters.last;
}

interface CommittedFrames {
  /** The counters in the first and the last of the first pages; null without any. */
  readonly counters: { readonly first: number; readonly last: number } | null;
}

/** Returns null when nothing in the log is committed, so that SQLite ignores it. */
function readCommitted(log: number): CommittedFrames | null {
  const header = bytesAt(log, 0, LOG_HEADER_BYTES) ?? Buffer.alloc(LOG_HEADER_BYTES);
  const begun = startOfLog(header);
  if (begun === null) return null;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + header.readUInt32BE(8));
  let checksum = begun.start;
  let first: number | null = null;
  let last = 0;
  let committed: CommittedFrames | null = null;
  for (let at = LOG_HEADER_BYTES; ; at += frame.length) {
    if (readSync(log, frame, 0, frame.length, at) < frame.length) return committed;
    checksum = addTo(checksum, frame.subarray(0, 8), begun.isLittle);
    checksum = addTo(checksum, frame.subarray(FRAME_HEADER_BYTES), begun.isLittle);
    const belongs = frame.subarray(8, 16).equals(header.subarray(16, 24));
    if (!belongs || !isWritten(checksum, frame, 16)) return committed;
    if (frame.readUInt32BE(0) === 1) {
      last = frame.readUInt32BE(FRAME_HEADER_BYTES + COUNTER_AT);
      first ??= last;
    }
    // A frame with the size of the database ends a commit.
    if (frame.readUInt32BE(4) !== 0)
      committed = { counters: first === null ? null : { first, last } };
  }
}

function bytesAt(file: number, position: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, position) < length ? null : bytes;
}

function reading<T>(path: string, read: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}

/** The format of SQLite's write-ahead log: a header, then frames of one page each, with running checksums. */
export const LOG_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

interface Checksum {
  readonly first: number;
  readonly second: number;
}

export interface StartOfLog {
  readonly start: Checksum;
  /** Whether checksums read words in little-endian order. */
  readonly isLittle: boolean;
}

/** Returns where the checksums of frames start, or null for the header of another or a damaged file. */
export function startOfLog(header: Buffer): StartOfLog | null {
  const magic = header.readUInt32BE(0);
  if (magic !== MAGIC && magic !== MAGIC + 1) return null;
  const isLittle = magic === MAGIC;
  const start = addTo({ first: 0, second: 0 }, header.subarray(0, 24), isLittle);
  return isWritten(start, header, 24) ? { start, isLittle } : null;
}

/** Adds to SQLite's running checksum over pairs of 32-bit words. */
export function addTo({ first, second }: Checksum, bytes: Buffer, isLittle: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = first;
  let b = second;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    a = (a + view.getUint32(offset, isLittle) + b) >>> 0;
    b = (b + view.getUint32(offset + 4, isLittle) + a) >>> 0;
  }
  return { first: a, second: b };
}

export const isWritten = ({ first, second }: Checksum, bytes: Buffer, offset: number): boolean =>
  bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
