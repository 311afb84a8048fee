/** One operation that asks another of the same server, within the process, for a request that was admitted before. */
import { ElysiaCustomStatusResponse } from 'elysia';
import { attachClientReader, clientOf } from './client-address.ts';
import type { JsonObject } from './json-body.ts';
import { shareAdmission } from './principal.ts';
import { requestIdOf } from './request-id.ts';

/** What is asked for. */
export interface InnerRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With everything in it percent-encoded, and its query. */
  readonly path: string;
  /** Not checked yet: the operation does that. */
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation has answered; one that fails gives none. */
export interface InnerAnswer {
  readonly status: number;
  /** What the operation answers, before it becomes text. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Of the operation that asks. */
export interface AskingContext {
  readonly request: Request;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

/**
 * Rejects with whatever the operation asked throws. The caller's key, scopes, address, request id, idempotency key and
 * patience count as in the request that asks; the limits on requests do not count it again.
 */
export type AskInside = (context: AskingContext, asked: InnerRequest) => Promise<InnerAnswer>;

interface AnswerSettings {
  status?: number | string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A call under way, as the server that answers it sees it. */
class InnerCall {
  readonly requestId: string;
  readonly body: JsonObject;
  #outcome: InnerAnswer | { readonly error: unknown } | null = null;

  constructor(requestId: string, body: JsonObject) {
    this.requestId = requestId;
    this.body = body;
  }

  /** To be called with what the handler returned, in place of sending it. */
  answered(given: unknown, set: AnswerSettings): Response {
    const isStatus = given instanceof ElysiaCustomStatusResponse;
    const status = Number(isStatus ? given.code : (set.status ?? 200));
    const value = isStatus ? given.response : given;
    this.#outcome ??= { status, value, headers: { ...set.headers } };
    return new Response(null);
  }

  failed(error: unknown): Response {
    this.#outcome = { error };
    return new Response(null);
  }

  async outcome(): Promise<InnerAnswer> {
    const outcome = this.#outcome ?? { error: new Error('an inner call has ended unanswered') };
    if ('error' in outcome) throw outcome.error;
    const { value } = outcome;
    return value instanceof Response ? { ...outcome, value: await value.json() } : outcome;
  }
}

const CALL = Symbol('inner call');

interface WithCall extends Request {
  [CALL]?: InnerCall;
}

/** The call that a request stands for; undefined: it came in from outside. */
export const innerCallOf = (request: WithCall): InnerCall | undefined => request[CALL];

/** `app` is the whole server, whose routes may be added later. */
export function createInnerCalls(app: {
  handle(request: Request): Response | Promise<Response>;
}): AskInside {
  return async (context, { method, path, body = {}, headers = {} }) => {
    const { request: outer } = context;
    const key = outer.headers.get('idempotency-key');
    const request: WithCall = new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(key !== null && { 'idempotency-key': key }) },
      signal: outer.signal,
    });
    const call = new InnerCall(requestIdOf(context), body);
    request[CALL] = call;
    shareAdmission(request, outer);
    attachClientReader(request, () => clientOf({ request: outer }));
    await app.handle(request);
    return call.outcome();
  };
}
