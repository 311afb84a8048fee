/**
 * The pace of log-ins of all sessions in this process: log-ins in a burst from one address are what WhatsApp bans for,
 * and a storm of lost connections must not become one of log-ins.
 */
import { Semaphore } from '../../shared/async/semaphore.ts';
import { type Clock, sleep } from '../../shared/clock.ts';

/** From one log-in to the next. */
export const LOGIN_PAUSE_MS = 50;
/** Log-ins that have neither come about nor failed. */
const UNDER_WAY_MAX = 8;

export interface Logins {
  /** A log-in begins whose pace somebody else keeps: the next one here waits for its pause. */
  begins(): void;
  /**
   * Resolves when a log-in may begin, with what is to be called once it has come about or failed; calling it again, or
   * after `ended` has aborted, does nothing. Null: `ended` aborted before. A session waits for one log-in at a time, so
   * that none waits longer than for one of each other session.
   */
  place(ended: AbortSignal): Promise<(() => void) | null>;
}

export class LoginPace implements Logins {
  readonly #clock: Clock;
  /** Held by the one that is next; the others have it in the order of asking. */
  readonly #turn = new Semaphore(1);
  readonly #underWay = new Semaphore(UNDER_WAY_MAX);
  /** Steady ms. */
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begins(): void {
    this.#nextAt = Math.max(this.#nextAt, this.#clock.steady()) + LOGIN_PAUSE_MS;
  }

  async place(ended: AbortSignal): Promise<(() => void) | null> {
    if (!(await this.#turn.acquire(ended))) return null;
    try {
      if (!(await this.#underWay.acquire(ended))) return null;
      const pauseMs = this.#nextAt - this.#clock.steady();
      if (pauseMs > 0) await sleep(this.#clock, pauseMs, ended);
      if (ended.aborted) {
        this.#underWay.release();
        return null;
      }
      this.begins();
      return this.#releaseOnce(ended);
    } finally {
      this.#turn.release();
    }
  }

  #releaseOnce(ended: AbortSignal): () => void {
    let isHeld = true;
    const release = () => {
      ended.removeEventListener('abort', release);
      if (isHeld) this.#underWay.release();
      isHeld = false;
    };
    ended.addEventListener('abort', release);
    return release;
  }
}
