/** Hands facts of a failure that callers are not told to the node that has forwarded an inner call. */
import type { AppError, AppErrorOptions } from '../shared/errors.ts';
import { kindOf, platformRefusalOf } from '../shared/errors.ts';

/** Set by the node that forwards an inner call. The facts are no secret, so it does not matter if a caller sets it. */
const ASKED = 'x-gatehouse-inner-call';
const FACTS = 'x-gatehouse-failure';
/** Longer facts, which only a platform's own texts make, are left out. */
const CHARACTERS_MAX = 4_096;

type Facts = Pick<AppErrorOptions, 'mayBeDone' | 'kind' | 'platform' | 'reasonCode' | 'parameters'>;

export const askForFacts = (request: Request): void => request.headers.set(ASKED, '1');

/** Returns the headers of the answer that tell the facts of a failure, if the request asks for them. */
export function factsFor(request: Request, error: AppError): Record<string, string> {
  if (!request.headers.has(ASKED)) return {};
  const { mayBeDone, reasonCode, parameters } = error;
  const [kind, platform] = [kindOf(error), platformRefusalOf(error)];
  const facts: Facts = { mayBeDone, kind, platform, reasonCode, parameters };
  const text = encodeURIComponent(JSON.stringify(facts).toWellFormed());
  return text.length > CHARACTERS_MAX
    ? { [FACTS]: JSON.stringify({ mayBeDone }) }
    : { [FACTS]: text };
}

/** Returns the facts in the answer of another node of ours. */
export function factsIn(headers: Headers): Facts {
  const text = headers.get(FACTS);
  return text === null ? {} : JSON.parse(decodeURIComponent(text));
}
