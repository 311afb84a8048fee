/** Failed authentications per client address, so that credentials cannot be guessed at speed. */
import type { Clock } from '../shared/clock.ts';
import { AppError, WrongCredential } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import { clientOf } from './client-address.ts';
import type { MinuteCounts } from './rate-limit.ts';

interface AuthFailureLimit {
  /**
   * What `authenticate` gives, its failures counted for the request's client. While that client is
   * refused: 429 with `retry-after`, and `authenticate` is not called.
   */
  watch<T>(request: Request, authenticate: () => T | Promise<T>): Promise<T>;
}

interface AuthFailureOptions {
  /** Failures of one client within a minute that are answered for what they are; at least 1. */
  readonly perMinute: number;
  readonly clock: Pick<Clock, 'steady'>;
  readonly limits: Pick<LimitReport, 'reached'>;
  /** Of all processes of the service together; null: it is this one alone. */
  readonly counts: MinuteCounts | null;
}

interface Failures {
  /** Within the minute that ends at `minuteEndsAt`. */
  count: number;
  minuteEndsAt: number;
  refusedUntil: number;
  nextRefusalMs: number;
  dropAt: number;
}

const MINUTE_MS = 60_000;
const REFUSAL_FIRST_MS = MINUTE_MS;
const REFUSAL_MAX_MS = 15 * MINUTE_MS;
/** How long a client must be quiet, refusals over, until its next one is as short as the first. */
const DROP_AFTER_MS = 15 * MINUTE_MS;
/** About 2 MiB; beyond it the client that has failed least recently is dropped. */
const CLIENTS_MAX = 10_000;

export function createAuthFailureLimit(options: AuthFailureOptions): AuthFailureLimit {
  const { perMinute, clock, limits, counts } = options;
  const clients = createClients(perMinute);
  const refuseBlocked = (request: Request): void => {
    const now = clock.steady();
    // Asking the socket for its address is not free, and mostly no address is refused.
    if (!clients.mayRefuse(now)) return;
    const { address, subscriber } = clientOf({ request });
    const seconds = Math.ceil((clients.refusedUntil(subscriber) - now) / 1000);
    if (seconds <= 0) return;
    limits.reached('authentication_failures', { address });
    throw new AppError('rate_limited', 'Too many failed authentications from this address', {
      headers: { 'retry-after': String(seconds) },
    });
  };
  return {
    async watch(request, authenticate) {
      refuseBlocked(request);
      try {
        return await authenticate();
      } catch (error) {
        if (!isFailure(error)) throw error;
        // Others of the same client may have failed while this one was looked at.
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

/** Those who have failed lately, the one that failed last at the end. Times are steady, in ms. */
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
    /** False while no address at all is refused. */
    mayRefuse: (now: number): boolean => now < lastRefusalEndsAt,
    refusedUntil: (subscriber: string): number => clients.get(subscriber)?.refusedUntil ?? 0,
    /** `inAll`: how often the client has failed in this minute at all processes, this time included. */
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
