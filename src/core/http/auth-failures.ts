/** Counts failed authentications per client address, so that credentials cannot be guessed quickly. */
import type { Clock } from '../shared/clock.ts';
import { AppError, failure, WrongCredential } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import { clientOf } from './client-address.ts';
import type { MinuteCounts } from './rate-limit.ts';

interface AuthFailureLimit {
  /**
   * Returns what `authenticate` returns, and counts its failures. While the client is refused, it throws 429 with
   * `retry-after` without calling `authenticate`.
   */
  watch<T>(request: Request, authenticate: () => T | Promise<T>): Promise<T>;
}

interface AuthFailureOptions {
  /** How many failures of one client within a minute keep their own answer; at least 1. */
  readonly perMinute: number;
  readonly clock: Pick<Clock, 'steady'>;
  readonly limits: Pick<LimitReport, 'reached'>;
  /** Counts for all processes of the service together; null if this is the only one. */
  readonly counts: MinuteCounts | null;
}

interface Failures {
  /** Counts within the minute that ends at `minuteEndsAt`. */
  count: number;
  minuteEndsAt: number;
  refusedUntil: number;
  nextRefusalMs: number;
  dropAt: number;
}

const MINUTE_MS = 60_000;
const REFUSAL_FIRST_MS = MINUTE_MS;
const REFUSAL_MAX_MS = 15 * MINUTE_MS;
/** After this long without failures, the next refusal of a client is as short as the first. */
const DROP_AFTER_MS = 15 * MINUTE_MS;
/** These take about 2 MiB. Beyond it, the client whose last failure is the oldest is dropped. */
const CLIENTS_MAX = 10_000;

export function createAuthFailureLimit(options: AuthFailureOptions): AuthFailureLimit {
  const { perMinute, clock, limits, counts } = options;
  const clients = createClients(perMinute);
  const refuseBlocked = (request: Request): void => {
    const now = clock.steady();
    // Asking the socket for its address costs time, and mostly no address is refused.
    if (!clients.mayRefuse(now)) return;
    const { address, subscriber } = clientOf({ request });
    const seconds = Math.ceil((clients.refusedUntil(subscriber) - now) / 1000);
    if (seconds <= 0) return;
    limits.reached('authentication_failures', { address });
    throw failure('too_many_failed_logins', {}, { headers: { 'retry-after': String(seconds) } });
  };
  return {
    async watch(request, authenticate) {
      refuseBlocked(request);
      try {
        return await authenticate();
      } catch (error) {
        if (!isFailure(error)) throw error;
        // Other requests of the client may have failed while this one was being checked.
        refuseBlocked(request);
        const { subscriber } = clientOf({ request });
        clients.failed(subscriber, clock.steady(), counts?.count(subscriber).used ?? 0);
        throw error;
      }
    },
  };
}

const isFailure = (error: unknown): boolean =>
  error instanceof WrongCredential ||
  (error instanceof AppError && error.reason === 'unauthenticated');

/** Holds the clients that failed recently, the most recent last. Times are of the steady clock, in ms. */
function createClients(perMinute: number) {
  const clients = new Map<string, Failures>();
  let lastRefusalEndsAt = 0;
  const dropOld = (now: number) => {
    for (const [subscriber, { dropAt }] of clients) {
      if (dropAt > now && clients.size <= CLIENTS_MAX) return;
      clients.delete(subscriber);
    }
  };
  return {
    /** Returns false while no address is refused. */
    mayRefuse: (now: number): boolean => now < lastRefusalEndsAt,
    refusedUntil: (subscriber: string): number => clients.get(subscriber)?.refusedUntil ?? 0,
    /** `inAll` counts the client's failures in this minute at all processes, including this one. */
    failed(subscriber: string, now: number, inAll: number): void {
      const known = clients.get(subscriber);
      const failures = known && known.dropAt > now ? known : unknownClient();
      countFailure(failures, { perMinute, now, inAll });
      lastRefusalEndsAt = Math.max(lastRefusalEndsAt, failures.refusedUntil);
      clients.delete(subscriber);
      clients.set(subscriber, failures);
      dropOld(now);
    },
  };
}

const unknownClient = (): Failures => ({
  count: 0,
  minuteEndsAt: 0,
  refusedUntil: 0,
  nextRefusalMs: REFUSAL_FIRST_MS,
  dropAt: 0,
});

function countFailure(
  failures: Failures,
  { perMinute, now, inAll }: { perMinute: number; now: number; inAll: number },
): void {
  if (now >= failures.minuteEndsAt) {
    failures.count = 0;
    failures.minuteEndsAt = now + MINUTE_MS;
  }
  failures.count = Math.max(failures.count + 1, inAll);
  if (failures.count >= perMinute) {
    failures.refusedUntil = now + failures.nextRefusalMs;
    failures.nextRefusalMs = Math.min(2 * failures.nextRefusalMs, REFUSAL_MAX_MS);
  }
  failures.dropAt = Math.max(now, failures.refusedUntil) + DROP_AFTER_MS;
}
