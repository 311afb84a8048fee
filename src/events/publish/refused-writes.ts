/** Writes that must happen and that the database did not take: in their order, tried again until it does. */
import { Backoff } from '../../shared/async/backoff.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { type QueuedWrite, takeBatch } from './write.ts';

/** The pace at which they are tried, so that they are on disk soon after there is room again. */
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;

export class RefusedWrites {
  readonly #clock: Clock;
  readonly #due: () => void;
  #writes: QueuedWrite[] = [];
  /** Some are being tried and may come back before the others. */
  #isTrying = false;
  #cancelPause: Cancel | null = null;
  readonly #backoff = new Backoff({ firstMs: PAUSE_FIRST_MS, maxMs: PAUSE_MAX_MS });

  /** `due` is called when they are to be tried. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get size(): number {
    return this.#writes.length;
  }

  /** Whether a write that comes now must be held behind others. */
  get hasAny(): boolean {
    return this.#isTrying || this.#writes.length > 0;
  }

  get areDue(): boolean {
    return this.#writes.length > 0 && this.#cancelPause === null;
  }

  add(writes: readonly QueuedWrite[]): void {
    this.#writes.push(...writes);
  }

  /** Tries the first of them; `attempt` resolves to those that were refused once more. Whether all were taken. */
  async attempt(
    attempt: (writes: readonly QueuedWrite[]) => Promise<QueuedWrite[]>,
  ): Promise<boolean> {
    this.#isTrying = true;
    const refused = await attempt(takeBatch(this.#writes));
    this.#isTrying = false;
    this.#writes.unshift(...refused);
    if (refused.length > 0) this.pause();
    return refused.length === 0;
  }

  /** They were refused: not at once again. */
  pause(): void {
    this.#cancelPause = this.#clock.after(this.#backoff.next(), () => {
      this.#cancelPause = null;
      this.#due();
    });
  }

  /** The database has taken something: they may be tried at once. */
  resume(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#backoff.reset();
  }
}
