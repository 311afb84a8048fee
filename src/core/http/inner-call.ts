/** Lets one operation call another of the same server within the process, for a request that was admitted. */
import { ElysiaCustomStatusResponse } from 'elysia';
import { attachClientReader, clientOf } from './client-address.ts';
import type { InnerAnswer, InnerFailure } from './inner-answer.ts';
import { credentialsIn, forwardInnerCall } from './inner-forwarding.ts';
import type { JsonObject } from './json-body.ts';
import { shareAdmission } from './principal.ts';
import { requestIdOf } from './request-id.ts';
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
