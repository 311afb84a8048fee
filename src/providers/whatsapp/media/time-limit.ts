/** Owns: ending work in time, by the clock. Must never: outlive the work it limits. */
import type { Clock } from '../../../shared/clock.ts';

interface TimeLimit {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the work early, besides time. */
  readonly signal?: AbortSignal;
}

/** Whether time ran out is asked after the work: what was finished in time counts. */
export interface Limited {
  readonly signal: AbortSignal;
  isOver(): boolean;
}

export async function runWithin<T>(
  { clock, ms, signal }: TimeLimit,
  work: (limited: Limited) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let isOver = false;
  const cancel = clock.after(ms, () => {
    isOver = true;
    controller.abort();
  });
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await work({ signal: controller.signal, isOver: () => isOver });
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}
