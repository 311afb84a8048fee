/** Passes an inner call on to the node that has what the call is about, like a request from outside. */
import { AppError, type Reason } from '../shared/errors.ts';
import type { FieldProblem } from '../shared/reasons/problems.ts';
import { FAILURES } from './failures.ts';
import type { InnerAnswer, InnerFailure } from './inner-answer.ts';
import { readFailureFacts, requestFailureFacts } from './inner-failure.ts';
import type { JsonObject } from './json-body.ts';
import { admittedZone } from './principal.ts';
import { fieldsIn, isFields } from './read-fields.ts';

/** The headers by which programs name themselves. */
export const CREDENTIALS = ['apikey', 'api_access_token', 'api-access-token', 'authorization'];

/** Returns the headers by which the caller was admitted, which other nodes check again. */
export function credentialsIn(headers: Headers): Record<string, string> {
  const credentials = CREDENTIALS.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(
    credentials.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

type ForwardedAnswer =
  | { readonly answer: InnerAnswer }
  | { readonly error: AppError; readonly word: () => InnerFailure };

interface InnerForwardRequest {
  /** An admitted request. */
  readonly request: Request;
  readonly requestId: string;
  readonly body: JsonObject;
}

/** Returns null if this node is to answer. Rejects as `unavailable` if the other node does not answer. */
export async function forwardInnerCall({
  request,
  requestId,
  body,
}: InnerForwardRequest): Promise<ForwardedAnswer | null> {
  const zone = admittedZone(request);
  if (zone?.forwardToOwner === undefined) return null;
  const { method } = request;
  const bytes = method === 'GET' ? undefined : new TextEncoder().encode(JSON.stringify(body));
  if (bytes) request.headers.set('content-type', 'application/json');
  requestFailureFacts(request);
  const answer = await zone.forwardToOwner(request, requestId, bytes);
  if (answer === null) return null;
  const text = await answer.text();
  const value = text === '' ? null : JSON.parse(text);
  const headers = Object.fromEntries(answer.headers);
  return answer.ok
    ? { answer: { status: answer.status, value, headers } }
    : toRefusal(answer, value);
}

function toRefusal({ status, headers }: Response, body: unknown): ForwardedAnswer {
  const reason = REASON_OF.get(status) ?? 'upstream';
  const { message, problems, hint } = failureIn(body);
  const wait = headers.get('retry-after');
  const also = wait === null ? {} : { 'retry-after': wait };
  const facts = readFailureFacts(headers);
  const said = { headers: also, hint, problems };
  const error = new AppError(reason, message, { ...said, ...facts });
  const { kind, platform, reasonCode, parameters } = facts;
  const failure = {
    ...FAILURES[reason],
    ...{ message, problems, hint, parameters },
    reason: reasonCode ?? reason,
    ...(kind && { kind }),
    ...(platform && { platform }),
  };
  return { error, word: () => ({ failure, headers: also }) };
}

const REASON_OF = new Map(
  Object.entries(FAILURES).map(([reason, { status }]) => [status, reason as Reason]),
);

/** Reads any form of failures that the zone has. */
function failureIn(body: unknown): {
  readonly message: string;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly hint: string | undefined;
} {
  const { error, response } = fieldsIn(body);
  const [first] = isFields(response) && Array.isArray(response.message) ? response.message : [];
  const { message = first ?? error, problems, hint } = fieldsIn(error);
  return {
    message: typeof message === 'string' ? message : 'the node that has the instance refused it',
    // Every node writes failures in this form.
    problems: problems as readonly FieldProblem[] | undefined,
    hint: typeof hint === 'string' ? hint : undefined,
  };
}
