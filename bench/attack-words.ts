/** What the processes of `hostile.ts` share. */
import type { UnderWay } from '../test/simulation/hostile/attack.ts';

/** How long an attack may take until all of it has begun. */
export const BEGINNING_MS = 60_000;

/** What the attacker was answered: `12 200, 3 429, 1 cut`. */
export function inWords({ answers }: Pick<UnderWay, 'answers'>): string {
  const all = [...answers].sort(([a], [b]) => a - b);
  return all.map(([status, times]) => `${times} ${status || 'cut'}`).join(', ') || 'none';
}
