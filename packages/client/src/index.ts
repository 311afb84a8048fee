/** The client of Gatehouse: calls, lists, webhooks and live events, typed by the API document of the service. */

import { DONE_ONCE } from './done-once.ts';
import { connectFeed, type Feed, type FeedOptions } from './feed.ts';
import type { WebSocketMaker } from './feed-socket.ts';
import type {
  AnswerOf,
  ArgumentsOf,
  ItemOf,
  ListPath,
  Method,
  OperationOf,
  PathOf,
} from './operations.ts';
import { itemsOf } from './pages.ts';
import { type Answer, type CallOptions, type Fetch, requestOf, send } from './request.ts';
import { type Repetition, withRetries } from './retries.ts';
import { randomKey } from './web-crypto.ts';

export type { EventType, GatehouseEvent, InstanceEvent } from './events.ts';
export {
  type ClientFailure,
  type Failure,
  GatehouseError,
  type ServiceCode,
  type ServiceFailure,
  type WebhookFailure,
} from './failures.ts';
export type { Feed, FeedOptions, FeedState, Gap } from './feed.ts';
export type { WebSocketLike, WebSocketMaker } from './feed-socket.ts';
export type { components } from './generated.ts';
export type {
  AnswerOf,
  ItemOf,
  ListPath,
  Method,
  OperationOf,
  OptionsOf,
  PathOf,
} from './operations.ts';
export type { Answer, Fetch } from './request.ts';
export { verifyWebhook, type WebhookRequest } from './webhook.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://gate.example.com`; a path may follow. */
  readonly baseUrl: string;
  /** The global key, or the key of an instance: for all paths but those under `/api/v1`. */
  readonly apikey?: string | undefined;
  /** For the paths under `/api/v1`. */
  readonly accessToken?: string | undefined;
  /** The most repetitions of one call. Default: 3. */
  readonly retries?: number;
  /** The time limit of one answer, in ms. Default: 60 000. */
  readonly timeoutMs?: number;
  /** Before repetitions and new connections, in ms. Default: 500, doubling up to 60 000. */
  readonly pauses?: { readonly firstMs: number; readonly maxMs: number };
  /** In place of the global one. */
  readonly fetch?: Fetch;
  /** In place of the global one, which Node has from version 22: the package `ws` serves. */
  readonly WebSocket?: WebSocketMaker;
}

export interface Client {
  /**
   * Asks an operation by method and path, as the API document has them, and resolves to its answer. Rejects with a
   * `GatehouseError`, or with the reason of `signal`. A call is repeated where nothing can be done twice: reads, and
   * what is done once for one `Idempotency-Key`, which is made unless `headers` has one.
   */
  call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...args: ArgumentsOf<OperationOf<M, P>>
  ): Promise<Answer<AnswerOf<OperationOf<M, P>>>>;

  /** The items of a list, page after page as they are read. `query` says where to begin and how many a page has. */
  list<P extends ListPath>(
    path: P,
    ...args: ArgumentsOf<OperationOf<'GET', P>>
  ): AsyncGenerator<ItemOf<AnswerOf<OperationOf<'GET', P>>>, void>;

  /** Events of one instance as they happen, over lost connections. The instance's WebSocket must be enabled. */
  connectEvents(options: FeedOptions): Feed;
}

const PAUSES = { firstMs: 500, maxMs: 60_000 };
const TIMEOUT_MS = 60_000;
const RETRIES_MAX = 3;
const OPEN_MS = 20_000;
const SILENCE_MS = 120_000;

/** Creates a client. Throws a TypeError when the base URL is not a URL. */
export function createClient(clientOptions: ClientOptions): Client {
  const options = { ...clientOptions, baseUrl: baseUrlOf(clientOptions) };
  const { retries = RETRIES_MAX, pauses = PAUSES } = options;
  const call = (method: string, path: string, callOptions: CallOptions = {}) =>
    callWithRetries(options, { max: retries, pauses }, method, path, callOptions);
  const ask = (method: string, path: string, callOptions: CallOptions) =>
    attempt(options, method, path, callOptions).then(({ data }) => data);
  const list = (path: string, callOptions: CallOptions = {}) =>
    itemsOf(
      async (query) => (await call('GET', path, { ...callOptions, query })).data,
      callOptions.query ?? {},
    );
  const connectEvents = (feed: FeedOptions) =>
    connectFeed(
      {
        WebSocket: webSocketOf(options),
        url: options.baseUrl.replace(/^http/, 'ws'),
        pauses,
        openMs: OPEN_MS,
        silenceMs: SILENCE_MS,
        ask,
      },
      feed,
    );
  // The cast: the types are those of the document, which the service keeps to.
  return { call, list, connectEvents } as Client;
}

/** Without a slash at its end. */
function baseUrlOf({ baseUrl }: ClientOptions): string {
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(baseUrl))
    throw new TypeError(`baseUrl must be like https://gate.example.com, not ${baseUrl}`);
  return baseUrl.replace(/\/+$/, '');
}

function webSocketOf({ WebSocket: ownMaker }: ClientOptions): WebSocketMaker {
  const maker = ownMaker ?? globalThis.WebSocket;
  if (maker !== undefined) return maker;
  throw new TypeError('there is no global WebSocket: give createClient one, as of the package ws');
}

const attempt = (options: ClientOptions, method: string, path: string, callOptions: CallOptions) =>
  send(
    requestOf(options.baseUrl, method, path, {
      ...callOptions,
      headers: { ...credentialFor(options, path), ...callOptions.headers },
    }),
    {
      fetch: options.fetch ?? fetch,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      signal: callOptions.signal,
    },
  );

/** Proxies drop headers with underscores; the service takes this spelling of `api_access_token` too. */
function credentialFor({ apikey, accessToken }: ClientOptions, path: string) {
  return path.startsWith('/api/v1') ? { 'api-access-token': accessToken } : { apikey };
}

const KEY_HEADER = 'idempotency-key';

async function callWithRetries(
  options: ClientOptions,
  retries: Parameters<typeof withRetries>[2],
  method: string,
  path: string,
  callOptions: CallOptions,
) {
  const isOnce = DONE_ONCE.has(`${method} ${path}`);
  const repetition: Repetition = isOnce ? 'done once' : method === 'GET' ? 'reads' : 'changes';
  // One and the same for all repetitions.
  const headers = { ...(isOnce && { [KEY_HEADER]: await randomKey() }), ...callOptions.headers };
  const once = () => attempt(options, method, path, { ...callOptions, headers });
  return withRetries(once, repetition, retries, callOptions.signal);
}
