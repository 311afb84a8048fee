/** Turns the content of a message into plain JSON, as events have it. Pure. */
import type { MediaFields } from '../events/types/message-data.ts';
import {
  ANY_FILE,
  count,
  exact,
  type Fields,
  isBytes,
  isRecord,
  text,
  wholeNumber,
} from './foreign-values.ts';

/** Previews inside a message are large, and useless beside the media itself. */
const OMITTED: ReadonlySet<string> = new Set(['jpegThumbnail', 'JPEGThumbnail']);

/** Quotes may hold quotes; what is nested deeper than any phone shows is cut off. */
const DEEPEST = 48;

/** Returns a record as JSON has it; null fields, empty lists and empty data are omitted. */
export function plainRecord(value: Fields, depth = 0): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const field = OMITTED.has(name) ? undefined : plain(value[name], depth + 1);
    if (field !== undefined) fields.push([name, field]);
  }
  return Object.fromEntries(fields);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return exact(value);
  if (isBytes(value)) return base64(value);
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return list(value, depth);
  return isRecord(value) ? (wholeNumber(value) ?? plainRecord(value, depth)) : undefined;
}

function list(values: readonly unknown[], depth: number): unknown[] | undefined {
  const items = values.map((item) => plain(item, depth + 1)).filter((item) => item !== undefined);
  return items.length > 0 ? items : undefined;
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/**
 * Returns the fields of a file as plain JSON; fields that receivers rely on are filled where the sender left them out.
 */
export function mediaFields(file: Fields): MediaFields {
  return {
    ...file,
    url: text(file.url),
    mimetype: text(file.mimetype) || ANY_FILE,
    fileSha256: text(file.fileSha256),
    fileLength: count(file.fileLength) ?? 0,
    mediaKey: text(file.mediaKey),
    fileEncSha256: text(file.fileEncSha256),
    directPath: text(file.directPath),
    mediaKeyTimestamp: count(file.mediaKeyTimestamp) ?? 0,
  };
}
