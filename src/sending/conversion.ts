/** Converting files that callers send, in places that the instances share. */
import { whenAborted } from '../shared/async/cancellation.ts';
import { runWithin } from '../shared/async/deadline.ts';
import type { FairSemaphore } from '../shared/async/fair-semaphore.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, invalid } from '../shared/errors.ts';

/** For whom a file is converted. */
export interface ConversionContext {
  readonly instanceId: string;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
}

interface ConversionLimits {
  /** The name of the file in refusals. */
  readonly field: string;
  /** By instance. */
  readonly places: FairSemaphore;
  /** Waiting for a place included. */
  readonly ms: number;
}

/**
 * Runs `work` once the instance has a place for it, and settles as it does. When the caller goes, or the time is over
 * (429), this rejects at once: work that waits is not begun, and work under way keeps its place until it has ended.
 */
export async function convertInPlace<T>(
  { field, places, ms }: ConversionLimits,
  { instanceId, signal: caller, clock }: ConversionContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = places.of(instanceId);
  return await runWithin({ clock, ms, signal: caller }, async ({ signal, isOver }) => {
    const ended = () => (isOver() ? late(field) : invalid('the caller has disconnected'));
    if (!(await own.acquire(signal))) throw ended();
    const isGone = whenAborted(signal).then(() => Promise.reject(ended()));
    return await Promise.race([isGone, work(signal).finally(() => own.release())]);
  });
}

const late = (field: string): AppError =>
  new AppError('rate_limited', `the ${field} could not be converted in time`, {
    headers: { 'retry-after': '10' },
  });
