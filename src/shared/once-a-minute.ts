/** Log lines about what happens often, at most once a minute. */
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/** Answers true at most once a minute: whether it may be logged now. */
export function onceAMinute(clock: Pick<Clock, 'steady'>): () => boolean {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.steady();
    if (now - toldAt < MINUTE_MS) return false;
    toldAt = now;
    return true;
  };
}

/** To be called each time; says how often it happened since it was last logged, when it may be logged now, else 0. */
export function countOnceAMinute(clock: Pick<Clock, 'steady'>): () => number {
  const mayTell = onceAMinute(clock);
  let times = 0;
  return () => {
    times++;
    if (!mayTell()) return 0;
    const told = times;
    times = 0;
    return told;
  };
}
