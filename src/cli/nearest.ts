/** Finds the name that was probably meant. */
import { closest, distance } from 'fastest-levenshtein';

/** More slips than this turn a short word into another one. */
const SLIPS_MAX = 3;
const LENGTH_MAX = 64;

/** Returns `: did you mean …?` with the known name nearest to `typed`, or '' when none is near. */
export function suggestion(typed: string, known: readonly string[]): string {
  if (known.length === 0 || typed.length > LENGTH_MAX) return '';
  const longer = known.find((name) => name.startsWith(`${typed} `));
  const nearest = longer ?? closest(typed, [...known]);
  const isNear = longer !== undefined || distance(typed, nearest) <= SLIPS_MAX;
  return isNear ? `: did you mean ${nearest}?` : '';
}
