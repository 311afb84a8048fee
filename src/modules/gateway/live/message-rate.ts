/**
 * Counts what a peer of the live feed says. Readers have little to say, so one that says much is sent away before it
 * keeps the service busy.
 */
import type { Clock } from '../../../core/shared/clock.ts';

/** A client may join 100 namespaces of Socket.IO at once, and keep its connection alive beside that. */
const AT_ONCE = 200;
const PER_SECOND = 5;

export class MessageRate {
  readonly #clock: Pick<Clock, 'steady'>;
  #left = AT_ONCE;
  #countedAt: number;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
    this.#countedAt = clock.steady();
  }

  /** Counts one message, ping or pong. Returns false if there were too many. */
  count(): boolean {
    const now = this.#clock.steady();
    this.#left = Math.min(AT_ONCE, this.#left + ((now - this.#countedAt) / 1000) * PER_SECOND);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
