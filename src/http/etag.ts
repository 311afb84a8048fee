/** ETags of records, which name their version, and If-Match, by which a change names the version that it was made from. */
import { AppError } from '../shared/errors.ts';
import type { RequestHeader } from './route-detail.ts';

/** Returns a record's version; `updatedAt` in ms grows with every change. */
export const etagOf = (updatedAt: number): string => `"${updatedAt.toString(36)}"`;

export const ifMatchHeader: RequestHeader = {
  name: 'if-match',
  description:
    'The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes',
};

/** Throws 412 when `If-Match` names another version than this one. */
export function refuseOtherVersion({ headers }: Request, updatedAt: number): void {
  const wanted = headers.get('if-match');
  if (wanted === null || wanted.trim() === '*') return;
  const accepted = wanted.split(',').map((tag) => tag.trim());
  if (accepted.includes(etagOf(updatedAt))) return;
  throw new AppError('precondition_failed', 'The record has another version than If-Match names', {
    headers: { etag: etagOf(updatedAt) },
  });
}
