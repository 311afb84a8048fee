/** What a failure of the Graph API means for a message that was to be sent, and for whoever sends it. Pure. */
import type { StatusChange } from '../../messages/status.ts';
import { AppError, conflict } from '../../shared/errors.ts';
import { actionOf } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';
import { refusalOf, wordsOf } from './graph-refusal.ts';

/** What the caller is answered. A call without an answer is `lost`: 502 for what may have been done, 503 for a read. */
export function messageRefusalOf(
  failure: GraphFailure,
  lost: 'upstream' | 'unavailable' = 'upstream',
): AppError {
  if (isOpen(failure))
    return new AppError(lost, failure.message, { cause: failure, mayBeDone: lost === 'upstream' });
  const refusal = refusalOf(failure, lost);
  const isOfRequest = failure.code !== null && actionOf(failure.code).action === 'never';
  // Any other refusal is one of the account as it stands: the request itself may be right.
  return refusal.reason === 'invalid' && !isOfRequest ? conflict(refusal.message) : refusal;
}

/** Whether nobody knows what Meta did. */
const isOpen = ({ code, isUnsent }: GraphFailure): boolean => code === null && !isUnsent;

/** What becomes of the message `id`: after a lost answer nobody knows, until a status of Meta says it. */
export function fateOf(id: string, failure: GraphFailure, at: number): StatusChange {
  const { code, message } = failure;
  if (!isOpen(failure))
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
