/** The ways in which a sentence may be hard to read: one line each. */
import type { Kind } from './sources.ts';
import { hasVerb } from './verbs.ts';

/** One sentence of a text; `isFirst` is true for the one that it begins with. */
export interface Sentence {
  readonly kind: Kind;
  readonly text: string;
  readonly isFirst: boolean;
}

type Test = RegExp | ((sentence: Sentence) => boolean);

const WORDS_MAX = 40;
const CONDITION =
  /^(?:If|When|While|Unless|Until|Once|After|Before|Without|With|Only|For|An? [\w`]+(?: [\w`]+)? (?:that|which|who|without|with|of|in)|Of|In|On|Where|Whoever|What|Whether|Answers \d+|Refuses)\b/;

/** The patterns by their names. */
export const PATTERNS: Readonly<Record<string, Test>> = {
  'begins with "of", "what", "whoever", "such" or "none"': ({ text, isFirst, kind }) =>
    (isFirst ? /^(?:of|what|whoever|such|none)\b/i : /^(?:Of|What|Whoever|Such|None)\b/).test(
      text,
    ) &&
    !text.endsWith('?') &&
    !(kind === 'summary' && /^Of\b/.test(text)),
  'ends in "none" or "no longer"': /\b(?:none|no longer)[.!"”)]*$/i,
  'says ", or no longer"': /,? or no longer\b/i,
  'says "There is none"': /\bthere is none\b|\bnone of that\b|\bwhat none\b|\bis none\./i,
  'says "once more", "anew", "given up", "of the moment" or "for good"':
    /\b(?:once more|anew|given up|of the moment|for good)\b/i,
  'says "whoever is", "holds for", "its own affair", "without a word" or "meanwhile"':
    /\bwhoever is\b|\bholds for\b|\bits own affair\b|\bwithout a word\b|\bmeanwhile\.|\bstands (?:in|for|beside|at)\b/i,
  'begins with "null:" or "absent:"': /(?:^|[.;] )(?:null|absent):/i,
  'has no verb': (sentence) => needsVerb(sentence) && !hasVerb(sentence.text),
  'begins with a condition and not with what the operation does': ({ kind, isFirst, text }) =>
    kind === 'operation' && isFirst && CONDITION.test(text),
  'has more than 40 words': ({ text }) => wordsOf(text) > WORDS_MAX,
};

/** A field may begin with what it is, as in "Record ID. Pass it as `after`."; so may a cell, and a line with a colon. */
const needsVerb = ({ kind, text, isFirst }: Sentence): boolean =>
  /[.!]["”)]*$/.test(text) &&
  kind !== 'phrase' &&
  kind !== 'comment' &&
  !(kind === 'field' && isFirst) &&
  !/[\w`)*]: |^(?:No|Nothing) /.test(text);

/** Names in code that follow each other are a list to look something up in: they count as one word. */
const NAMES = /`[^`]+`(?:,? (?:and |or )?`[^`]+`)+/g;

const wordsOf = (text: string): number =>
  text
    .replaceAll(NAMES, 'names')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;

/** Splits where one ends and the next begins with a capital letter, a number or code. */
export const sentencesOf = (kind: Kind, text: string): Sentence[] =>
  text
    .split(/(?<=(?<!\b(?:e\.g|i\.e|etc|vs|No))[.!?]["”)]?)\s+(?=[A-Z0-9`"“(_{])/)
    .map((sentence, index) => ({ kind, text: sentence.trim(), isFirst: index === 0 }))
    .filter((sentence) => sentence.text !== '');

/** Returns what is wrong with a sentence. */
export const faultsOf = (sentence: Sentence): string[] =>
  Object.entries(PATTERNS)
    .filter(([, test]) => (test instanceof RegExp ? test.test(sentence.text) : test(sentence)))
    .map(([name]) => name);
