/** Headers with which a file is fetched, for links that need a log-in. They are used once and stored nowhere. */

import { Type } from '@sinclair/typebox';
import { type FieldError, nestedErrors, parsedIfPresent } from '../http/read-fields.ts';
import { invalid } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';
import { checkHeaders, type Headers } from '../webhooks/headers.ts';
import type { FileSource } from './fetched-file.ts';

/** These ask for another answer than the whole file as it is. */
const CHANGES_ANSWER = /^(?:accept-encoding|range|expect|if-.*)$/i;

export const mediaHeaders = parsedIfPresent(
  Type.Object(
    {},
    {
      additionalProperties: Type.String(),
      description:
        'At most 20 headers with which a file given by URL is fetched, such as `{"authorization": "Bearer …"}`. They go only to the scheme, host and port of that URL, never to another host after a redirect, and are not stored',
    },
  ),
  (value): Headers | FieldError => {
    const checked = checkHeaders(value ?? {}, undefined, 'mediaHeaders');
    if ('problems' in checked) return nestedErrors(checked.problems);
    const names = Object.keys(checked.headers);
    const refused = names.filter((name) => CHANGES_ANSWER.test(name));
    if (refused.length > 0)
      return nestedErrors(
        refused.map((name) => ({
          field: `mediaHeaders.${name}`,
          ...problem('header_not_settable'),
        })),
      );
    return Object.fromEntries(
      Object.entries(checked.headers).map(([name, text]) => [name.toLowerCase(), text]),
    );
  },
);

/** The part of a body that `mediaHeaders` reads. */
export interface WithMediaHeaders {
  readonly mediaHeaders?: Headers;
}

/** Returns the file with the headers that it is to be fetched with, if it is given by URL. */
export const withMediaHeaders = (file: FileSource, headers: Headers | undefined): FileSource =>
  headers && 'url' in file ? { ...file, headers: { ...file.headers, ...headers } } : file;

/**
 * Returns the files of one message with the headers that they are to be fetched with. Throws `invalid` if they are at
 * several origins, because the headers are for one.
 */
export function eachWithMediaHeaders<F extends { readonly file: FileSource }>(
  files: readonly F[],
  headers: Headers | undefined,
): F[] {
  const origins = new Set(
    files.flatMap(({ file }) => ('url' in file ? new URL(file.url).origin : [])),
  );
  if (origins.size > 1 && Object.keys(headers ?? {}).length > 0)
    throw invalid('mediaHeaders go to one host, and the URLs of the files have several');
  return files.map((one) => ({ ...one, file: withMediaHeaders(one.file, headers) }));
}
