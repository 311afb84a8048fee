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
