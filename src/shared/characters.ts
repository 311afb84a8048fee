/** Counts characters as people do: an emoji, a flag or a letter with its accents is one. Pure. */

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** What people see as one character has no more code units; a pile of accents may have any number. */
const UNITS_MAX = 16;

/** Returns whether a text has at most `max` characters. */
export function isWithin(text: string, max: number): boolean {
  // Nearly every text: a character has at least one code unit.
  if (text.length <= max) return true;
  return text.length <= max * UNITS_MAX && charactersIn(text, max) <= max;
}

/** Returns how many characters a text has. Stops counting after `max`. */
export function charactersIn(text: string, max = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of GRAPHEMES.segment(text)) if (++count > max) break;
  return count;
}
