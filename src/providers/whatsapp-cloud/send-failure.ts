/** Decides what a failure of the Graph API means for a message and for whoever sends it. Pure. */
import type { StatusChange } from '../../messages/status.ts';
import { AppError } from '../../shared/errors.ts';
import { actionOf } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';
import { refusalOf, wordsOf } from './graph-refusal.ts';

/**
 * Returns the error for the caller. A call without an answer becomes `lost`: 502 for what may have been done, 503 for a
 * read.
 */
export function messageRefusalOf(
  failure: GraphFailure,
  lost: 'upstream' | 'unavailable' = 'upstream',
): AppError {
  if (isOpen(failure))
    return new AppError(lost, failure.message, { cause: failure, mayBeDone: lost === 'upstream' });
  const refusal = refusalOf(failure, lost);
  const isOfRequest = failure.code !== null && actionOf(failure.code).action === 'never';
  // Any other refusal is about the state of the account: the request itself may be right.
  return refusal.reason === 'invalid' && !isOfRequest
    ? new AppError('conflict', refusal.message, { cause: failure })
    : refusal;
}

/** Adds the id to ask for to an error after which nobody knows yet what becomes of a stored message, or that it waits. */
export function namingMessage(error: unknown, id: string): unknown {
  if (!(error instanceof AppError) || !NAMED.has(error.reason)) return error;
  const { reason, message, headers, mayBeDone } = error;
  const fate = `What became of message ${id}: GET /message/status/{instanceName}/${id}`;
  const words = `${/[.!?]$/.test(message) ? message : `${message}.`} ${fate}`;
  return new AppError(reason, words, { cause: error, mayBeDone, ...(headers && { headers }) });
}

const NAMED: ReadonlySet<string> = new Set(['rate_limited', 'upstream']);

/** Tells whether nobody knows what Meta did. */
const isOpen = ({ code, isUnsent }: GraphFailure): boolean =>
  code === AMBIGUOUS || (code === null && !isUnsent);

/** Returns the status of the message `id`: unknown after a lost answer, until a status of Meta tells it. */
export function fateOf(id: string, failure: GraphFailure, at: number): StatusChange {
  const { code, message } = failure;
  if (!isOpen(failure))
    return { id, status: 'Error', code, reason: `It was not sent: ${wordsOf(failure)}`, at };
  const reason = `Nobody knows yet whether it was sent (${message}): if it was, a status of Meta will say so.`;
  return { id, status: 'Unknown', code, reason, at };
}

/** Tells whether to repeat a call that Meta has refused but may accept a moment later, or never got. */
export function mayRepeat({ code, isUnsent }: GraphFailure): boolean {
  // Meta may have taken a message that it reports as failed with this code.
  if (code === AMBIGUOUS) return false;
  return code === null ? isUnsent : actionOf(code).action === 'temporary';
}

const AMBIGUOUS = 135000;
