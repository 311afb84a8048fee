/** Posts once to a checked target, within a time limit, and reads the beginning of the answer. */
import type { CancelSignal } from '../shared/async/cancellation.ts';
import type { SharedTimer, TimedWait } from '../shared/async/shared-timer.ts';
import type { Clock } from '../shared/clock.ts';
import { excerptOf, redirectProblem } from './answer.ts';
import type { Message, PostAnswer, Problem, UrlTarget } from './contract.ts';
import { failure, failureReason, isReset, requestFailure } from './failure-reason.ts';
import {
  fetchFrom,
  initOf,
  problemOf,
  problemOrReason,
  type RequestOptions,
  resolve,
} from './request.ts';

interface PostLimits {
  /** The time limit from the start to the end of the answer's headers. */
  readonly timer: SharedTimer;
  readonly signal: CancelSignal;
}

/** Posts once. Never rejects; settles soon after the signal of the limits aborts. */
export type Post = (
  target: UrlTarget,
  message: Message,
  limits: PostLimits,
) => Promise<PostAnswer | Problem>;

/**
 * How many receivers are remembered as keeping connections open; beyond it all are dropped, which costs a retry at
 * worst.
 */
const KEEP_ALIVE_ORIGINS_MAX = 4_096;
/** How many unused deadlines are kept: as many as posts usually run. */
const UNUSED_MAX = 256;

/** Posts again only what was lost on an idle connection, and never what a receiver may have answered. */
export function createPost(options: RequestOptions & { readonly clock: Clock }): Post {
  const { clock, addresses, authorities } = options;
  const keepAliveOrigins = new Set<string>();
  /** Making a deadline costs as much as everything else that a post allocates. */
  const unused: Deadline[] = [];

  const note = (origin: string, response: Response) => {
    if (response.headers.get('connection')?.toLowerCase() === 'close') return;
    if (keepAliveOrigins.size >= KEEP_ALIVE_ORIGINS_MAX) keepAliveOrigins.clear();
    keepAliveOrigins.add(origin);
  };

  async function answerTo(
    target: UrlTarget,
    { headers, body }: Message,
    signal: AbortSignal,
  ): Promise<Response | Problem> {
    // A literal address was checked with the target.
    const route = target.isNamed ? await resolve(target, options, signal) : null;
    if (route !== null && 'problem' in route) return route;
    const init = initOf(target, { method: 'POST', headers, body }, authorities, signal);
    const send = () =>
      route === null ? fetch(target.href, init) : fetchFrom(route, target, init, addresses, signal);
    const mayBeStale = keepAliveOrigins.has(target.origin);
    try {
      const response = await send();
      if (!mayBeStale) note(target.origin, response);
      return response;
    } catch (error) {
      const way = { target, url: route?.url ?? target.href, signal };
      if (!mayBeStale || !isReset(error) || signal.aborted)
        return problemOf(error, await requestFailure(error, way));
    }
    // The receiver may have closed an idle connection just when it was used again, which the client does not report. A
    // new connection shows it: a receiver that always disconnects is never in the set, so it gets no second request.
    keepAliveOrigins.delete(target.origin);
    init.keepalive = false;
    return send().catch((error) => problemOf(error, failureReason(error)));
  }

  return async (target, message, { timer, signal }) => {
    const limit = unused.pop() ?? new Deadline('answer');
    limit.begin(timer, signal);
    try {
      const answer = await answerTo(target, message, limit.signal);
      if ('problem' in answer)
        return answer.isOwn ? answer : { problem: problemOrReason(answer, limit.reason) };
      limit.answered();
      const reading = excerptOf(answer, clock, limit);
      const excerpt = typeof reading === 'string' ? reading : await reading;
      const redirect = redirectProblem(answer, target.url);
      return { status: answer.status, excerpt, redirect, headers: answer.headers };
    } finally {
      limit.release();
      if (!limit.signal.aborted && unused.length < UNUSED_MAX) unused.push(limit);
    }
  };
}

/** The deadline of one request. One that has aborted nothing can be used again for the next. */
export class Deadline implements TimedWait {
  until = 0;
  /** Why the request was ended early, or null. */
  reason: string | null = null;
  readonly #controller = new AbortController();
  /** Aborts for either reason, and when the connection is closed. It is a field, because reading it of a controller costs more. */
  readonly signal = this.#controller.signal;
  readonly #awaited: string;
  readonly #breakOff = () => this.#end(failure('network_error', 'the attempt was broken off'));
  #timer: SharedTimer | null = null;
  #caller: CancelSignal | null = null;

  /** `awaited` names what must arrive in time, for the reason. */
  constructor(awaited: string) {
    this.#awaited = awaited;
  }

  begin(timer: SharedTimer, caller: CancelSignal): void {
    this.#timer = timer;
    this.#caller = caller;
    timer.begin(this);
    caller.addEventListener('abort', this.#breakOff);
    if (caller.aborted) this.#breakOff();
  }

  over(): void {
    this.#end(failure('timeout', `no ${this.#awaited} within ${this.#timer?.ms} ms`));
  }

  /** Must be called when the headers have arrived: the time limit ends. */
  answered(): void {
    this.#timer?.end(this);
  }

  /** Closes the connection, whatever is still being received. */
  close(): void {
    this.#controller.abort(new Error('enough was read'));
  }

  /** Must be called once when the request is over: frees the timer and the caller's signal. */
  release(): void {
    this.#timer?.end(this);
    this.#caller?.removeEventListener('abort', this.#breakOff);
    this.#caller = null;
  }

  #end(because: string): void {
    this.reason ??= because;
    this.#controller.abort(new Error(this.reason));
  }
}
