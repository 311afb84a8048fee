/**
 * How fast events of one stream may come: one token bucket per stream that holds a second's worth. No event is dropped;
 * who makes them is refused, and who reads them waits.
 */
import { type Clock, sleep } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Stream } from '../contract/catalog.ts';

export interface EventRateLimit {
  /** Events in one second, and at once after a quiet one; null: no limit. */
  readonly perSecond: number | null;
  /** Takes room for `count` events that are about to be made. Throws `rate_limited`, and takes none, when there is too little, or none to store them in. */
  take(count: number): void;
  /** Takes room for `count` events as soon as there is some, in the order of the calls; false: `signal` aborted before. */
  wait(count: number, signal: AbortSignal): Promise<boolean>;
}

export type EventRateLimitOf = (stream: Stream) => EventRateLimit;

interface EventRateLimitDeps {
  readonly clock: Clock;
  readonly limits: LimitReport;
  /** Throws `rate_limited` while the stream may store nothing that is made; default: it always may. */
  readonly requireRoom?: (streamId: string) => void;
}

const SECOND_MS = 1_000;
/** Of an event: what sums of fractions may be off by. */
const TOLERANCE = 1e-6;

/** `perSecond` 0: no limit. */
export function createEventRateLimits(
  perSecond: number,
  { clock, limits, requireRoom = () => {} }: EventRateLimitDeps,
): EventRateLimitOf {
  if (perSecond === 0)
    return ({ id }) => ({ perSecond: null, take: () => requireRoom(id), wait: async () => true });
  const buckets = new Buckets(perSecond);
  return ({ id, name }) => {
    const reached = () => limits.reached('instance_events', { instanceName: name });
    return {
      perSecond,
      take(count) {
        requireRoom(id);
        const now = clock.steady();
        const waitMs = buckets.waitFor(id, count, now);
        if (waitMs === 0) return buckets.add(id, count, now);
        reached();
        const asked = count > perSecond ? `${count} events at once are ` : '';
        throw new AppError('rate_limited', `${asked}more than ${perSecond} events per second`, {
          headers: { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) },
        });
      },
      async wait(count, signal) {
        const now = clock.steady();
        const waitMs = buckets.waitFor(id, count, now);
        buckets.add(id, count, now);
        if (waitMs === 0) return true;
        reached();
        await sleep(clock, waitMs, signal);
        return !signal.aborted;
      },
    };
  };
}

/** What was taken lately of one stream's room; it comes back with time. */
interface Taken {
  readonly count: number;
  /** Steady ms. */
  readonly at: number;
}

class Buckets {
  readonly #perSecond: number;
  readonly #taken = new Map<string, Taken>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Ms until there is room for `count` more; 0: there is now. */
  waitFor(id: string, count: number, now: number): number {
    const missing = this.#left(this.#taken.get(id), now) + count - this.#perSecond;
    return missing <= TOLERANCE ? 0 : (missing * SECOND_MS) / this.#perSecond;
  }

  add(id: string, count: number, now: number): void {
    const left = this.#left(this.#taken.get(id), now);
    this.#taken.delete(id);
    this.#taken.set(id, { count: left + count, at: now });
    // Longest unused first: what stays are the streams of the last moments, whose room has not all come back.
    for (const [other, taken] of this.#taken) {
      if (this.#left(taken, now) > 0) return;
      this.#taken.delete(other);
    }
  }

  #left(taken: Taken | undefined, now: number): number {
    if (taken === undefined) return 0;
    return Math.max(0, taken.count - ((now - taken.at) * this.#perSecond) / SECOND_MS);
  }
}
