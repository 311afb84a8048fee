import { nearest } from '../shared/nearest.ts';

/** Returns `: did you mean …?` with the known name nearest to `typed`, or '' when none is near. */
export function suggestion(typed: string, known: readonly string[]): string {
  const found = known.find((name) => name.startsWith(`${typed} `)) ?? nearest(typed, known);
  return found === null ? '' : `: did you mean ${found}?`;
}
