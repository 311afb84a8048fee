/** Repeats work at intervals counted from its end. */
import type { Clock } from '../clock.ts';

interface RepeatOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** The ms from the end of a run to the next one. */
  readonly ms: number;
  /** Called with the error of a failed run, after which the work is still repeated. */
  readonly failed: (error: unknown) => void;
}

interface Repeat {
  /** Runs now, and repeats it. Resolves when this run has ended or failed. */
  run(): Promise<void>;
  /** Starts no further run, not even after one that is running. */
  stop(): void;
}

export function repeat({ clock, ms, failed }: RepeatOptions, work: () => Promise<unknown>): Repeat {
  let isStopped = false;
  let cancel = () => {};
  const run = async () => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    if (!isStopped) cancel = clock.after(ms, () => void run());
  };
  const stop = () => {
    isStopped = true;
    cancel();
  };
  return { run, stop };
}

/** Pauses between tries: each is twice as long as the one before, up to a limit. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  /** Returns the length of the next pause in ms. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(ms * 2, this.#maxMs);
    return ms;
  }

  /** Must be called after a success: the next pause is the first again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
