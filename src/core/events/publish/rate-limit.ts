/**
 * Limits the events of each stream by a token bucket that holds one second's worth. No event is dropped: callers that
 * make events get an error, and readers from a platform wait.
 */
import { type Clock, sleep } from '../../shared/clock.ts';
import { failure } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Stream } from '../contract/catalog.ts';

export interface EventRateLimit {
  /** The events allowed in one second, also at once after a quiet second; null means no limit. */
  readonly perSecond: number | null;
  /**
   * Takes room for `count` events. Throws `rate_limited`, and takes none, when there is too little room, or no storage
   * for them.
   */
  take(count: number): void;
  /** Waits for room for `count` events, in the order of the calls. Returns false when `signal` aborts first. */
  wait(count: number, signal: AbortSignal): Promise<boolean>;
}

export type EventRateLimitOf = (stream: Stream) => EventRateLimit;

const SECOND_MS = 1_000;
/** The rounding error, in events, that sums of fractions may have. */
const TOLERANCE = 1e-6;

/**
 * A `perSecond` of 0 means no limit. `requireRoom` throws `rate_limited` while the stream may store nothing; absent if it
 * always may.
 */
export function createEventRateLimits(
  perSecond: number,
  clock: Clock,
  limits: LimitReport,
  requireRoom: (streamId: string) => void = () => {},
): EventRateLimitOf {
  if (perSecond === 0)
    return ({ id }) => ({ perSecond: null, take: () => requireRoom(id), wait: async () => true });
  const buckets = new Buckets(perSecond);
  return ({ id, name }) => {
    const reportLimit = () => limits.reached('instance_events', { instanceName: name });
    return {
      perSecond,
      take(count) {
        requireRoom(id);
        const now = clock.steady();
        const waitMs = buckets.waitFor(id, count, now);
        if (waitMs === 0) return buckets.add(id, count, now);
        reportLimit();
        const what = count > perSecond ? `${count} events at once are ` : '';
        const headers = { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) };
        throw failure('events_too_fast', { what, max: perSecond }, { headers });
      },
      async wait(count, signal) {
        const now = clock.steady();
        const waitMs = buckets.waitFor(id, count, now);
        buckets.add(id, count, now);
        if (waitMs === 0) return true;
        reportLimit();
        await sleep(clock, waitMs, signal);
        return !signal.aborted;
      },
    };
  };
}

/** The room that a stream has used lately; it becomes free with time. */
interface UsedRoom {
  readonly count: number;
  /** In ms of the steady clock. */
  readonly at: number;
}

class Buckets {
  readonly #perSecond: number;
  readonly #taken = new Map<string, UsedRoom>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Returns in how many ms there is room for `count` more; 0 means now. */
  waitFor(id: string, count: number, now: number): number {
    const missing = this.#left(this.#taken.get(id), now) + count - this.#perSecond;
    return missing <= TOLERANCE ? 0 : (missing * SECOND_MS) / this.#perSecond;
  }

  add(id: string, count: number, now: number): void {
    const left = this.#left(this.#taken.get(id), now);
    this.#taken.delete(id);
    this.#taken.set(id, { count: left + count, at: now });
    // The longest unused come first; the rest are streams of the last moments, whose room is still partly used.
    for (const [other, taken] of this.#taken) {
      if (this.#left(taken, now) > 0) return;
      this.#taken.delete(other);
    }
  }

  #left(taken: UsedRoom | undefined, now: number): number {
    if (taken === undefined) return 0;
    return Math.max(0, taken.count - ((now - taken.at) * this.#perSecond) / SECOND_MS);
  }
}
