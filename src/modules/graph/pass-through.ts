/** Passes requests for numbers and accounts of no instance on to Meta, with the token of their caller. */
import { clientOf } from '../../core/http/client-address.ts';
import type { MemoryBudget } from '../../core/http/memory-budget.ts';
import { noteRoute } from '../../core/http/request-watch.ts';
import { pathOf } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError, isUnsent, messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { Quota } from '../../core/shared/quota.ts';
import { GRAPH_PATH } from '../../core/webhooks/format/meta-errors.ts';
import { foreignFileHeaders } from './foreign-file.ts';
import { type ArrivedBody, arrivedBody, kindOf, type PassedKind } from './passed-body.ts';
import { instanceById, NO_VERSION, type PassThrough } from './zone.ts';

interface PassThroughDeps {
  /** Numbers and accounts at Meta. */
  readonly ids: readonly string[];
  /** The address of the Graph API, without a version. */
  readonly baseUrl: string;
  readonly directory: InstanceDirectory;
  /** Resolves when this node knows all instances that other nodes have made. */
  readonly catchUp: () => Promise<void>;
  /** Returns whether a text is a credential of this service. */
  readonly isOwn: (token: string) => boolean | Promise<boolean>;
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly memory: Pick<MemoryBudget, 'reserve' | 'noteAllocation'>;
  readonly log: Log;
}

/** The most calls at once of each kind: for all callers, and for one client address. */
const UNDER_WAY: Readonly<Record<PassedKind, readonly [total: number, perClient: number]>> = {
  read: [32, 16],
  call: [32, 16],
  form: [16, 4],
};
/** The most calls that wait for their body at once. */
const ARRIVING = { total: 256, perClient: 16 };
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** The time limit of a whole call by its kind. A form may take as long as at our own paths. */
const WHOLE_WITHIN_MS: Readonly<Record<PassedKind, number>> = {
  read: 90_000,
  call: 90_000,
  form: 600_000,
};
/** Headers of Meta about the answer and the caller's limits. */
const ANSWER_HEADERS = [
  ...['content-encoding', 'retry-after', 'www-authenticate'],
  ...['facebook-api-version', 'x-app-usage', 'x-business-use-case-usage', 'x-ad-account-usage'],
];
/** Answers with these statuses have no body. */
const BODILESS = [101, 204, 205, 304];

export function createPassThrough(deps: PassThroughDeps): PassThrough | null {
  const listed = new Set(deps.ids);
  if (listed.size === 0) return null;
  const { directory, catchUp } = deps;
  const quota = (kind: PassedKind) => new Quota(...UNDER_WAY[kind]);
  const underWay = { read: quota('read'), call: quota('call'), form: quota('form') };
  const arriving = new Quota(ARRIVING.total, ARRIVING.perClient);
  const refuseOwn = async (texts: Iterable<string>) => {
    for (const text of credentialsIn(texts))
      if (await deps.isOwn(text)) throw new AppError('forbidden', OWN_KEY);
  };
  return {
    async callerOf(request, token) {
      const id = listedIn(request, listed);
      if (id === null) return null;
      // Another node may have made its instance just now.
      await catchUp();
      if (instanceById(directory, id) !== null) return null;
      if (await deps.isOwn(token)) throw new AppError('forbidden', OWN_KEY);
      await refuseOwn(textsOf(request));
      return { kind: 'passed', client: clientOf({ request }).subscriber };
    },
    async forward(request, requestId) {
      const { subscriber: client } = clientOf({ request });
      const kind = kindOf(request);
      const arrival = kind === 'read' ? null : arriving.take(client, 1);
      if (arrival === null && kind !== 'read') throw busy();
      const body = await arrivedBody(request, { ...deps, refuseOwn }).finally(() =>
        arrival?.release(),
      );
      const slot = underWay[kind].take(client, 1);
      const end = () => {
        slot?.release();
        body.release();
      };
      if (slot !== null) return new Passing(deps, request, requestId, body, end).answer();
      end();
      throw busy();
    },
  };
}

const OWN_KEY =
  'this is a credential of this service, which is not sent to Meta: the number has no instance here, and needs its own access token';

/** No credential is shorter or longer. Calls have fewer texts that could be one. */
const CREDENTIAL = /^\S{8,512}$/;
const CREDENTIALS_MAX = 128;

function* credentialsIn(texts: Iterable<string>): Generator<string, void> {
  const seen = new Set<string>();
  for (const text of texts) {
    if (!CREDENTIAL.test(text) || seen.has(text)) continue;
    if (seen.size === CREDENTIALS_MAX) return;
    seen.add(text);
    yield text;
  }
}

/** Returns the parts of the path and the values of the query. */
const textsOf = ({ url }: Request): string[] => {
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/'), ...searchParams.values()];
};

const busy = (): AppError =>
  new AppError('rate_limited', 'too many requests are being passed on to Meta', {
    headers: { 'retry-after': '5' },
  });

/** Paths of the Graph API have no other characters; escaped ones could make another path of it on its way. */
const PLAIN_PATH = /^(?:\/[\w~:@+-][\w.~:@+-]*)+\/?$/;

/**
 * The id in the path if it is listed, or the listed number that the query names for a file; else null, as for a path that
 * would become another one on its way, by `..%2f` for example.
 */
function listedIn({ method, url }: Request, listed: ReadonlySet<string>): string | null {
  const { pathname, searchParams } = new URL(url);
  const [, prefix, , id = '', ...rest] = pathname.split('/');
  if (`/${prefix}` !== GRAPH_PATH || pathname !== pathOf(url) || !PLAIN_PATH.test(pathname))
    return null;
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
  readonly #body: ArrivedBody;
  readonly #over = new AbortController();
  readonly #startedAt: number;
  readonly #end: () => void;
  #fault: AppError | null = null;
  #isEnded = false;

  /** `ended` is called once. */
  constructor(
    deps: PassThroughDeps,
    request: Request,
    requestId: string,
    body: ArrivedBody,
    ended: () => void,
  ) {
    this.#deps = deps;
    this.#request = request;
    this.#requestId = requestId;
    this.#body = body;
    this.#startedAt = deps.clock.steady();
    const within = WHOLE_WITHIN_MS[kindOf(request)];
    const cancel = deps.clock.after(within, () => this.#over.abort(new Error('it took too long')));
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
      const headers = new Headers(foreignFileHeaders(typeOf(answer)));
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
    const { method, headers: requestHeaders, url, signal } = this.#request;
    const headers = new Headers({ 'accept-encoding': 'identity' });
    for (const name of ['authorization', 'content-type']) {
      const value = requestHeaders.get(name);
      if (value !== null) headers.set(name, value);
    }
    const body = this.#body.content((error) => {
      this.#fault = error;
      this.#over.abort(new Error('the body cannot be passed on', { cause: error }));
    });
    try {
      return await ask(addressAt(baseUrl, url), {
        method,
        headers,
        ...(body && { body }),
        redirect: 'manual',
        decompress: false,
        signal: AbortSignal.any([signal, this.#over.signal]),
      });
    } catch (error) {
      throw this.#fault ?? unreached(error);
    }
  }

  /** Returns the body of the answer. The request is over when the caller has read the body or cancelled it. */
  #back({ status, body }: Response): ReadableStream<Uint8Array> | null {
    if (body === null || BODILESS.includes(status)) {
      this.#end();
      return null;
    }
    const tooMuch = () => new Error(`Meta answered more than ${ANSWER_BYTES_MAX} bytes`);
    return limited(body, ANSWER_BYTES_MAX, tooMuch, this.#end);
  }
}

/** Meta calls JSON a script where a query asks for one. */
const SCRIPT = /^(?:text|application)\/(?:x-)?javascript(?:;|$)/i;

function typeOf({ headers }: Response): string {
  const type = headers.get('content-type') ?? '';
  return SCRIPT.test(type) ? 'application/json' : type;
}

/** Returns the same bytes, and fails with what `fault` returns when there are more than `bytesMax`. */
function limited(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  fault: () => Error,
  ended: () => void,
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

const unreached = (error: unknown): AppError =>
  isUnsent(error)
    ? new AppError('unavailable', 'Meta cannot be reached at present', { cause: messageOf(error) })
    : new AppError('upstream', 'Meta did not answer: the request may have been carried out', {
        cause: messageOf(error),
      });
