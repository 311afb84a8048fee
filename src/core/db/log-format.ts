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
