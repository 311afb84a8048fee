/** Compares texts as people write them: in any case, with or without accents. */
import { or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A letter outside ASCII, and the one that takes its place in comparisons. */
type Form = readonly [letter: string, plain: string];

const ASCII_END = 0x80;
const LATIN_END = 0x100;

const isAscii = (letter: string): boolean => letter.charCodeAt(0) < ASCII_END;

/** Returns a letter in lower case, without an accent if it then is one of ASCII. */
function plain(letter: string): string {
  const base = letter.normalize('NFD').charAt(0).toLowerCase();
  // Two letters with one capital, such as σ and ς, are the same one.
  return isAscii(base) ? base : letter.toUpperCase().toLowerCase();
}

/** The letters of Western Europe that have an accent. */
const ACCENTED = Array.from({ length: LATIN_END - ASCII_END }, (_, code): Form => {
  const letter = String.fromCharCode(ASCII_END + code);
  return [letter, plain(letter)];
}).filter(([, base]) => isAscii(base));

/** Returns the letters that are to be replaced in a text that is searched for these. */
function formsOf(letters: readonly string[]): readonly Form[] {
  const forms = letters.flatMap((letter): Form[] => {
    const base = plain(letter);
    const cases = [letter, letter.toUpperCase()].map((form): Form => [form, base]);
    return [...cases, ...ACCENTED.filter(([, other]) => other === base)];
  });
  return [...new Map(forms)].filter(([form, base]) => !isAscii(form) && form !== base);
}

/** The parser of SQL takes a hundred open tokens in some versions, and three of them are of each call within another. */
const CALLS_MAX = 15;

/** Returns a column in which each letter is replaced. Its time grows with the length of the text, whatever is in it. */
function replacedIn(column: SQLiteColumn, forms: readonly Form[]): SQL {
  if (forms.length === 0) return sql`${column}`;
  const steps: SQL[] = [];
  const nameOf = (step: number) => sql.raw(`step${step}`);
  for (let at = 0; at < forms.length; at += CALLS_MAX) {
    const isFirst = steps.length === 0;
    const text = forms
      .slice(at, at + CALLS_MAX)
      .reduce(
        (inner, [letter, base]) => sql`replace(${inner}, ${letter}, ${base})`,
        isFirst ? sql`${column}` : sql`text`,
      );
    const select = isFirst ? sql`${text}` : sql`${text} from ${nameOf(steps.length - 1)}`;
    steps.push(sql`${nameOf(steps.length)}(text) as (select ${select})`);
  }
  const replaced = sql`with ${sql.join(steps, sql`, `)} select text from ${nameOf(steps.length - 1)}`;
  return sql`case when octet_length(${column}) > length(${column}) then (${replaced}) else ${column} end`;
}

/** Returns the value by which a column of texts is sorted. */
export const inAlphabet = (column: SQLiteColumn): SQL =>
  sql`lower(${replacedIn(column, ACCENTED)})`;

/** Returns the condition that one of the columns has the text in it; undefined for a blank text. */
export function textIn(columns: readonly SQLiteColumn[], text: string): SQL | undefined {
  const letters = Array.from(text.trim().normalize('NFC'));
  if (letters.length === 0) return undefined;
  const forms = formsOf(letters);
  const like = `%${letters
    .map(plain)
    .join('')
    .replaceAll(/[%_\\]/g, '\\$&')}%`;
  return or(...columns.map((column) => sql`${replacedIn(column, forms)} like ${like} escape '\\'`));
}
