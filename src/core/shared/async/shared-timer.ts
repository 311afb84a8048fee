/** One timer for many waits of the same length, because a timer for each would cost too much. */
import type { Cancel, Clock } from '../clock.ts';

/** One wait; the caller creates it, so that nothing else has to be allocated. */
export interface TimedWait {
  /** When it is over, in ms of the steady clock; set by `begin`. */
  until: number;
  /** Called when it is over; the wait has ended by then. */
  over(): void;
}

export class SharedTimer {
  /** The length of every wait. */
  readonly ms: number;
  readonly #clock: Pick<Clock, 'after' | 'steady'>;
  /** All waits are equally long, so the first is over first. */
  readonly #open = new Set<TimedWait>();
  #cancel: Cancel | null = null;
  /** Whether waits that are over are being ended; the timer for the next ones is set afterwards. */
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

  /** Must be called when the wait is no longer needed; once it is over this does nothing. */
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
