/** ETags of records, which name their version, and If-Match, by which a change names the version that it was made from. */
import { failure } from '../shared/errors.ts';
import type { RequestHeader } from './route-detail.ts';

/** Returns a record's version; `updatedAt` in ms grows with every change. */
export const etagOf = (updatedAt: number): string => `"${versionOf(updatedAt)}"`;

const versionOf = (updatedAt: number): string => updatedAt.toString(36);

export const ifMatchHeader: RequestHeader = {
  name: 'if-match',
  schema: { type: 'string', examples: ['"mk1ibk00"'] },
  description:
    '`ETag` of the version that you changed, or `*` for any version; if the record has another version, the answer is 412 and nothing changes',
};

/**
 * One entry of If-Match or If-None-Match. Proxies that compress make `W/"1"`, `"1-gzip"`, `"1;br"` or `"1--gzip"` of
 * `"1"`, and some clients leave the quotes out: the version inside is the same.
 */
const ENTRY = /^(?:W\/)?(?:"(\w+)(?:[-;:+.][^"]*)?"|(\w+))$/i;

/** Returns whether a list of ETags, as a header has it, names the version `version`, or any by `*`. */
export function matchesVersion(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((entry) => {
    const [, quoted, bare] = ENTRY.exec(entry.trim()) ?? [];
    return (quoted ?? bare) === version;
  });
}

/** Throws 412 when `If-Match` names another version than this one. */
export function refuseOtherVersion({ headers }: Request, updatedAt: number): void {
  const wanted = headers.get('if-match');
  if (wanted === null || matchesVersion(wanted, versionOf(updatedAt))) return;
  throw failure('another_version', {}, { headers: { etag: etagOf(updatedAt) } });
}
