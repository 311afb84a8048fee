/** Reads the content of messages, whose fields come from platforms. Never throws. Pure. */
import { isObject } from '../../value-problems.ts';

export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/** Returns the record, or an empty one. */
export const record = (value: unknown): Fields => (isObject(value) ? value : NOTHING);

/** Returns the elements of a list that are records, and none when the value is not a list. */
export const records = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns those of the fields that are texts and not empty. */
export const texts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );

/** Returns the seconds since 1970 of a time in RFC 3339, as a text; `0` for what is no time. */
export const seconds = (time: unknown): string =>
  String(Math.max(0, Math.floor((Date.parse(text(time)) || 0) / 1000)));
