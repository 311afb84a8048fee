/** Limits how many pages of the store are read at once, in all and for each caller. */
import { runWithin } from '../../shared/async/deadline.ts';
import { FairSemaphore } from '../../shared/async/fair-semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { Quota } from '../../shared/quota.ts';

/** The most pages that are read at once. They share the event loop, so more of them would not end sooner. */
const PAGES = { total: 4, perHolder: 1 };
/** The most calls that wait for a place: in all, and of one caller. */
const WAITING_MAX = 1_000;
const WAITING_PER_HOLDER_MAX = 16;
const WAIT_MS = 10_000;
const RETRY_SECONDS = '5';

export class ReadTurns {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #places = new FairSemaphore(PAGES);
  readonly #waiting = new Quota(WAITING_MAX, WAITING_PER_HOLDER_MAX);

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Calls `read` when `holder` (a credential) has a place, and returns its result. Throws `rate_limited` with
   * `retry-after` when 16 calls of the holder wait already or after a wait of 10 s, and `invalid` when `signal` aborts
   * before.
   */
  async run<T>(holder: string, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const places = this.#places.of(holder);
    if (!(await this.#acquired(holder, signal, places.acquire)))
      throw signal.aborted
        ? invalid('the caller has disconnected')
        : busy(`it was not the turn of this one within ${WAIT_MS / 1_000} s`);
    try {
      return await read();
    } finally {
      places.release();
    }
  }

  async #acquired(
    holder: string,
    signal: AbortSignal,
    acquire: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> {
    const hasRoom = this.#waiting.hasRoomFor(holder, 1) && this.#waiting.hasRoom(1);
    if (!hasRoom) throw busy('too many of them wait');
    this.#waiting.add(holder, 1);
    try {
      const limit = { clock: this.#clock, ms: WAIT_MS, signal };
      return await runWithin(limit, (limited) => acquire(limited.signal));
    } finally {
      this.#waiting.add(holder, -1);
    }
  }
}

const busy = (why: string): AppError =>
  new AppError('rate_limited', `Stored messages are being read by other calls, and ${why}`, {
    headers: { 'retry-after': RETRY_SECONDS },
  });
