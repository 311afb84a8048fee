/** Reading values that came from outside, whatever they turn out to be. Never throws. Pure. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value);

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** The record, or an empty one. */
export const record = (value: unknown): Fields => (isRecord(value) ? value : NOTHING);

/** Those of a list that are records; none for what is no list. */
export const records = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a value costs beside its texts. */
const VALUE_CHARACTERS = 16;

/** About how many characters the value has as JSON, however it is made up; looks at no more than makes `max`, and then gives more than that. */
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

/** 64 bit numbers come in two halves; beyond what a number holds exactly they become a decimal text. */
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

/** A count or a time in any of the forms numbers come in; null when it is none, negative or too large. */
export function count(value: unknown): number | null {
  const plain = isRecord(value) ? wholeNumber(value) : value;
  const number = typeof plain === 'string' && /^\d{1,16}$/.test(plain) ? Number(plain) : plain;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** The years 2009 to 2100 in seconds: what is outside them is no time of a message. */
const EARLIEST = 1_230_768_000;
const LATEST = 4_102_444_800;

/** Ms since 1970 of a time given in seconds; `otherwise` when it is none that can be. */
export function timeMs(seconds: unknown, otherwise: number): number {
  const at = count(seconds);
  return at !== null && at >= EARLIEST && at < LATEST ? at * 1000 : otherwise;
}
