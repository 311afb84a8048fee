/** Limits how many long calls of a kind run at once, in all and for each holder. */
import type { Clock } from '../clock.ts';
import { type AppError, invalid } from '../errors.ts';
import { Quota } from '../quota.ts';
import { runWithin } from './deadline.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { Place } from './semaphore.ts';

/** The most calls that run at once. They share the event loop, so more of them would not end sooner. */
const RUNNING = { total: 4, perHolder: 1 };
/** The most calls that wait for a place: in all, and of one holder. */
const WAITING_MAX = 1_000;
const WAITING_PER_HOLDER_MAX = 16;
const WAIT_MS = 10_000;

export class CallerTurns {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #busy: (reason: string) => AppError;
  readonly #places = new FairSemaphore(RUNNING);
  readonly #waiting = new Quota(WAITING_MAX, WAITING_PER_HOLDER_MAX);

  /** `busy` makes the error of a call that gets no place. */
  constructor(clock: Pick<Clock, 'after'>, busy: (reason: string) => AppError) {
    this.#clock = clock;
    this.#busy = busy;
  }

  /**
   * Calls `work` when `holder` (such as a credential) has a place, and returns its result. Throws the error of `busy`
   * when 16 calls of the holder wait already or after a wait of 10 s, and `invalid` when `signal` aborts before.
   */
  async run<T>(holder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const place = await this.#placeFor(holder, signal);
    if (place === null) {
      requireConnected(signal);
      throw this.#busy(`it was not the turn of this one within ${WAIT_MS / 1_000} s`);
    }
    try {
      return await work();
    } finally {
      place.release();
    }
  }

  async #placeFor(holder: string, signal: AbortSignal): Promise<Place | null> {
    const waiting = this.#waiting.take(holder, 1);
    if (waiting === null) throw this.#busy('too many of them wait');
    try {
      const limit = { clock: this.#clock, ms: WAIT_MS, signal };
      return await runWithin(limit, (limited) => this.#places.of(holder).acquire(limited.signal));
    } finally {
      waiting.release();
    }
  }
}

/** Throws `invalid` when the caller of a request does not wait for its answer any more. */
export function requireConnected({ aborted }: AbortSignal): void {
  if (aborted) throw invalid('the caller has disconnected');
}
