/** Places to run in, of which each is taken before work and given back after it. */
export interface Slots {
  /** True once a place is taken, which must be given back by `release`; false when `signal` aborts before. */
  acquire(signal: AbortSignal): Promise<boolean>;
  /** Gives one place back. To be called once for each `acquire` that was true. */
  release(): void;
}

/** How many of a kind run at once; those that wait are served in the order of asking. */
export class Semaphore implements Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const leave = () => {
        if (this.#waiting.delete(granted)) resolve(false);
      };
      const granted = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      this.#waiting.add(granted);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes to the call that has waited longest. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
