/** Owns: that what happens often is told at most once a minute. */
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/** A question that is answered with true at most once a minute: whether it may be told now. */
export function onceAMinute(clock: Pick<Clock, 'steady'>): () => boolean {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.steady();
    if (now - toldAt < MINUTE_MS) return false;
    toldAt = now;
    return true;
  };
}
