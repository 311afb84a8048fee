/** Lets one operation call another of the same server within the process, for a request that was admitted. */
import { ElysiaCustomStatusResponse } from 'elysia';
import {
  AppError,
  type AppErrorOptions,
  kindOf,
  platformRefusalOf,
  type Reason,
} from '../shared/errors.ts';
import type { FieldProblem } from '../shared/reasons/problems.ts';
import { attachClientReader, clientOf } from './client-address.ts';
import { FAILURES } from './failures.ts';
import type { JsonObject } from './json-body.ts';
import { admittedZone, shareAdmission } from './principal.ts';
import { fieldsIn, isFields } from './read-fields.ts';
import { requestIdOf } from './request-watch.ts';
import type { FailureFacts } from './zone.ts';

export interface InnerRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With everything in it percent-encoded, and with its query. */
  readonly path: string;
  /** The called operation checks it. */
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The context of the calling operation. */
export interface CallerContext {
  readonly request: Request;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

/**
 * Calls an operation. Rejects with what it throws. The caller's key, scopes, address, request id, idempotency key and
 * patience apply to the call; it does not count as another request.
 */
export type InnerCaller = (context: CallerContext, call: InnerRequest) => Promise<InnerAnswer>;

/** Calls an operation as `InnerCaller` does, but answers with what it throws, worded and logged like the failure of a request. */
export type SettledInnerCaller = (
  context: CallerContext,
  call: InnerRequest,
) => Promise<InnerAnswer | InnerFailure>;

interface AnswerSettings {
  status?: number | string;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Outcome =
  | { readonly answer: InnerAnswer }
  | { readonly error: unknown; readonly word: () => InnerFailure };

/** A running call, as the server that answers it sees it. */
class InnerCall {
  readonly requestId: string;
  readonly body: JsonObject;
  #outcome: Outcome | null = null;

  constructor(requestId: string, body: JsonObject) {
    this.requestId = requestId;
    this.body = body;
  }

  /** Must be called with what the handler returned, which is not sent. */
  recordAnswer(returned: unknown, set: AnswerSettings): Response {
    const isStatus = returned instanceof ElysiaCustomStatusResponse;
    const status = Number(isStatus ? returned.code : (set.status ?? 200));
    const value = isStatus ? returned.response : returned;
    this.#outcome ??= { answer: { status, value, headers: { ...set.headers } } };
    return new Response(null);
  }

  /** `facts` logs the error and returns what its caller may be told; its headers are put into `set`. */
  recordFailure(error: unknown, set: AnswerSettings, facts: () => FailureFacts): Response {
    const word = () => ({ failure: facts(), headers: set.headers });
    this.#outcome = { error, word };
    return new Response(null);
  }

  async outcome(): Promise<Outcome> {
    if (this.#outcome === null) throw new Error('an inner call has ended unanswered');
    if ('error' in this.#outcome) return this.#outcome;
    const { answer } = this.#outcome;
    return answer.value instanceof Response
      ? { answer: { ...answer, value: await answer.value.json() } }
      : { answer };
  }
}

const CALL = Symbol('inner call');

interface WithCall extends Request {
  [CALL]?: InnerCall;
}

/** Returns the call for which a request was made, or undefined if the request came from outside. */
export const innerCallOf = (request: WithCall): InnerCall | undefined => request[CALL];

/** The whole server; its routes may be added later. */
interface Server {
  handle(request: Request): Response | Promise<Response>;
}

export const createInnerCaller =
  (app: Server): InnerCaller =>
  async (context, call) => {
    const outcome = await callInside(app, context, call);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  };

export const createSettledInnerCaller =
  (app: Server): SettledInnerCaller =>
  async (context, call) => {
    const outcome = await callInside(app, context, call);
    return 'error' in outcome ? outcome.word() : outcome.answer;
  };

async function callInside(
  app: Server,
  context: CallerContext,
  { method, path, body = {}, headers = {} }: InnerRequest,
): Promise<Outcome> {
  const { request: outer } = context;
  const key = outer.headers.get('idempotency-key');
  const request: WithCall = new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...credentialsIn(outer.headers),
      ...headers,
      ...(key !== null && { 'idempotency-key': key }),
    },
    signal: outer.signal,
  });
  const call = new InnerCall(requestIdOf(context), body);
  request[CALL] = call;
  shareAdmission(request, outer);
  attachClientReader(request, () => clientOf({ request: outer }));
  const forwarded = await forwardInnerCall({ request, requestId: call.requestId, body });
  if (forwarded !== null) return forwarded;
  await app.handle(request);
  return call.outcome();
}

/** The answer of an operation that succeeded. */
export interface InnerAnswer {
  readonly status: number;
  /** The answer before it becomes text. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Why an operation failed, in the words for its caller. */
export interface InnerFailure {
  readonly failure: FailureFacts;
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Readonly<Record<string, unknown>>;
}

// Hands facts of a failure that callers are not told to the node that has forwarded an inner call.

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

// Passes an inner call on to the node that has what the call is about, like a request from outside.

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
    message,
    problems,
    hint,
    parameters,
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

/**
 * Gives a request another URL, for routing, admission and failures alike. It remains the same object, by which the
 * server knows the caller's address.
 */
export const withUrl = (request: Request, url: string): Request =>
  Object.defineProperty(request, 'url', { value: url, configurable: true });
