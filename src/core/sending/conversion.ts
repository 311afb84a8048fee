/** Converts files that callers send, in places that the instances share. */
import { whenAborted } from '../shared/async/cancellation.ts';
import { runWithin } from '../shared/async/deadline.ts';
import type { FairSemaphore } from '../shared/async/semaphore.ts';
import type { Clock } from '../shared/clock.ts';
import { type AppError, failure, invalid } from '../shared/errors.ts';

export interface ConversionContext {
  readonly instanceId: string;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
}

interface ConversionLimits {
  /** The name of the file in refusals. */
  readonly field: string;
  /** Limits how many conversions run at once, in all and for each instance. */
  readonly places: FairSemaphore;
  /** The time limit, which includes waiting for a place. */
  readonly ms: number;
}

/**
 * Runs `work` once the instance has a place for it, and returns its result. Throws at once when the caller disconnects
 * (invalid) or the time is over (rate_limited): work that still waits is never started, and work that runs keeps its
 * place until it ends.
 */
export async function convertInPlace<T>(
  { field, places, ms }: ConversionLimits,
  { instanceId, signal: caller, clock }: ConversionContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = places.of(instanceId);
  return await runWithin({ clock, ms, signal: caller }, async ({ signal, isOver }) => {
    const ended = () => (isOver() ? late(field) : invalid('the caller has disconnected'));
    const place = await own.acquire(signal);
    if (place === null) throw ended();
    const isGone = whenAborted(signal).then(() => Promise.reject(ended()));
    return await Promise.race([isGone, work(signal).finally(() => place.release())]);
  });
}

const late = (field: string): AppError =>
  failure('file_not_converted', { field }, { headers: { 'retry-after': '10' } });
