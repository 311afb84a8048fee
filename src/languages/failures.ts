/**
 * Says failures in another language. The code says them in English, where each belongs; a catalog per language has each
 * sentence by the English one, with its values in braces.
 */
import type { LanguageCode } from './choose.ts';

type Catalog = Readonly<Record<string, string>>;

/** Each catalog is loaded when its first reader comes. */
const CATALOGS: Readonly<Partial<Record<LanguageCode, () => Catalog>>> = {
  'pt-BR': () => (require('./pt-BR/failures.ts') as typeof import('./pt-BR/failures.ts')).failures,
  es: () => (require('./es/failures.ts') as typeof import('./es/failures.ts')).failures,
};

/** Longer texts are of others, such as what a receiver has answered. */
const CHARACTERS_MAX = 10_000;
/** Sentences inside of sentences, such as a problem inside of `The body is invalid: …`. */
const DEPTH_MAX = 8;
/** The most look-ups for one failure. */
const LOOKS_MAX = 500;

/** Values with these names are sentences or words of the catalog themselves, where it has them. */
const WORDED = new Set(['problem', 'problems', 'reason', 'what']);
/** Values with these names contain no blanks. */
const NEVER_SPLIT = new Set(
  'field max min seconds bytes line column status place title count number method at'.split(' '),
);

interface Pattern {
  /** The text before, between and behind the values. */
  readonly around: readonly string[];
  readonly names: readonly string[];
  readonly words: string;
}

interface Compiled {
  readonly whole: Catalog;
  /** The patterns with the most words of their own come first. */
  readonly patterns: readonly Pattern[];
}

const compiled = new Map<LanguageCode, Compiled>();

/** The sentences of a failure, in English. */
interface Sentences {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Returns a failure with its sentences in `wanted`, and the language that its message is in: English if the catalog does
 * not have it.
 */
export function failureIn<F extends Sentences>(
  wanted: LanguageCode,
  failure: F,
): { readonly failure: F; readonly language: LanguageCode } {
  const { hint, details } = failure;
  const message = translated(wanted, failure.message);
  const say = (sentence: string) => translated(wanted, sentence) ?? sentence;
  return {
    language: message === null ? 'en' : wanted,
    failure: {
      ...failure,
      message: message ?? failure.message,
      ...(hint !== undefined && { hint: say(hint) }),
      ...(details && { details: mapValues(details, (texts) => texts.map(say)) }),
    },
  };
}

const mapValues = <T, U>(map: Readonly<Record<string, T>>, to: (value: T) => U) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]));

/** Returns an English sentence of a failure in a language, or null if it is English or the catalog does not have it. */
export function translated(language: LanguageCode, sentence: string): string | null {
  const catalogOf = CATALOGS[language];
  if (catalogOf === undefined || sentence.length > CHARACTERS_MAX) return null;
  const known = compiled.getOrInsertComputed(language, () => compile(catalogOf()));
  return inWords({ ...known, looksLeft: LOOKS_MAX }, sentence, DEPTH_MAX);
}

/** `{{1}}` is a variable of a template. */
const PLACE = /(?<!\{)\{([a-z]\w*)\}(?!\})/g;

function compile(catalog: Catalog): Compiled {
  const patterns = Object.entries(catalog)
    .filter(([english]) => english.search(PLACE) !== -1)
    .toSorted(([one], [other]) => ownLetters(other) - ownLetters(one))
    .map(([english, words]) => toPattern(english, words));
  return { whole: catalog, patterns };
}

const ownLetters = (english: string): number => english.replaceAll(PLACE, '').length;

function toPattern(english: string, words: string): Pattern {
  const parts = english.split(PLACE);
  const isName = (index: number) => index % 2 === 1;
  return {
    around: parts.filter((_, index) => !isName(index)),
    names: parts.filter((_, index) => isName(index)),
    words,
  };
}

/** A running translation. */
interface FailureSentence extends Compiled {
  looksLeft: number;
}

function inWords(known: FailureSentence, sentence: string, depth: number): string | null {
  if (Object.hasOwn(known.whole, sentence)) return known.whole[sentence] ?? null;
  if (depth === 0 || known.looksLeft-- <= 0) return null;
  const problems = sentence.split(BETWEEN_PROBLEMS);
  const words = problems.length < 2 ? [] : problems.map((one) => inWords(known, one, depth - 1));
  if (words.length > 0 && !words.includes(null)) return words.join('; ');
  const whole =
    byPattern(known, sentence, depth - 1) ?? withFieldPrefix(known, sentence, depth - 1);
  if (whole !== null || words.every((one) => one === null)) return whole;
  return words.map((one, index) => one ?? problems[index]).join('; ');
}

/** Not inside of parentheses. */
const BETWEEN_PROBLEMS = /; (?![^(]*\))/;

function byPattern(known: FailureSentence, sentence: string, depth: number): string | null {
  for (const pattern of known.patterns) {
    const values = valuesIn(sentence, pattern);
    if (values !== null) return filled(known, pattern, values, depth);
  }
  return null;
}

/** Each value ends where the text behind it begins first, so that each sentence is read only once. */
function valuesIn(sentence: string, { around, names }: Pattern): string[] | null {
  const [first = '', ...others] = around;
  const last = others.at(-1) ?? '';
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const end = sentence.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const behind = others[index] ?? '';
    const until = isLast ? end : sentence.indexOf(behind, at + 1);
    const value = sentence.slice(at, until);
    if (until <= at || until > end || (NEVER_SPLIT.has(name) && /\s/.test(value))) return null;
    values.push(value);
    at = until + behind.length;
  }
  return values;
}

function filled(
  known: FailureSentence,
  { names, words }: Pattern,
  values: readonly string[],
  depth: number,
): string {
  const shown = new Map(
    names.map((name, index) => {
      const value = values[index] ?? '';
      return [name, WORDED.has(name) ? (inWords(known, value, depth) ?? value) : value];
    }),
  );
  return words.replaceAll(PLACE, (place, name) => shown.get(name) ?? place);
}

/** Translates the problems of a field, which follow its name in the sentence. */
function withFieldPrefix(known: FailureSentence, sentence: string, depth: number): string | null {
  const [, field, problem = ''] = /^(\S+) (.+)$/s.exec(sentence) ?? [];
  if (field === undefined) return null;
  const problems = problem.split(/ and (?=(?:must|is|has|may|needs)\b)/);
  const words = problems.map((one) => inWords(known, one, depth));
  return words.includes(null) ? null : `${field} ${words.join(', ')}`;
}
