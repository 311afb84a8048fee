/** The queue for memory that frames take while they wait to be sent. */
import type { Cancel, Clock } from '../../../core/shared/clock.ts';

/** Bytes in memory, counted for the holder of a key. */
export interface UnsentMemory {
  /** Holds `bytes` more; false when there is no room for them, and then it holds what it held before. */
  take(holder: string, bytes: number): boolean;
  release(holder: string, bytes: number): void;
  /** Must be called before a body of this size is composed; earlier copies are then collected. */
  noteAllocation(bytes: number): void;
}

interface Waiter {
  readonly bytes: number;
  readonly isWanted: () => boolean;
  readonly resolve: (isHeld: boolean) => void;
}

/** Not only readers release memory, and the others do not notify anybody. */
const RETRY_MS = 1_000;

export class UnsentMemoryQueue implements UnsentMemory {
  readonly #memory: UnsentMemory;
  readonly #clock: Pick<Clock, 'after'>;
  /** Keyed by holder, the first one first. */
  readonly #waiting = new Map<string, Waiter[]>();
  #cancelRetry: Cancel | null = null;

  constructor(memory: UnsentMemory, clock: Pick<Clock, 'after'>) {
    this.#memory = memory;
    this.#clock = clock;
  }

  take(holder: string, bytes: number): boolean {
    return this.#memory.take(holder, bytes);
  }

  release(holder: string, bytes: number): void {
    this.#memory.release(holder, bytes);
    this.#serve(holder);
  }

  noteAllocation(bytes: number): void {
    this.#memory.noteAllocation(bytes);
  }

  /** Resolves with true when the bytes are reserved, and with false when they are not wanted any longer. */
  wait(holder: string, bytes: number, isWanted: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(holder) ?? [];
      this.#waiting.set(holder, waiters);
      waiters.push({ bytes, isWanted, resolve });
      if (waiters.length === 1) this.#serve(holder);
      this.#retryLater();
    });
  }

  #serve(holder: string): void {
    const waiters = this.#waiting.get(holder);
    if (waiters === undefined) return;
    for (let next = waiters[0]; next !== undefined; next = waiters[0]) {
      const isWanted = next.isWanted();
      if (isWanted && !this.#memory.take(holder, next.bytes)) return;
      waiters.shift();
      next.resolve(isWanted);
    }
    this.#waiting.delete(holder);
  }

  #retryLater(): void {
    if (this.#waiting.size === 0) return;
    this.#cancelRetry ??= this.#clock.after(RETRY_MS, () => {
      this.#cancelRetry = null;
      for (const holder of this.#waiting.keys()) this.#serve(holder);
      this.#retryLater();
    });
  }
}
