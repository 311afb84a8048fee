/** Turns the failure of a call about templates into an error for the caller whose request needed it. Pure. */
import { AppError } from '../../shared/errors.ts';
import { actionOf } from './faults.ts';
import type { GraphFailure } from './graph-failure.ts';
import { refusalOf } from './graph-refusal.ts';

/** Subcodes of code 100: the limit of templates is reached, a language is being deleted, or it exists already. */
const CONFLICTS: ReadonlySet<number | null> = new Set([2388019, 2388023, 2388024]);

/** When templates cannot be read, no request is at fault. */
export const unread = (failure: GraphFailure): AppError => {
  const refusal = refusalOf(failure);
  return refusal.reason === 'invalid' ? upstream(refusal.message, failure) : refusal;
};

/** After a lost answer nobody knows whether it was done. */
export function unchanged(failure: GraphFailure): AppError {
  const { code, subcode, message, isUnsent } = failure;
  if (code === null)
    return isUnsent ? unread(failure) : upstream(`${message}; ${UNKNOWN}`, failure);
  if (CONFLICTS.has(subcode))
    return new AppError('conflict', `Meta: ${message}`, { cause: failure });
  return actionOf(code).action === 'never' && !failure.isTransient
    ? new AppError('invalid', `Meta: ${message}`, { cause: failure })
    : unread(failure);
}

const UNKNOWN =
  'whether it was done all the same is not known: /template/find with refresh=true says what is there';

const upstream = (message: string, cause: GraphFailure): AppError =>
  new AppError('upstream', message, { cause });
