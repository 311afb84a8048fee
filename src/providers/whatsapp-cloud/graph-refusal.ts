/** Turns the failure of a call to Meta into an error for the caller whose request needed it. Pure. */
import { AppError } from '../../shared/errors.ts';
import { actionOf } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';
import { isRateAction, MustWait } from './rate-holds.ts';

/** Used when Meta does not say how long to wait. */
const COME_AGAIN_MS = 60_000;

/**
 * Returns `rate_limited` with how long to wait; `lost` (502 by default) when Meta has a fault of its own or gave no
 * readable answer; else `invalid` with Meta's words and what to do.
 */
export function refusalOf(
  failure: GraphFailure,
  lost: 'upstream' | 'unavailable' = 'upstream',
): AppError {
  const { code, message, retryAfterMs = COME_AGAIN_MS } = failure;
  if (code === null) return new AppError(lost, message, { cause: failure });
  const { action } = actionOf(code);
  const words = wordsOf(failure);
  if (isRateAction(action)) return new MustWait(retryAfterMs, words, failure.platform);
  if (action === 'temporary' || failure.isTransient)
    return new AppError(lost, words, { cause: failure });
  return new AppError('invalid', words, { cause: failure });
}

const BY_TEMPLATE = 'Send a template instead: POST /message/sendTemplate/{instanceName}.';

/** Returns Meta's own words, and what to do. */
export function wordsOf({ code, message }: GraphFailure): string {
  if (code === null) return message;
  const { action, advice } = actionOf(code);
  const instead = action === 'window' ? ` ${BY_TEMPLATE}` : '';
  return `Meta: ${/[.!?]$/.test(message) ? message : `${message}.`} ${advice}${instead}`;
}
