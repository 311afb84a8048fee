/** How many of a kind run at once. Owns: the order of those that wait. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with true once a slot is taken, which must be given back, or with false when `signal` aborts before. */
  take(signal: AbortSignal): Promise<boolean> {
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

  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
