/** Work that is done again and again, at intervals that are counted from its end. */
import type { Clock } from '../clock.ts';

interface RepeatOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** From the end of a run to the next one. */
  readonly ms: number;
  /** Called with what a run rejected with; the next one comes all the same. */
  readonly failed: (error: unknown) => void;
}

interface Repeat {
  /** Runs now, and again later. Resolves when this run has ended, well or not. */
  run(): Promise<void>;
  /** No further run begins, not even after one that is under way. */
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
