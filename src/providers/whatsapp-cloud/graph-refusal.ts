/** What the failure of a call to Meta is for the caller whose request needed it. Pure. */
import { AppError, invalid } from '../../shared/errors.ts';
import { actionOf, isRateLimit } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';

const WAIT_MS = 60_000;

/**
 * `rate_limited` with how long to wait, `upstream` where Meta has a fault of its own or gave no answer that can be read;
 * else `invalid` with Meta's words and what to do.
 */
export function refusalOf(failure: GraphFailure): AppError {
  const { code, message, retryAfterMs = WAIT_MS } = failure;
  if (code === null) return upstream(message, failure);
  const rule = actionOf(code);
  if (isRateLimit(rule)) {
    const headers = { 'retry-after': `${Math.ceil(retryAfterMs / 1_000)}` };
    return new AppError('rate_limited', `Meta: ${message}`, { headers, cause: failure });
  }
  if (rule.action === 'temporary' || failure.isTransient)
    return upstream(`Meta: ${message}`, failure);
  return invalid(`Meta: ${message} — ${rule.advice}`);
}

const upstream = (message: string, cause: GraphFailure): AppError =>
  new AppError('upstream', message, { cause });
