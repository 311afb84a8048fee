/** Finds the name that was probably meant, and words the question whether it was. */
import { distance } from 'fastest-levenshtein';

const LENGTH_MAX = 64;
/** More names than any person reads are not compared. */
const NAMES_MAX = 10_000;

/** Returns how many slips two names may be apart if the shorter one has so many letters. */
export type Tolerance = (letters: number) => number;

/** For refusals, where a wrong guess does no harm. More slips than three turn a word into another one. */
export const UP_TO_THREE: Tolerance = (letters) =>
  Math.min(3, Math.floor(Math.max(letters, 2) / 2));
/** Names with fewer letters than four are words of their own with any other letter. */
export const ONE_STEP: Tolerance = (letters) => (letters < 4 ? 0 : 1);

/** Returns how many letters differ. Two letters that have changed places are one slip. */
export function slipsBetween(typed: string, name: string): number {
  const letters = distance(typed, name);
  const isSwap = letters === 2 && [...typed].sort().join('') === [...name].sort().join('');
  return isSwap ? 1 : letters;
}

/** Returns the first candidate with the fewest slips, or null if all have infinitely many. */
export function leastWrong<T>(candidates: readonly T[], slipsOf: (one: T) => number): T | null {
  let found: T | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const one of candidates) {
    const slips = slipsOf(one);
    if (slips >= fewest) continue;
    fewest = slips;
    found = one;
  }
  return found;
}

/**
 * Returns the known name that differs least from `typed`, whatever the case of letters and the signs between words, or
 * null when none is near. `compare` is called only for names of about the same length.
 */
export function nearest(
  typed: string,
  known: readonly string[],
  tolerance: Tolerance = UP_TO_THREE,
  compare: typeof slipsBetween = slipsBetween,
): string | null {
  const plain = typed.length > LENGTH_MAX ? '' : lettersOf(typed);
  if (plain === '') return null;
  return leastWrong(known.slice(0, NAMES_MAX), (name) => {
    const other = lettersOf(name);
    const most = tolerance(Math.min(plain.length, other.length));
    if (Math.abs(plain.length - other.length) > most) return Number.POSITIVE_INFINITY;
    const slips = compare(plain, other);
    return slips > most ? Number.POSITIVE_INFINITY : slips;
  });
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_.-]/g, '');

export const question = (meant: string): string => `did you mean ${meant}?`;

/** Asks whether the nearest known name was meant. Returns null when none is near. */
export function didYouMean(typed: string, known: readonly string[]): string | null {
  const meant = nearest(typed, known);
  return meant === null ? null : question(meant);
}

/** Quotes unknown names, each with the known one that is near: `"Mesage" (did you mean MESSAGE?), "x"`. */
export function quoteUnknown(unknown: readonly string[], known: readonly string[]): string {
  const quoted = unknown.map((name) => {
    const hint = didYouMean(name, known);
    const shown = JSON.stringify(name.slice(0, LENGTH_MAX));
    return hint === null ? shown : `${shown} (${hint})`;
  });
  return quoted.join(', ');
}
