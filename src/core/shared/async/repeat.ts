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
