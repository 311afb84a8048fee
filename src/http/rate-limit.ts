/**
 * Requests per minute, of each person or instance.
 * Owns: the count. Must never: see a credential; it counts by whatever text names its user.
 */
import type { Clock } from '../shared/clock.ts';

const WINDOW_MS = 60_000;

export interface Allowance {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the count starts anew, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimit {
  /** Counts one request. */
  count(subject: string): Allowance;
}

/**
 * Fixed windows, the same for everyone: forgetting all counts when one ends keeps memory bounded by
 * those seen in a minute.
 */
export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    count(subject) {
      const now = clock.steady();
      if (now >= endsAt) {
        counts.clear();
        endsAt = now + WINDOW_MS;
      }
      const used = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, used);
      return {
        isExceeded: used > perMinute,
        remaining: Math.max(0, perMinute - used),
        resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      };
    },
  };
}
