/** Compares texts as people write them: in any case, with or without the accents of European languages in Latin letters. */
import { or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A letter outside ASCII, and the one that takes its place in comparisons. */
type Form = readonly [letter: string, plain: string];

const ASCII_END = 0x80;
/** The first letter after those of Western Europe. */
const WESTERN_END = '\u0100';

const isAscii = (letter: string): boolean => letter.charCodeAt(0) < ASCII_END;

/** These have no form without their stroke in Unicode. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't' };

/** Returns a letter in lower case, without an accent if it then is one of ASCII. */
function plain(letter: string): string {
  const base = letter.normalize('NFD').charAt(0).toLowerCase();
  if (isAscii(base)) return base;
  const small = letter.toUpperCase().toLowerCase();
  return STROKES[small] ?? small;
}

const LETTERS = [
  // Latin-1 and Latin Extended-A, which are nearly all letters of the languages of Europe, and those of Romanian.
  ...Array.from({ length: 0x180 - ASCII_END }, (_, at) => String.fromCharCode(ASCII_END + at)),
  ...'ȘșȚț',
];

/** The letters that have an accent. */
const ACCENTED = LETTERS.map((letter): Form => [letter, plain(letter)]).filter(([, base]) =>
  isAscii(base),
);

/** Returns the letters that are to be replaced in a text that is searched for these. */
function formsOf(letters: readonly string[]): readonly Form[] {
  const forms = letters.flatMap((letter): Form[] => {
    const base = plain(letter);
    // σ is written ς at the end of a word, and both have one capital.
    const cases = [letter, letter.toUpperCase(), base === 'σ' ? 'ς' : base].map(
      (form): Form => [form, base],
    );
    return [...cases, ...ACCENTED.filter(([, other]) => other === base)];
  });
  return [...new Map(forms)].filter(([form, base]) => !isAscii(form) && form !== base);
}

/** The parser of SQL takes a hundred open tokens in some versions, and three of them are of each call within another. */
const CALLS_MAX = 15;

/** Returns a column in which each letter is replaced. */
function replacing(column: SQLiteColumn, forms: readonly Form[]): SQL {
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
  return sql`(with ${sql.join(steps, sql`, `)} select text from ${nameOf(steps.length - 1)})`;
}

/**
 * Returns the value in which texts are compared: letters of ASCII in lower case, others replaced. Its time grows with
 * the length of the text, whatever is in it. Most texts are Western, and not searched for other letters.
 */
function comparable(column: SQLiteColumn, forms: readonly Form[]): SQL {
  const western = forms.filter(([letter]) => letter < WESTERN_END);
  return sql`lower(case when octet_length(${column}) = length(${column}) then ${column}
    when ${column} glob ${`*[${WESTERN_END}-\u{10ffff}]*`} then ${replacing(column, forms)}
    else ${replacing(column, western)} end)`;
}

/** Returns the value by which a column of texts is sorted. */
export const inAlphabet = (column: SQLiteColumn): SQL => comparable(column, ACCENTED);

/** Returns the condition that one of the columns has the text in it; undefined for a blank text. */
export function textIn(columns: readonly SQLiteColumn[], text: string): SQL | undefined {
  const letters = Array.from(text.trim().normalize('NFC'));
  if (letters.length === 0) return undefined;
  const forms = formsOf(letters);
  const wanted = letters.map(plain).join('');
  // `like` would try every place of the text letter by letter.
  return or(...columns.map((column) => sql`instr(${comparable(column, forms)}, ${wanted}) > 0`));
}
