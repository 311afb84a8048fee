/** What a failure of the Graph API means for a message that was to be sent, and for whoever sends it. Pure. */
import type { StatusChange } from '../../messages/status.ts';
import { AppError, conflict, invalid } from '../../shared/errors.ts';
import { actionOf } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';
import { isRateAction, mustWait } from './rate-holds.ts';

/** Where Meta does not say how long to wait. */
const COME_AGAIN_MS = 60_000;
const BY_TEMPLATE = 'Send a template instead: POST /message/sendTemplate/{instanceName}.';

/** What the caller is answered. A call without an answer is `lost`: 502 for what may have been done, 503 for a read. */
export function refusalOf(
  failure: GraphFailure,
  lost: 'upstream' | 'unavailable' = 'upstream',
): AppError {
  if (failure.code === null) return new AppError(lost, failure.message, { cause: failure });
  const { action } = actionOf(failure.code);
  const words = wordsOf(failure);
  if (isRateAction(action)) return mustWait(failure.retryAfterMs ?? COME_AGAIN_MS, words);
  switch (action) {
    case 'never':
      return invalid(words);
    case 'temporary':
      return new AppError(lost, words, { cause: failure });
    default:
      return conflict(words);
  }
}

/** Meta's own words, and what to do. */
function wordsOf({ code, message }: GraphFailure): string {
  if (code === null) return message;
  const { action, advice } = actionOf(code);
  const instead = action === 'window' ? ` ${BY_TEMPLATE}` : '';
  return `${/[.!?]$/.test(message) ? message : `${message}.`} ${advice}${instead}`;
}

/** What becomes of the message `id`: after a lost answer nobody knows, until a status of Meta says it. */
export function fateOf(id: string, failure: GraphFailure, at: number): StatusChange {
  const { code, isUnsent, message } = failure;
  if (code !== null || isUnsent)
    return { id, status: 'Error', code, reason: `It was not sent: ${wordsOf(failure)}`, at };
  const reason = `Nobody knows yet whether it was sent (${message}): if it was, a status of Meta will say so.`;
  return { id, status: 'Unknown', code, reason, at };
}

/** Steps that Meta has answered and that may succeed a moment later, and those that it never got. */
export function mayRepeat({ code, isUnsent }: GraphFailure): boolean {
  // It may have taken what it calls failed by this.
  if (code === AMBIGUOUS) return false;
  return code === null ? isUnsent : actionOf(code).action === 'temporary';
}

const AMBIGUOUS = 135000;
