/** Texts that the processes of `hostile.ts` share. */
import type { UnderWay } from '../test/simulation/hostile/attack.ts';

/** The time in which all of an attack must have begun. */
export const BEGINNING_MS = 60_000;

/** Returns the answers to the attacker in words: `12 200, 3 429, 1 cut`. */
export function inWords({ answers }: Pick<UnderWay, 'answers'>): string {
  const all = [...answers].sort(([a], [b]) => a - b);
  return all.map(([status, times]) => `${times} ${status || 'cut'}`).join(', ') || 'none';
}
