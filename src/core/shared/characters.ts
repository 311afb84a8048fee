/**
 * Counts characters as people do, finds those that they do not see, and those that they take for the same. An emoji, a
 * flag or a letter with its accents is one. Pure, also for pages.
 */

/** Made when it is needed: its tables take 2 MB, and nearly every text is short enough without it. */
let graphemes: Intl.Segmenter | null = null;
/** The most code units of one visible character, apart from piles of accents, which may have any number. */
const UNITS_MAX = 16;

/** Beyond this nobody counts, and looking at accents and emoji would hold others up: each code point is one. */
const SEEN_MAX = 4_096;

/** Returns whether a text has at most `max` characters. */
export function isWithin(text: string, max: number): boolean {
  // Nearly every text: a character has at least one code unit.
  if (text.length <= max) return true;
  if (max > SEEN_MAX) return text.length <= max * 2 && codePointsIn(text) <= max;
  return text.length <= max * UNITS_MAX && charactersIn(text, max) <= max;
}

/** Every second half of a pair is a code unit more than code points. */
const codePointsIn = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** Returns how many characters a text has. Stops counting after `max`. */
export function charactersIn(text: string, max = Number.POSITIVE_INFINITY): number {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of graphemes.segment(text)) if (++count > max) break;
  return count;
}

/** Joiners inside an emoji are visible to people; all other invisible characters are not. */
const EMOJI_JOINERS =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns whether a text has control or zero-width characters, or half of a pair. */
export const hasInvisible = (text: string): boolean =>
  !text.isWellFormed() || INVISIBLE.test(text.replace(EMOJI_JOINERS, ''));

/** These have no form without their stroke in Unicode. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't' };
/** The accents that letters of several scripts share; marks of a single script are parts of its words. */
const ACCENTS = /[\u0300-\u036f]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Returns a text that is the same for texts that differ only in case and accents. */
export function comparableText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  // Through the capital, ß becomes ss, and the σ at the end of a word becomes one of those within.
  return bare
    .toUpperCase()
    .toLowerCase()
    .replace(/[đħłøŧς]/g, (letter) => STROKES[letter] ?? 'σ');
}
