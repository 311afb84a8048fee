/** The name that was probably meant. */
import { closest, distance } from 'fastest-levenshtein';

/** More slips than this make another word of a short one. */
const SLIPS_MAX = 3;
const LENGTH_MAX = 64;

/** `: did you mean …?` for the known name nearest to `typed`, or '' when none is near. */
export function suggestion(typed: string, known: readonly string[]): string {
  if (known.length === 0 || typed.length > LENGTH_MAX) return '';
  const longer = known.find((name) => name.startsWith(`${typed} `));
  const nearest = longer ?? closest(typed, [...known]);
  const isNear = longer !== undefined || distance(typed, nearest) <= SLIPS_MAX;
  return isNear ? `: did you mean ${nearest}?` : '';
}
