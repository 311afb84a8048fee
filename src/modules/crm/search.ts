/** Finds a text in columns as people write it: in any case, with or without accents. */
import { or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

const LATIN_END = 0x180;

/** Returns a letter without its accents, in lower case. */
const plain = (letter: string): string => letter.normalize('NFD').charAt(0).toLowerCase();

/** The Latin letters that differ in case and accents alone, by the plain one. */
const FORMS = Map.groupBy(
  Array.from({ length: LATIN_END }, (_, code) => String.fromCharCode(code)),
  plain,
);

function anyFormOf(letter: string): string {
  const alike = FORMS.get(plain(letter)) ?? [];
  const forms = new Set([letter, ...alike, letter.toLowerCase(), letter.toUpperCase()]);
  // In brackets, * ? and [ stand for themselves.
  return forms.size === 1 && !'*?['.includes(letter) ? letter : `[${[...forms].join('')}]`;
}

/** Returns the condition that one of the columns has the text in it; undefined for a blank text. */
export function textIn(columns: readonly SQLiteColumn[], text: string): SQL | undefined {
  const letters = Array.from(text.trim().normalize('NFC'));
  if (letters.length === 0) return undefined;
  const like = `%${letters
    .map(plain)
    .join('')
    .replaceAll(/[%_\\]/g, '\\$&')}%`;
  const glob = `*${letters.map(anyFormOf).join('')}*`;
  // `like` knows ASCII letters in either case. `glob` costs several times as much, so only other texts need it.
  const hasText = (column: SQLiteColumn) => sql`${column} like ${like} escape '\\' or
    octet_length(${column}) > length(${column}) and ${column} glob ${glob}`;
  return or(...columns.map(hasText));
}
