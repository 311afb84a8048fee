/** Whether and when a queued message whose sending failed is tried again. */
import { faultOf, isPassing } from '../db/client.ts';
import { AppError, NotConnected } from '../shared/errors.ts';

/** How often a message checks whether its instance is connected. */
export const CONNECTED_LOOK_MS = 1_000;
export const RETRY_MS = 5_000;
/** Timers overflow after some weeks, so none is longer than this. */
export const LOOK_AGAIN_MAX_MS = 3_600_000;

/** Returns the ms until the next try, at most an hour. */
export function againIn(error: unknown): number {
  if (error instanceof NotConnected) return CONNECTED_LOOK_MS;
  const seconds = error instanceof AppError ? Number(error.headers?.['retry-after'] ?? 0) : 0;
  return Math.min(Math.max(RETRY_MS, seconds * 1_000), LOOK_AGAIN_MAX_MS);
}

/** Reasons of temporary failures. A message that may have been sent is no longer in the queue. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'upstream']);

/** Returns whether the message may succeed later, here or at the node that owns the instance. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NotConnected ||
  faultOf(error) === 'fenced' ||
  isPassing(faultOf(error)) ||
  (error instanceof AppError && PASSING.has(error.reason));
