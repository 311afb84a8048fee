/** Holds writes that must succeed but that the database refused, and tries them again in order. */

import { takeFirst } from '../../db/write-queue.ts';
import { Backoff } from '../../shared/async/backoff.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { COMMIT_LIMITS, type QueuedWrite } from './write.ts';

/** The pause before the next try, short so that they are written soon after there is room again. */
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;

export class RefusedWrites {
  readonly #clock: Clock;
  readonly #due: () => void;
  #writes: QueuedWrite[] = [];
  /** Whether some are being tried and may have to be put back in front of the others. */
  #isTrying = false;
  #cancelPause: Cancel | null = null;
  readonly #backoff = new Backoff({ firstMs: PAUSE_FIRST_MS, maxMs: PAUSE_MAX_MS });

  /** `due` is called when the writes should be tried. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get size(): number {
    return this.#writes.length;
  }

  /** Returns whether a new write must be held behind others. */
  get hasAny(): boolean {
    return this.#isTrying || this.#writes.length > 0;
  }

  get areDue(): boolean {
    return this.#writes.length > 0 && this.#cancelPause === null;
  }

  add(writes: readonly QueuedWrite[]): void {
    this.#writes.push(...writes);
  }

  /** Tries the first of them; `attempt` returns those that were refused again. Returns whether all were accepted. */
  async attempt(
    attempt: (writes: readonly QueuedWrite[]) => Promise<QueuedWrite[]>,
  ): Promise<boolean> {
    this.#isTrying = true;
    const refused = await attempt(takeFirst(this.#writes, COMMIT_LIMITS)).finally(() => {
      this.#isTrying = false;
    });
    this.#writes.unshift(...refused);
    if (refused.length > 0) this.pause();
    return refused.length === 0;
  }

  /** Must be called after a refusal: delays the next try. */
  pause(): void {
    this.#cancelPause = this.#clock.after(this.#backoff.next(), () => {
      this.#cancelPause = null;
      this.#due();
    });
  }

  /** Must be called after the database accepted a write: makes the held ones due at once. */
  resume(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#backoff.reset();
  }
}
