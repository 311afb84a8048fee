/** Places for running work: each is taken before the work and freed after it. */
export interface Slots {
  /** Resolves with a place once one is free, and with null when `signal` aborts first. */
  acquire(signal: AbortSignal): Promise<Place | null>;
}

export interface Place {
  /** Frees the place. A second call does nothing. */
  release(): void;
}

/** A place that is freed by `free`, once. */
export function placeFreedBy(free: () => void): Place {
  let isHeld = true;
  return {
    release() {
      if (!isHeld) return;
      isHeld = false;
      free();
    },
  };
}

/** Limits how many pieces of work run at once; those that wait are served in order. */
export class Semaphore implements Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  acquire(signal: AbortSignal): Promise<Place | null> {
    if (signal.aborted) return Promise.resolve(null);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(this.#place());
    }
    return new Promise((resolve) => {
      const leave = () => {
        if (this.#waiting.delete(granted)) resolve(null);
      };
      const granted = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.#place());
      };
      this.#waiting.add(granted);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #place(): Place {
    return placeFreedBy(() => this.#release());
  }

  /** The place goes to the oldest waiting call. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
