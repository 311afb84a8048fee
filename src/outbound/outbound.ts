/** The only way out for HTTP requests: to addresses that the guard allows, with limits of time and size. */
import type { CancelSignal } from '../shared/async/cancellation.ts';
import { SharedTimer, type TimedWait } from '../shared/async/shared-timer.ts';
import type { Clock } from '../shared/clock.ts';
import { excerptOf, redirectProblem } from './answer.ts';
import { failure } from './failure-reason.ts';
import { type FetchedFile, type FileLimits, fetchFileAt } from './fetch-file.ts';
import { GoodAddresses } from './good-addresses.ts';
import {
  createPost,
  type Message,
  type Problem,
  problemOrReason,
  type RequestOptions,
  type UrlTarget,
  urlTarget,
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

interface OutboundOptions extends Omit<RequestOptions, 'addresses'> {
  readonly clock: Clock;
  /** The product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

/** The time limit from the start to the last byte of a file. */
const FILE_TIMEOUT_MS = 30_000;
/** What a file is fetched with if its limits do not say another. */
const ONLY = { redirectsMax: 0, originHeaders: {}, proxy: null, isCut: false } as const;

export function createOutbound(outboundOptions: OutboundOptions): Outbound {
  const { clock, guard, userAgent } = outboundOptions;
  const options = { ...outboundOptions, addresses: new GoodAddresses(clock) };
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
          return answer.isOwn ? answer : { problem: problemOrReason(answer, limit.reason) };
        limit.answered();
        const reading = excerptOf(answer, clock, limit);
        const excerpt = typeof reading === 'string' ? reading : await reading;
        const redirect = redirectProblem(answer, target.url);
        return { status: answer.status, excerpt, redirect, headers: answer.headers };
      } finally {
        limit.release();
      }
    },
    async fetchFile(url, { signal, headers, ...limits }) {
      const target = urlTarget(url, guard);
      if ('problem' in target) return target;
      const limit = new Deadline(fileTimer, signal, 'whole file');
      try {
        const sent = { ...ONLY, ...limits, headers: { ...base, ...headers } };
        const file = await fetchFileAt(target, sent, options, limit.signal);
        return 'problem' in file && limit.reason !== null
          ? { problem: problemOrReason(file, limit.reason) }
          : file;
      } finally {
        limit.close();
        limit.release();
      }
    },
  };
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
