/**
 * Requests to the APIs of other services: they return the whole answer, within a time and a size, whatever its status.
 */
import { type RunningLimit, runWithin } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { compressionProblem, handOn, readBody, redirectProblem, type TakeBytes } from './answer.ts';
import { GoodAddresses } from './dialling.ts';
import {
  failure,
  failureReason,
  isOwnFault,
  isUnreached,
  isWithoutTunnel,
  requestFailure,
} from './failure-reason.ts';
import { type ProxyRoute, proxyUrlTo } from './proxy/local-proxy.ts';
import {
  connect,
  problemOrReason,
  type RequestOptions,
  request,
  urlTarget,
  viaProxy,
} from './request.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  /** Names are in lower case. A form sets its own content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** The time limit from the start to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The size limit of the answer; nothing beyond it is read. */
  readonly bytesMax: number;
  /** Takes the bytes of an answer with status 200 as they arrive. The answer then has no body. */
  readonly take?: TakeBytes;
  readonly signal?: AbortSignal | undefined;
  /** The only route to the service. */
  readonly proxy?: ProxyRoute | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Why there is no usable answer. */
export interface NoAnswer {
  /** Begins with a stable word (`timeout`, `dns_error`, …), followed by text for people; never has the URL's query. */
  readonly problem: string;
  /** Whether nothing was sent, so that the request cannot have had an effect. */
  readonly isUnsent: boolean;
}

/** Makes a request. Never rejects. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer | NoAnswer>;

interface ApiCallOptions extends Omit<RequestOptions, 'addresses'> {
  readonly clock: Clock;
  /** The product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

export function createApiCall({ clock, userAgent, ...rest }: ApiCallOptions): CallApi {
  const base = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  const options = { ...rest, addresses: new GoodAddresses(clock) };
  return (call) =>
    runWithin({ clock, ms: call.timeoutMs, signal: call.signal }, (limited) =>
      answerTo({ ...call, headers: { ...base, ...call.headers } }, options, limited),
    );
}

async function answerTo(
  call: ApiRequest,
  options: RequestOptions,
  limited: RunningLimit,
): Promise<ApiAnswer | NoAnswer> {
  const { method, headers, body, proxy = null } = call;
  const target = urlTarget(call.url, options.guard);
  if ('problem' in target) return { problem: target.problem, isUnsent: true };
  const route = proxy === null ? await connect(target, options, limited.signal) : viaProxy(target);
  if ('problem' in route)
    return { problem: problemOrReason(route, late(limited, call.timeoutMs)), isUnsent: true };
  try {
    const sent = {
      method,
      headers,
      // The client repeats a GET that was lost on an idle connection. A request that may have an effect gets its own
      // connection, on which a lost answer is reported.
      keepalive: method === 'GET',
      ...(body !== undefined && { body }),
      ...(proxy && { proxy: proxyUrlTo(proxy, target.url.hostname) }),
    };
    const answer = await request(route, target, sent, options, limited.signal);
    const problem = redirectProblem(answer, target.url) ?? compressionProblem(answer);
    if (problem !== null) return refused(answer, problem);
    const bytes = await bytesOf(answer, call);
    if (bytes === null) return refused(answer, tooLarge(call.bytesMax));
    return { status: answer.status, headers: answer.headers, bytes };
  } catch (error) {
    const { signal } = limited;
    const reason =
      proxy === null
        ? await requestFailure(error, { target, url: route.url, signal })
        : failureReason(error);
    const problem = late(limited, call.timeoutMs) ?? reason;
    return {
      problem,
      isUnsent: !limited.signal.aborted && WITHOUT_SENDING.some((failed) => failed(error)),
    };
  }
}

/** Returns the body of the answer, or null when it is larger than the request allows. */
async function bytesOf(
  answer: Response,
  { take, bytesMax }: ApiRequest,
): Promise<Uint8Array | null> {
  if (take === undefined || answer.status !== 200) return readBody(answer, bytesMax);
  return (await handOn(answer, bytesMax, take)) === 'too_large' ? null : new Uint8Array();
}

/** Faults that occur before the first byte of a request. */
const WITHOUT_SENDING = [isUnreached, isOwnFault, isWithoutTunnel];

/** Returns why the request was ended early, or null. */
function late({ signal, isOver }: RunningLimit, timeoutMs: number): string | null {
  if (isOver()) return failure('timeout', `no whole answer within ${timeoutMs} ms`);
  return signal.aborted ? failure('network_error', 'the request was broken off') : null;
}

async function refused(answer: Response, problem: string): Promise<NoAnswer> {
  await answer.body?.cancel().catch(() => undefined);
  return { problem, isUnsent: false };
}

const tooLarge = (bytesMax: number): string =>
  failure('too_large', `the answer has more than ${bytesMax} bytes`);
