/** Asks WhatsApp who people are no faster than an account may ask, whatever is known of them. */
import { Mutex } from '../../../shared/async/mutex.ts';
import { type Clock, sleep } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/errors.ts';

const QUERY_PAUSE_MS = 1_000;
/** Counted over all callers of the instance; each takes one or two queries. */
const WAITING_MAX = 30;

export class LookUpTurns {
  readonly #clock: Clock;
  readonly #turn = new Mutex();
  #waiting = 0;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs work that has `questions` to ask. Throws `rate_limited` when they would wait for longer than a minute. */
  async whileWaiting<T>(questions: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting + questions > WAITING_MAX) throw tooMany(this.#waiting);
    this.#waiting += questions;
    try {
      return await work();
    } finally {
      this.#waiting -= questions;
    }
  }

  /** Asks after those who asked before, and a second after the last of them. */
  ask<T>(query: () => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      const pauseMs = this.#nextAt - this.#clock.steady();
      if (pauseMs > 0) await sleep(this.#clock, pauseMs);
      this.#nextAt = this.#clock.steady() + QUERY_PAUSE_MS;
      return query();
    });
  }
}

const tooMany = (waiting: number): AppError =>
  new AppError('rate_limited', 'too many numbers wait to be looked up: try again later', {
    headers: { 'retry-after': String(waiting) },
  });
