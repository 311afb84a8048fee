/** Hands facts of a failure that callers are not told to the node that has forwarded an inner call. */
import type { AppError, AppErrorOptions } from '../shared/errors.ts';
import { kindOf, platformRefusalOf } from '../shared/errors.ts';

/** Set by the node that forwards an inner call. The facts are no secret, so it does not matter if a caller sets it. */
const FACTS_REQUESTED = 'x-gatehouse-inner-call';
const FACTS_HEADER = 'x-gatehouse-failure';
/** Longer facts, which only a platform's own texts make, are left out. */
const CHARACTERS_MAX = 4_096;

type Facts = Pick<AppErrorOptions, 'mayBeDone' | 'kind' | 'platform' | 'reasonCode' | 'parameters'>;

export const requestFailureFacts = (request: Request): void =>
  request.headers.set(FACTS_REQUESTED, '1');

/** Returns the headers of the answer that tell the facts of a failure, if the request asks for them. */
export function failureFactHeaders(request: Request, error: AppError): Record<string, string> {
  if (!request.headers.has(FACTS_REQUESTED)) return {};
  const { mayBeDone, reasonCode, parameters } = error;
  const [kind, platform] = [kindOf(error), platformRefusalOf(error)];
  const facts: Facts = { mayBeDone, kind, platform, reasonCode, parameters };
  const text = encodeURIComponent(JSON.stringify(facts).toWellFormed());
  return text.length > CHARACTERS_MAX
    ? { [FACTS_HEADER]: JSON.stringify({ mayBeDone }) }
    : { [FACTS_HEADER]: text };
}

/** Returns the facts in the answer of another node of ours. */
export function readFailureFacts(headers: Headers): Facts {
  const text = headers.get(FACTS_HEADER);
  return text === null ? {} : JSON.parse(decodeURIComponent(text));
}
