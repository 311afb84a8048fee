/**
 * Limits the pace of log-ins of all sessions in this process. WhatsApp bans for bursts of log-ins
 * from one address, so many lost connections must not cause one.
 */
import { type Place, Semaphore } from '../../core/shared/async/semaphore.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';

/** Time from one log-in to the next. */
export const LOGIN_PAUSE_MS = 50;
/** The most log-ins that have neither succeeded nor failed. */
const UNDER_WAY_MAX = 8;

export interface Logins {
  /** Reports a log-in whose pace is limited elsewhere: the next one here waits for its pause. */
  noteLogin(): void;
  /**
   * Resolves when a log-in may begin, with a function to call once it has succeeded or failed; calling it again, or
   * after `ended` has aborted, does nothing. Resolves with null when `ended` aborts first. A session waits for one
   * log-in at a time, so at most one log-in of each other session comes before it.
   */
  place(ended: AbortSignal): Promise<(() => void) | null>;
}

export class LoginPace implements Logins {
  readonly #clock: Clock;
  /** The next session to log in holds it; the others get it in the order of asking. */
  readonly #turn = new Semaphore(1);
  readonly #underWay = new Semaphore(UNDER_WAY_MAX);
  /** In steady ms. */
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteLogin(): void {
    this.#nextAt = Math.max(this.#nextAt, this.#clock.steady()) + LOGIN_PAUSE_MS;
  }

  async place(ended: AbortSignal): Promise<(() => void) | null> {
    const turn = await this.#turn.acquire(ended);
    if (turn === null) return null;
    try {
      const place = await this.#underWay.acquire(ended);
      if (place === null) return null;
      const pauseMs = this.#nextAt - this.#clock.steady();
      if (pauseMs > 0) await sleep(this.#clock, pauseMs, ended);
      if (ended.aborted) {
        place.release();
        return null;
      }
      this.noteLogin();
      return releaseAtEnd(place, ended);
    } finally {
      turn.release();
    }
  }
}

/** Frees the place when it is no longer needed, or at the latest when `ended` aborts. */
function releaseAtEnd(place: Place, ended: AbortSignal): () => void {
  const release = () => {
    ended.removeEventListener('abort', release);
    place.release();
  };
  ended.addEventListener('abort', release);
  return release;
}
