/** Places for running work: each is taken before the work and freed after it. */
export interface Slots {
  /** Returns true once a place is taken, which must be freed with `release`, and false when `signal` aborts first. */
  acquire(signal: AbortSignal): Promise<boolean>;
  /** Frees a place. Must be called once for each `acquire` that returned true. */
  release(): void;
}

/** Limits how many pieces of work run at once; those that wait are served in order. */
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

  /** The place goes to the oldest waiting call. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
