/** One timer for many waits of the same length: a timer of its own would cost each a part of what it waits for. */
import type { Cancel, Clock } from '../clock.ts';

/** One wait; made by the waiting call, so that nothing else has to be allocated. */
export interface TimedWait {
  /** Steady ms at which it is over; set by `begin`. */
  until: number;
  /** Called when it is; the wait has ended by then. */
  over(): void;
}

export class SharedTimer {
  /** Ms of every wait. */
  readonly ms: number;
  readonly #clock: Pick<Clock, 'after' | 'steady'>;
  /** All are equally long, so the first is over first. */
  readonly #open = new Set<TimedWait>();
  #cancel: Cancel | null = null;
  /** While waits that are over are ended: the timer for those after them is set once all have been. */
  #isEnding = false;

  constructor(clock: Pick<Clock, 'after' | 'steady'>, ms: number) {
    this.#clock = clock;
    this.ms = ms;
  }

  begin(wait: TimedWait): void {
    wait.until = this.#clock.steady() + this.ms;
    this.#open.add(wait);
    if (this.#cancel === null && !this.#isEnding) this.#watch(this.ms);
  }

  /** To be called when it is no longer needed; after it was over it does nothing. */
  end(wait: TimedWait): void {
    if (!this.#open.delete(wait) || this.#open.size > 0) return;
    this.#cancel?.();
    this.#cancel = null;
  }

  #watch(afterMs: number): void {
    this.#cancel = this.#clock.after(afterMs, () => {
      this.#endDue(this.#clock.steady());
      this.#cancel = null;
      const [next] = this.#open;
      if (next !== undefined) this.#watch(next.until - this.#clock.steady());
    });
  }

  #endDue(now: number): void {
    this.#isEnding = true;
    for (const wait of this.#open) {
      if (wait.until > now) break;
      this.#open.delete(wait);
      wait.over();
    }
    this.#isEnding = false;
  }
}
