/** The id by which the caller, the log and the audit rows know one request. */
import { newId } from '../shared/ids.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** Returns the caller's id if it is 1-128 visible ASCII characters, else a new one. */
export function takeRequestId(request: Request): string {
  const callersId = request.headers.get(REQUEST_ID_HEADER);
  return callersId !== null && ACCEPTED.test(callersId) ? callersId : newId();
}

/** Returns the id of the request that a handler is answering. */
export const requestIdOf = (context: {
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}): string => String(context.set.headers[REQUEST_ID_HEADER]);
