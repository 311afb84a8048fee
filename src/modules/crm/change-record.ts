/** Reads and changes single records: ETags, If-Match and retries. */

import { etagOf, refuseOtherVersion } from '../../core/http/etag.ts';
import type { AnswerContext } from '../../core/http/idempotency-key.ts';
import { pathOf } from '../../core/http/zone.ts';
import type { KeyedMutex } from '../../core/shared/async/mutex.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import { Stale } from './audited-commit.ts';
import { retryConflicts } from './retry-conflicts.ts';

/** Data with `updated_at` is a record, so its answer names its version. */
export function setEtag(set: AnswerContext['set'], data: unknown): void {
  const updatedAt = (data as { updated_at?: unknown } | null | undefined)?.updated_at;
  if (typeof updatedAt === 'string') set.headers.etag = etagOf(Date.parse(updatedAt));
}

/** Returns the record, or throws 404. */
export function requireFound<R>(record: R | null, what: string): R {
  if (record === null) throw failure('record_not_found', { record: what });
  return record;
}

interface RecordChange<R, T> {
  /** The caller's word for the record: `pipeline` makes "pipeline not found". */
  readonly what: string;
  /** False if the request makes another record beside this one, so that `If-Match` names no version of it. */
  readonly isVersioned?: boolean | undefined;
  /** Returns the current record in the acting account; null leads to 404. */
  find(): Promise<R | null>;
  /** Writes the change under `where … updated_at = before.updatedAt`; `now` is later than that. */
  write(before: R, now: number): Promise<T>;
}

/**
 * Changes or deletes one record. Throws 404 when it does not exist, and 412 when `If-Match` names another version.
 * Concurrent changes of one path wait for each other. If another process changes the record first, it is read again and
 * the change is repeated.
 */
export function changeRecord<R extends { readonly updatedAt: number }, T>(
  { turns, clock }: { readonly turns: KeyedMutex; readonly clock: Pick<Clock, 'now'> },
  request: Request,
  { what, isVersioned = true, find, write }: RecordChange<R, T>,
): Promise<T> {
  const attempt = async () => {
    const before = requireFound(await find(), what);
    if (isVersioned) refuseOtherVersion(request, before.updatedAt);
    return write(before, Math.max(clock.now(), before.updatedAt + 1));
  };
  const isStale = (error: unknown) => error instanceof Stale;
  return turns.run(pathOf(request.url), () => retryConflicts(`${what} is`, isStale, attempt));
}
