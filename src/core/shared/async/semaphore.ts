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

export interface FairLimits {
  /** The number of places of all holders together. */
  readonly total: number;
  /** The places that one holder may have; less than `total`, so that one holder never has all of them. */
  readonly perHolder: number;
}

interface Share {
  held: number;
  /** The waiting calls, the oldest first. */
  readonly waiting: Set<() => void>;
}

/**
 * A semaphore whose places are shared among holders (instances, keys, hosts). A free place goes to the waiting holder
 * with the fewest places, and among equals to the one that was served longest ago; within a holder, to its oldest call.
 * The wait of a holder therefore depends on the number of waiting holders, not on how many calls one of them makes. The
 * queues have no bound of their own: callers limit them.
 */
export class FairSemaphore {
  readonly #limits: FairLimits;
  /** The holders that have a place or wait for one; the one that last freed a place is at the end. */
  readonly #shares = new Map<string, Share>();
  #free: number;

  constructor(limits: FairLimits) {
    this.#limits = limits;
    this.#free = limits.total;
  }

  /** Returns the places of one holder; further calls return another view of the same places. */
  of(holder: string): Slots {
    return { acquire: (signal) => this.#acquire(holder, signal) };
  }

  #acquire(holder: string, signal: AbortSignal): Promise<Place | null> {
    if (signal.aborted) return Promise.resolve(null);
    const share = this.#shares.getOrInsertComputed(holder, () => ({ held: 0, waiting: new Set() }));
    if (this.#free > 0 && share.held < this.#limits.perHolder) {
      return Promise.resolve(this.#take(holder, share));
    }
    return new Promise((resolve) => {
      const leave = () => {
        if (!share.waiting.delete(granted)) return;
        this.#dropUnused(holder, share);
        resolve(null);
      };
      const granted = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.#take(holder, share));
      };
      share.waiting.add(granted);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #take(holder: string, share: Share): Place {
    this.#free--;
    share.held++;
    return placeFreedBy(() => this.#release(holder, share));
  }

  #release(holder: string, share: Share): void {
    this.#free++;
    share.held--;
    this.#shares.delete(holder);
    this.#shares.set(holder, share);
    this.#dropUnused(holder, share);
    this.#grantNext();
  }

  #grantNext(): void {
    let next: Share | null = null;
    for (const share of this.#shares.values()) {
      const fewest = next?.held ?? this.#limits.perHolder;
      if (share.waiting.size > 0 && share.held < fewest) next = share;
    }
    const [granted] = next?.waiting ?? [];
    if (next === null || granted === undefined) return;
    next.waiting.delete(granted);
    granted();
  }

  #dropUnused(holder: string, { held, waiting }: Share): void {
    if (held === 0 && waiting.size === 0) this.#shares.delete(holder);
  }
}
