/** Limits log lines about frequent facts to one a minute. */
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/** Returns a function that answers true, at most once a minute, when the fact may be logged. */
export function onceAMinute(clock: Pick<Clock, 'steady'>): () => boolean {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.steady();
    if (now - loggedAt < MINUTE_MS) return false;
    loggedAt = now;
    return true;
  };
}

/**
 * Returns a function that must be called each time. It returns how often the fact occurred since the last log line if
 * it may be logged now, else 0.
 */
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

const OTHER_KINDS = 'other kinds';

/**
 * Returns a function that must be called for each fact, with its kind. It returns how often that kind occurred since its
 * last log line if it may be logged now, else 0. The first `kindsMax` kinds are counted one by one, all others together.
 */
export function countEachOnceAMinute(
  clock: Pick<Clock, 'steady'>,
  kindsMax: number,
): (kind: string) => number {
  const counts = new Map<string, () => number>();
  return (kind) => {
    const counted = counts.has(kind) || counts.size < kindsMax ? kind : OTHER_KINDS;
    return counts.getOrInsertComputed(counted, () => countOnceAMinute(clock))();
  };
}
