/** One request to the API of another service: its whole answer, within a time and a size, whatever its status is. */
import { type Limited, runWithin } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { compressionProblem, handOn, readBody, redirectProblem, type TakeBytes } from './answer.ts';
import {
  failure,
  failureReason,
  isOwnFault,
  isUnreached,
  isWithoutTunnel,
} from './failure-reason.ts';
import { type ProxyRoute, proxyUrlTo } from './proxy/local-proxy.ts';
import { connect, type RequestOptions, request, urlTarget, viaProxy } from './request.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  /** Names in lower case. A form brings its own content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** From the start to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Of the answer; nothing beyond it is read. */
  readonly bytesMax: number;
  /** Takes the bytes of an answer with status 200 as they come; the answer has none then. */
  readonly take?: TakeBytes;
  readonly signal?: AbortSignal | undefined;
  /** The one way to the service. */
  readonly proxy?: ProxyRoute | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Why there is no answer that can be used. */
export interface NoAnswer {
  /** A stable first word (`timeout`, `dns_error`, …), then text for people; never the URL's query. */
  readonly problem: string;
  /** Nothing was sent: the request cannot have had an effect. */
  readonly isUnsent: boolean;
}

/** Never rejects. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer | NoAnswer>;

interface ApiCallOptions extends RequestOptions {
  readonly clock: Clock;
  /** Product name and version, as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

export function createApiCall(options: ApiCallOptions): CallApi {
  const base = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': options.userAgent };
  return (call) =>
    runWithin({ clock: options.clock, ms: call.timeoutMs, signal: call.signal }, (limited) =>
      answerTo({ ...call, headers: { ...base, ...call.headers } }, options, limited),
    );
}

async function answerTo(
  call: ApiRequest,
  options: RequestOptions,
  limited: Limited,
): Promise<ApiAnswer | NoAnswer> {
  const { method, headers, body, proxy = null } = call;
  const target = urlTarget(call.url, options.guard);
  if ('problem' in target) return { problem: target.problem, isUnsent: true };
  const urls = proxy === null ? await connect(target, options, limited.signal) : viaProxy(target);
  if ('problem' in urls)
    return { problem: late(limited, call.timeoutMs) ?? urls.problem, isUnsent: true };
  try {
    const sent = {
      method,
      headers,
      // The client repeats a GET that was lost on an idle connection; what may have an effect gets a connection of its
      // own, where a lost answer is one.
      keepalive: method === 'GET',
      ...(body !== undefined && { body }),
      ...(proxy && { proxy: proxyUrlTo(proxy, target.url.hostname) }),
    };
    const answer = await request(urls, target, sent, options, limited.signal);
    const problem = redirectProblem(answer, target.url) ?? compressionProblem(answer);
    if (problem !== null) return refused(answer, problem);
    const bytes = await bytesOf(answer, call);
    if (bytes === null) return refused(answer, tooLarge(call.bytesMax));
    return { status: answer.status, headers: answer.headers, bytes };
  } catch (error) {
    const problem = late(limited, call.timeoutMs) ?? failureReason(error);
    return {
      problem,
      isUnsent: !limited.signal.aborted && WITHOUT_SENDING.some((failed) => failed(error)),
    };
  }
}

/** Reads the body of the answer; null when it has more bytes than the request takes. */
async function bytesOf(
  answer: Response,
  { take, bytesMax }: ApiRequest,
): Promise<Uint8Array | null> {
  if (take === undefined || answer.status !== 200) return readBody(answer, bytesMax);
  return (await handOn(answer, bytesMax, take)) === 'too_large' ? null : new Uint8Array();
}

/** Faults that come before the first byte of a request. */
const WITHOUT_SENDING = [isUnreached, isOwnFault, isWithoutTunnel];

/** Why the request was ended early; null while it was not. */
function late({ signal, isOver }: Limited, timeoutMs: number): string | null {
  if (isOver()) return failure('timeout', `no whole answer within ${timeoutMs} ms`);
  return signal.aborted ? failure('network_error', 'the request was broken off') : null;
}

async function refused(answer: Response, problem: string): Promise<NoAnswer> {
  await answer.body?.cancel().catch(() => undefined);
  return { problem, isUnsent: false };
}

const tooLarge = (bytesMax: number): string =>
  failure('too_large', `the answer has more than ${bytesMax} bytes`);
