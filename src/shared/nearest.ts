/** Finds the name that was probably meant. */
import { distance } from 'fastest-levenshtein';

/** More slips than these turn a word into another one. */
const SLIPS_MAX = 3;
const LENGTH_MAX = 64;
/** More names than any person reads are not compared. */
const NAMES_MAX = 10_000;

/** Two letters that have changed places are one slip. */
function slipsBetween(typed: string, name: string): number {
  const letters = distance(typed, name);
  const isSwap = letters === 2 && [...typed].sort().join('') === [...name].sort().join('');
  return isSwap ? 1 : letters;
}

/** Returns the known name that differs least from `typed`, in letters of any case, or null when none is near. */
export function nearest(typed: string, known: readonly string[]): string | null {
  if (typed === '' || typed.length > LENGTH_MAX) return null;
  const lowerCase = typed.toLowerCase();
  let found: string | null = null;
  let fewest = Math.min(SLIPS_MAX, Math.floor(Math.max(typed.length, 2) / 2)) + 1;
  for (const name of known.slice(0, NAMES_MAX)) {
    if (Math.abs(name.length - typed.length) >= fewest) continue;
    const slips = slipsBetween(lowerCase, name.toLowerCase());
    if (slips >= fewest) continue;
    fewest = slips;
    found = name;
  }
  return found;
}

/** Shorter names are words of their own with any other letter. */
const STEP_LETTERS_MIN = 4;

/**
 * Returns a function that returns the known name of which a typed one is only one step away: letters of another case,
 * other signs between words, or one letter that is missing, added, wrong or misplaced. It returns null when none is.
 */
export function nearNames(known: readonly string[]): (typed: string) => string | null {
  const byPlain = new Map(known.map((name) => [plainName(name), name]));
  return (typed) => {
    if (typed === '' || typed.length > LENGTH_MAX) return null;
    const plain = plainName(typed);
    const spelled = byPlain.get(plain);
    if (spelled !== undefined || plain.length < STEP_LETTERS_MIN) return spelled ?? null;
    for (const [other, name] of byPlain)
      if (
        other.length >= STEP_LETTERS_MIN &&
        Math.abs(other.length - plain.length) <= 1 &&
        slipsBetween(plain, other) === 1
      )
        return name;
    return null;
  };
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_.-]/g, '');
