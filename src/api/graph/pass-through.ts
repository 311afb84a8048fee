/** Passes requests for numbers and accounts of no instance on to Meta, with the token of their caller. */
import { clientOf } from '../../http/client-address.ts';
import { noteRoute } from '../../http/request-watch.ts';
import { pathOf } from '../../http/zone.ts';
import type { InstanceDirectory } from '../../instances/directory.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError, isUnsent, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { Quota } from '../../shared/quota.ts';
import { GRAPH_PATH } from '../../webhooks/format/media-id.ts';
import { instanceById, NO_VERSION, type PassThrough } from './zone.ts';

interface PassThroughDeps {
  /** Numbers and accounts at Meta. */
  readonly ids: readonly string[];
  /** Where the Graph API is, without a version. */
  readonly baseUrl: string;
  readonly directory: InstanceDirectory;
  /** Resolves when this node knows of all instances that another has made. */
  readonly catchUp: () => Promise<void>;
  /** Returns whether a text is a credential of this service. */
  readonly isOwn: (token: string) => boolean | Promise<boolean>;
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly log: Log;
}

/** As many are under way at once: for all callers, and for one client address. */
const PASSED_MAX = { total: 64, perClient: 16 };
/** The largest file that Meta takes, and the rest of its form. */
const BODY_BYTES_MAX = 101 * 1024 * 1024;
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** For the whole, as long as a form may take here. */
const WHOLE_WITHIN_MS = 600_000;
/** What Meta says of the answer and of the caller's limits. */
const ANSWER_HEADERS = [
  ...['content-type', 'content-encoding', 'retry-after', 'www-authenticate'],
  ...['facebook-api-version', 'x-app-usage', 'x-business-use-case-usage', 'x-ad-account-usage'],
];
/** Answers with these statuses have no body. */
const BODILESS = [101, 204, 205, 304];

export function createPassThrough(deps: PassThroughDeps): PassThrough | null {
  const listed = new Set(deps.ids);
  if (listed.size === 0) return null;
  const { directory, catchUp } = deps;
  const running = new Quota(PASSED_MAX.total, PASSED_MAX.perClient);
  return {
    async callerOf(request, token) {
      const id = listedIn(request, listed);
      if (id === null) return null;
      // Another node may have made its instance just now.
      await catchUp();
      if (instanceById(directory, id) !== null) return null;
      if (await deps.isOwn(token)) throw new AppError('forbidden', OWN_KEY);
      return { kind: 'passed', client: clientOf({ request }).subscriber };
    },
    async forward(request, requestId) {
      const { subscriber: client } = clientOf({ request });
      const slot = running.take(client, 1);
      if (slot === null) throw busy();
      return new Passing(deps, request, requestId, () => slot.release()).answer();
    },
  };
}

const OWN_KEY =
  'this is a credential of this service, which is not sent to Meta: the number has no instance here, and needs its own access token';

const busy = (): AppError =>
  new AppError('rate_limited', 'too many requests are being passed on to Meta', {
    headers: { 'retry-after': '5' },
  });

/**
 * The id in the path if it is listed, or the listed number that the query names for a file; else null, as for a path that
 * would become another one on its way, by `..` for example.
 */
function listedIn({ method, url }: Request, listed: ReadonlySet<string>): string | null {
  const { pathname, searchParams } = new URL(url);
  const [, prefix, , id = '', ...rest] = pathname.split('/');
  if (`/${prefix}` !== GRAPH_PATH || pathname !== pathOf(url)) return null;
  if (listed.has(id)) return id;
  const number = searchParams.get('phone_number_id') ?? '';
  const isFile = /^\d+$/.test(id) && rest.length === 0 && ['GET', 'DELETE'].includes(method);
  return isFile && listed.has(number) ? number : null;
}

/** Returns the address of the same path and query at Meta. */
function addressAt(baseUrl: string, url: string): string {
  const path = url.slice(url.indexOf(GRAPH_PATH, 'http://'.length) + GRAPH_PATH.length);
  return baseUrl + (path.startsWith(`/${NO_VERSION}/`) ? path.slice(NO_VERSION.length + 1) : path);
}

/** A request on its way to Meta, and its answer on the way back. */
class Passing {
  readonly #deps: PassThroughDeps;
  readonly #request: Request;
  readonly #requestId: string;
  readonly #over = new AbortController();
  readonly #startedAt: number;
  readonly #end: () => void;
  #fault: AppError | null = null;
  #isEnded = false;

  /** `ended` is called once. */
  constructor(deps: PassThroughDeps, request: Request, requestId: string, ended: () => void) {
    this.#deps = deps;
    this.#request = request;
    this.#requestId = requestId;
    this.#startedAt = deps.clock.steady();
    const cancel = deps.clock.after(WHOLE_WITHIN_MS, () =>
      this.#over.abort(new Error('it took too long')),
    );
    this.#end = () => {
      if (this.#isEnded) return;
      this.#isEnded = true;
      cancel();
      ended();
    };
  }

  async answer(): Promise<Response> {
    const { clock, log } = this.#deps;
    const request = this.#request;
    const { method } = request;
    // Metrics and traces show it as a route of its own.
    noteRoute(request, `${GRAPH_PATH} passed on to Meta`);
    try {
      const answer = await this.#ask();
      const headers = new Headers();
      for (const name of ANSWER_HEADERS) {
        const value = answer.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      const { status } = answer;
      const durationMs = Math.round(clock.steady() - this.#startedAt);
      const logged = { requestId: this.#requestId, method, path: pathOf(request.url) };
      log.info('a request was passed on to Meta', { ...logged, status, durationMs });
      return new Response(this.#back(answer), { status, headers });
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async #ask(): Promise<Response> {
    const { fetch: ask, baseUrl } = this.#deps;
    const { method, headers: given, body, url, signal } = this.#request;
    if (Number(given.get('content-length')) > BODY_BYTES_MAX) throw tooLarge();
    const headers = new Headers({ 'accept-encoding': 'identity' });
    for (const name of ['authorization', 'content-type']) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    const flowing = body && method !== 'GET' && method !== 'HEAD' ? this.#there(body) : null;
    try {
      return await ask(addressAt(baseUrl, url), {
        method,
        headers,
        ...(flowing && { body: flowing }),
        redirect: 'manual',
        decompress: false,
        signal: AbortSignal.any([signal, this.#over.signal]),
      });
    } catch (error) {
      throw this.#fault ?? unreached(error);
    }
  }

  /** The body of the request, which is bounded. */
  #there(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return limited(body, BODY_BYTES_MAX, () => {
      this.#fault = tooLarge();
      this.#over.abort(new Error('the body is too large'));
      return this.#fault;
    });
  }

  /** The body of the answer. The request is over once it has been read or given up. */
  #back({ status, body }: Response): ReadableStream<Uint8Array> | null {
    if (body === null || BODILESS.includes(status)) {
      this.#end();
      return null;
    }
    const tooMuch = () => new Error(`Meta answered more than ${ANSWER_BYTES_MAX} bytes`);
    return limited(body, ANSWER_BYTES_MAX, tooMuch, this.#end);
  }
}

/** Returns the same bytes, and fails with what `fault` returns when there are more than `bytesMax`. */
function limited(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  fault: () => Error,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const fail = (controller: ReadableStreamDefaultController<Uint8Array>, error: unknown) => {
    ended();
    controller.error(error);
    reader.cancel().catch(() => {});
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (done) {
          ended();
          return controller.close();
        }
        size += value.byteLength;
        if (size > bytesMax) return fail(controller, fault());
        controller.enqueue(value);
      } catch (error) {
        fail(controller, error);
      }
    },
    async cancel() {
      ended();
      await reader.cancel();
    },
  });
}

const tooLarge = (): AppError =>
  new AppError('too_large', `The body is larger than ${BODY_BYTES_MAX} bytes`);

const unreached = (error: unknown): AppError =>
  isUnsent(error)
    ? new AppError('unavailable', 'Meta cannot be reached at present', { cause: messageOf(error) })
    : new AppError('upstream', 'Meta did not answer: what was asked may have been done', {
        cause: messageOf(error),
      });
