/** The id under which one request is known to its caller, the log and the audit rows. */
import { newId } from '../shared/ids.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The caller's own id when it is 1-128 visible ASCII characters, else a new one. */
export function takeRequestId(request: Request): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && ACCEPTED.test(given) ? given : newId();
}

/** The id of the request a handler is answering. */
export const requestIdOf = (context: {
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}): string => String(context.set.headers[REQUEST_ID_HEADER]);
