/** The only way out for HTTP requests: to addresses that the guard allows, with limits of time and size. */
import type { CancelSignal } from '../shared/async/cancellation.ts';
import { SharedTimer, type TimedWait } from '../shared/async/shared-timer.ts';
import type { Clock } from '../shared/clock.ts';
import {
  compressionProblem,
  excerptOf,
  readBody,
  redirectedTo,
  redirectProblem,
} from './answer.ts';
import { failure, failureReason } from './failure-reason.ts';
import { type ProxyRoute, proxyUrlTo } from './proxy/local-proxy.ts';
import {
  connect,
  createPost,
  type Message,
  type Problem,
  type RequestOptions,
  request,
  type UrlTarget,
  urlTarget,
  viaProxy,
} from './request.ts';

export interface Outbound {
  /** Checks an http or https URL. The result can be used for any number of posts. */
  target(url: string): UrlTarget | Problem;
  /** Posts once. Never rejects; settles soon after `signal` aborts. */
  post(target: UrlTarget, message: Message, limits: PostLimits): Promise<PostAnswer | Problem>;
  /** Fetches the file at an http or https URL, within 30 s. Never rejects; settles at once when `signal` aborts. */
  fetchFile(url: string, limits: FileLimits): Promise<FetchedFile>;
}

interface PostLimits {
  /** The time limit from the start to the end of the answer's headers. */
  readonly timer: SharedTimer;
  readonly signal: CancelSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body, as it is logged with the attempt. */
  readonly excerpt: string;
  /** Why an answer that redirects cannot be used; null when it does not redirect. */
  readonly redirect: string | null;
  readonly headers: Headers;
}

interface FileLimits {
  /** The size limit; nothing beyond it is read. */
  readonly bytesMax: number;
  /** Whether the first `bytesMax` bytes of a larger file are enough. */
  readonly isCut?: boolean;
  /** How many redirects are followed; each address is checked like the first. If absent, none is. */
  readonly redirectsMax?: number;
  readonly signal: AbortSignal;
  /** Headers that are added to those of every request or replace them; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The only route to the file; the host's name is resolved at its other end. */
  readonly proxy?: ProxyRoute | null;
}

type FetchedFile =
  | {
      readonly bytes: Uint8Array;
      /** The type that the server named, unchecked; null if it named none. */
      readonly contentType: string | null;
      /** The URL after all redirects. */
      readonly url: string;
    }
  /** The file is larger than allowed; its size is not known. */
  | { readonly isTooLarge: true }
  /** Why there is no file, in words for the caller who gave the URL. */
  | { readonly problem: string };

interface OutboundOptions extends RequestOptions {
  readonly clock: Clock;
  /** The product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

/** The time limit from the start to the last byte of a file. */
const FILE_TIMEOUT_MS = 30_000;

export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, guard, userAgent } = options;
  const post = createPost(options);
  const unused: AbortController[] = [];
  const fileTimer = new SharedTimer(clock, FILE_TIMEOUT_MS);
  const base = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  return {
    target: (url) => urlTarget(url, guard),
    async post(target, message, { timer, signal }) {
      const limit = new Deadline(timer, signal, 'answer', unused);
      try {
        const answer = await post(target, message, limit.signal);
        if ('problem' in answer)
          return answer.isOwn ? answer : { problem: limit.reason ?? answer.problem };
        limit.answered();
        const reading = excerptOf(answer, clock, limit);
        const excerpt = typeof reading === 'string' ? reading : await reading;
        const redirect = redirectProblem(answer, target.url);
        return { status: answer.status, excerpt, redirect, headers: answer.headers };
      } finally {
        limit.release();
      }
    },
    async fetchFile(url, { signal, headers, proxy = null, isCut = false, ...limits }) {
      const target = urlTarget(url, guard);
      if ('problem' in target) return target;
      const limit = new Deadline(fileTimer, signal, 'whole file');
      try {
        const sent = { ...base, ...headers };
        const file = await fileAt(
          target,
          { redirectsMax: 0, ...limits, headers: sent, proxy, isCut },
          options,
          limit.signal,
        );
        return 'problem' in file ? { problem: limit.reason ?? file.problem } : file;
      } finally {
        limit.close();
        limit.release();
      }
    },
  };
}

async function fileAt(
  target: UrlTarget,
  limits: Required<Omit<FileLimits, 'signal'>>,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { headers, bytesMax, isCut, redirectsMax, proxy } = limits;
  const urls = proxy === null ? await connect(target, options, signal) : viaProxy(target);
  if ('problem' in urls) return urls;
  try {
    const through = proxy && { proxy: proxyUrlTo(proxy, target.url.hostname) };
    // A separate connection is used, because webhooks remember which receivers keep connections open.
    const sent = { method: 'GET', headers, keepalive: false, ...through } as const;
    const answer = await request(urls, target, sent, options, signal);
    const elsewhere = redirectsMax > 0 ? redirectedTo(answer, target.url) : null;
    if (elsewhere !== null) {
      const next = urlTarget(elsewhere, options.guard);
      if ('problem' in next) return next;
      await answer.body?.cancel();
      return await fileAt(next, { ...limits, redirectsMax: redirectsMax - 1 }, options, signal);
    }
    const problem = redirectProblem(answer, target.url) ?? problemOf(answer);
    if (problem !== null) return { problem };
    const bytes = await readBody(answer, bytesMax, isCut);
    if (bytes === null) return { isTooLarge: true };
    if (bytes.byteLength === 0) return { problem: failure('empty', 'the file has no bytes') };
    return { bytes, contentType: answer.headers.get('content-type'), url: target.href };
  } catch (error) {
    return { problem: failureReason(error) };
  }
}

function problemOf(answer: Response): string | null {
  if (answer.status !== 200) return failure('http_status', `${answer.status} instead of 200`);
  return compressionProblem(answer);
}

/** How many unused controllers are kept: as many as posts usually run. */
const UNUSED_MAX = 256;

/** Ends a request early, by its time or by the caller. */
class Deadline implements TimedWait {
  until = 0;
  readonly #controller: AbortController;
  readonly #unused: AbortController[];
  readonly #caller: CancelSignal;
  readonly #breakOff = () => this.#end(failure('network_error', 'the attempt was broken off'));
  readonly #timer: SharedTimer;
  readonly #awaited: string;
  #reason: string | null = null;

  /**
   * `awaited` names what must arrive in time, for the reason. A controller is taken from `unused` and put back when
   * nothing was aborted: making one costs as much as everything else that a request allocates.
   */
  constructor(
    timer: SharedTimer,
    caller: CancelSignal,
    awaited: string,
    unused: AbortController[] = [],
  ) {
    this.#controller = unused.pop() ?? new AbortController();
    this.#unused = unused;
    this.#timer = timer;
    this.#caller = caller;
    this.#awaited = awaited;
    timer.begin(this);
    caller.addEventListener('abort', this.#breakOff);
    if (caller.aborted) this.#breakOff();
  }

  /** Aborts for either reason, and when the connection is closed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the request was ended early, or null. */
  get reason(): string | null {
    return this.#reason;
  }

  over(): void {
    this.#end(failure('timeout', `no ${this.#awaited} within ${this.#timer.ms} ms`));
  }

  /** Must be called when the headers have arrived: the time limit ends. */
  answered(): void {
    this.#timer.end(this);
  }

  /** Closes the connection, whatever is still being received. */
  close(): void {
    this.#controller.abort(new Error('enough was read'));
  }

  /** Must be called once when the request is over: frees the timer and the caller's signal. */
  release(): void {
    this.#timer.end(this);
    this.#caller.removeEventListener('abort', this.#breakOff);
    if (!this.signal.aborted && this.#unused.length < UNUSED_MAX)
      this.#unused.push(this.#controller);
  }

  #end(because: string): void {
    this.#reason ??= because;
    this.#controller.abort(new Error(this.#reason));
  }
}
