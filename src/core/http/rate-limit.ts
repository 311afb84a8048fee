/** Limits how many requests one person or instance may make in a minute. */
import type { Clock } from '../shared/clock.ts';

/** Counts requests by subject and minute. All subjects share the same minute, and each minute begins at 0. */
export interface MinuteCounts {
  /** Counts one more of the subject. Returns the new count, and when the minute ends. */
  count(subject: string): { readonly used: number; readonly leftMs: number };
}

/** Counts that several processes make together. */
export interface SharedCounts {
  /** Returns the counts of one kind; kinds are independent. */
  of(kind: 'requests' | 'authentication failures'): MinuteCounts;
}

interface Allowance {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the next minute of counting, at least 1. */
  readonly resetSeconds: number;
}

/** Counts one request of a subject, which may make `perMinute`. */
export function countRequest(counts: MinuteCounts, subject: string, perMinute: number): Allowance {
  const { used, leftMs } = counts.count(subject);
  return {
    isExceeded: used > perMinute,
    remaining: Math.max(0, perMinute - used),
    resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  };
}

const MINUTE_MS = 60_000;

/**
 * Counts of this process alone. The first window begins with the first request. All counts are dropped when one ends,
 * so that memory is bounded by the subjects of a minute, or by `counts`.
 */
export function createMinuteCounts(
  clock: Pick<Clock, 'steady'>,
  counts: Pick<Map<string, number>, 'get' | 'set' | 'clear'> = new Map(),
): MinuteCounts {
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

// Every answer 503 tells the caller when to try again.

/** The default, where the failure has no time of its own: what is out of order is checked at least once a second. */
const RETRY_AFTER_SECONDS = '1';
const NAME = 'retry-after';

/** Puts `retry-after` into the headers of an answer 503 that has none; changes nothing for other statuses. */
export function addRetryAfter(
  status: number | string | undefined,
  headers: Record<string, unknown>,
): void {
  if (Number(status) === 503) headers[NAME] ??= RETRY_AFTER_SECONDS;
}

/** Puts `retry-after` into a Response 503 that has none; changes nothing for other statuses. */
export function addRetryAfterTo(answer: Response): void {
  if (answer.status === 503 && !answer.headers.has(NAME))
    answer.headers.set(NAME, RETRY_AFTER_SECONDS);
}
