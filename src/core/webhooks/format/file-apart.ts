/** Keeps the file of a body apart while the rest is changed: parsing many megabytes as JSON would block everything else. */
import { newId } from '../../shared/ids.ts';

const FIELD = '"base64":"';
/** Shorter ones stay where they are. */
const LONG = 4096;
/** Replaces the file in the body. Only this process knows the text, so no text of an event can be mistaken for it. */
const MARK = `@file:${newId()}@`;

export interface ApartFromFile {
  readonly body: string;
  readonly file: string | null;
}

/** Quotes inside texts are escaped, so a match cannot be part of a text. */
export function apartFromFile(body: string): ApartFromFile {
  const start = body.indexOf(FIELD) + FIELD.length;
  const end = start < FIELD.length ? -1 : body.indexOf('"', start);
  if (end - start < LONG) return { body, file: null };
  const file = body.slice(start, end);
  return { body: `${body.slice(0, start)}${MARK}${body.slice(end)}`, file };
}

/** Puts the file back, wherever its place is now; returns null if it has more than one. */
export function withFile(body: string, file: string | null): string | null {
  const at = file === null ? -1 : body.indexOf(MARK);
  if (file === null || at === -1) return body;
  const after = body.slice(at + MARK.length);
  return after.includes(MARK) ? null : `${body.slice(0, at)}${file}${after}`;
}
