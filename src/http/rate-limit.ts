/** How many requests one person or instance may make in a minute. */
import type { Clock } from '../shared/clock.ts';

const WINDOW_MS = 60_000;

interface Allowance {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the count starts anew, at least 1. */
  readonly resetSeconds: number;
}

/**
 * Counts one request of a subject. Fixed windows, the same for everyone: dropping all counts when one ends keeps
 * memory bounded by those seen in a minute.
 */
export function createRateLimit(perMinute: number, clock: Clock): (subject: string) => Allowance {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (subject) => {
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
  };
}
