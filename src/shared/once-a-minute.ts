/** Log lines about what happens often, at most once a minute. */
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/** Answers true at most once a minute: whether it may be logged now. */
export function onceAMinute(clock: Pick<Clock, 'steady'>): () => boolean {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.steady();
    if (now - loggedAt < MINUTE_MS) return false;
    loggedAt = now;
    return true;
  };
}

/** To be called each time; says how often it happened since it was last logged, when it may be logged now, else 0. */
export function countOnceAMinute(clock: Pick<Clock, 'steady'>): () => number {
  const mayLog = onceAMinute(clock);
  let times = 0;
  return () => {
    times++;
    if (!mayLog()) return 0;
    const count = times;
    times = 0;
    return count;
  };
}
