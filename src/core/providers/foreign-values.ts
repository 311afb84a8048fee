/** Reads values that came from outside, whatever they are. Never throws. Pure. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value);

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Returns the record, or an empty one. */
export const record = (value: unknown): Fields => (isRecord(value) ? value : NOTHING);

/** Returns the elements of a list that are records, and none when the value is not a list. */
export const records = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the value of a JSON text, or undefined when the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MIMETYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,128}(\s*;[\x20-\x7e]{0,128})?$/;

export const ANY_FILE = 'application/octet-stream';

/** Returns the media type of a file, or the general one if the value is no media type. */
export const mimetypeOf = (value: unknown): string =>
  MIMETYPE.test(text(value)) ? text(value) : ANY_FILE;

/** The cost of a value besides its texts, in characters. */
const VALUE_CHARACTERS = 16;

/**
 * Returns about how many characters the value has as JSON. It stops as soon as they exceed `max` and then returns more
 * than `max`.
 */
export function sizeOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + VALUE_CHARACTERS;
  let size = VALUE_CHARACTERS;
  if (typeof value !== 'object' || value === null) return size;
  const isList = Array.isArray(value);
  const elements: readonly unknown[] = isList ? value : Object.values(value);
  if (!isList) for (const name of Object.keys(value)) size += name.length;
  for (const element of elements) {
    if (size > max) break;
    size += sizeOf(element, max - size);
  }
  return size;
}

/** Joins the two halves of a 64-bit number; one that a number cannot hold exactly becomes a decimal text. */
export function wholeNumber(value: Fields): number | string | null {
  const { low, high, unsigned } = value;
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  if (!Number.isInteger(low) || !Number.isInteger(high)) return null;
  const top = unsigned === true ? high >>> 0 : high | 0;
  const whole = (BigInt(top) << 32n) + BigInt(low >>> 0);
  return exact(whole);
}

export const exact = (whole: bigint): number | string =>
  BigInt(Number.MIN_SAFE_INTEGER) <= whole && whole <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(whole)
    : whole.toString();

/**
 * Reads a count or a time in any of the forms in which numbers come; null when it is not a number, negative or too
 * large.
 */
export function count(value: unknown): number | null {
  const plain = isRecord(value) ? wholeNumber(value) : value;
  const number = typeof plain === 'string' && /^\d{1,16}$/.test(plain) ? Number(plain) : plain;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** The years 2009 to 2100 in seconds. A message has no time outside of them. */
const EARLIEST = 1_230_768_000;
const LATEST = 4_102_444_800;

/** Returns ms since 1970 for a time in seconds, or `otherwise` when it cannot be the time of a message. */
export function timeMs(seconds: unknown, otherwise: number): number {
  const at = count(seconds);
  return at !== null && at >= EARLIEST && at < LATEST ? at * 1000 : otherwise;
}
