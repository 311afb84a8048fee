/** How many requests one person or instance may make in a minute. */
import type { Clock } from '../shared/clock.ts';

/** Counts of a minute, the same one for all subjects; they begin anew with the next. */
export interface MinuteCounts {
  /** Counts one more of the subject: how many it is with that, and how long the minute lasts. */
  count(subject: string): { readonly used: number; readonly leftMs: number };
}

/** Counts that several processes make together. */
export interface SharedCounts {
  /** Those of one kind, which have nothing to do with those of another. */
  of(kind: 'requests' | 'authentication failures'): MinuteCounts;
}

interface Allowance {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the count starts anew, at least 1. */
  readonly resetSeconds: number;
}

/** Counts one request of a subject. */
export const createRateLimit =
  (perMinute: number, counts: MinuteCounts) =>
  (subject: string): Allowance => {
    const { used, leftMs } = counts.count(subject);
    return {
      isExceeded: used > perMinute,
      remaining: Math.max(0, perMinute - used),
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    };
  };

const MINUTE_MS = 60_000;

/**
 * Of this process alone. Fixed windows, the first of which begins with the first request: dropping all counts when one
 * ends keeps memory bounded by those seen in a minute.
 */
export function createMinuteCounts(clock: Pick<Clock, 'steady'>): MinuteCounts {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    count(subject) {
      const now = clock.steady();
      if (now >= endsAt) {
        counts.clear();
        endsAt = now + MINUTE_MS;
      }
      const used = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, used);
      return { used, leftMs: endsAt - now };
    },
  };
}
