/** The client of Meta's Graph API: calls have a time limit, reads are tried again, sends never are. */
import type { ApiAnswer, ApiRequest, CallApi } from '../../core/outbound/call-api.ts';
import type { ProxyRoute } from '../../core/outbound/proxy/local-proxy.ts';
import {
  type Fields,
  isRecord,
  jsonIn,
  record,
  text,
} from '../../core/providers/foreign-values.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { actionOf } from './faults.ts';
import { failureOf, GraphFailure, noAnswer } from './graph-failure.ts';

/**
 * Paths begin with `/` and have no version: `/1555000111/messages`. Every call throws GraphFailure when it fails; its
 * `code` is null when no answer of the Graph API came.
 */
export interface Graph {
  /** Tries again after 1, 4 and 16 s while the fault may pass and there is time. */
  get(path: string, query?: Query): Promise<Fields>;
  /** Calls once: after a lost answer nobody knows whether it had an effect. */
  post(path: string, body: Fields | FormData): Promise<Fields>;
  /** Sends DELETE, once. */
  remove(path: string, query?: Query, body?: Fields): Promise<Fields>;
  /** Passes on a file from an address that the Graph API has named, as it comes; does not follow redirects. */
  download(url: string, limits: Download): Promise<void>;
}

type Query = Readonly<Record<string, string>>;

export type Download = Required<Pick<ApiRequest, 'bytesMax' | 'timeoutMs' | 'take'>> & {
  /** Aborts the download. */
  readonly signal: AbortSignal;
};

export interface GraphOptions {
  readonly call: CallApi;
  readonly clock: Clock;
  /** Without version and trailing slash: `https://graph.facebook.com`. */
  readonly baseUrl: string;
  /** A version such as `v26.0`. */
  readonly version: string;
  /** Returns the access token; called before each call. */
  readonly token: () => string;
  /** Returns a number in [0, 1) that spreads the pauses before a call is tried again. */
  readonly random: () => number;
  /** Returns the proxy to Meta, or null to connect directly; called before each call. */
  readonly proxy?: () => Promise<ProxyRoute | null>;
  /** How long a read may take with all its tries; by default 40 s. */
  readonly allTriesMs?: number;
  /** Ends reads and their pauses. Calls that may have an effect continue, so that their answer is known. */
  readonly signal?: AbortSignal;
}

interface GraphAnswer extends ApiAnswer {
  readonly token: string;
  /** In ms since 1970. */
  readonly receivedAt: number;
}

const CALL_MS = 20_000;
const ALL_TRIES_MS = 40_000;
const PAUSES_MS: readonly number[] = [1_000, 4_000, 16_000];
/** A pause is longer by up to this part, so that many instances do not come back at once. */
const SPREAD = 0.25;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

export function createGraph(options: GraphOptions): Graph {
  const { clock, random, signal, allTriesMs = ALL_TRIES_MS } = options;

  const ask = async (
    request: Omit<ApiRequest, 'headers' | 'bytesMax' | 'timeoutMs'> & Partial<ApiRequest>,
  ): Promise<GraphAnswer> => {
    const token = options.token();
    const proxy = (await options.proxy?.()) ?? null;
    const answer = await options.call({
      bytesMax: ANSWER_BYTES_MAX,
      timeoutMs: CALL_MS,
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      signal: request.signal ?? (request.method === 'GET' ? signal : undefined),
      proxy,
    });
    if ('problem' in answer) throw noAnswer(answer.problem, answer);
    return { ...answer, token, receivedAt: clock.now() };
  };

  const fieldsOf = async (request: Parameters<typeof ask>[0]) => read(await ask(request));

  const get: Graph['get'] = async (path, query = {}) => {
    const url = urlOf(options, path, query);
    const until = clock.steady() + allTriesMs;
    for (const pauseMs of PAUSES_MS) {
      try {
        const timeoutMs = Math.min(CALL_MS, until - clock.steady());
        return await fieldsOf({ method: 'GET', url, timeoutMs });
      } catch (error) {
        const waitMs = pauseMs * (1 + SPREAD * random());
        if (!mayEndByItself(error) || clock.steady() + waitMs >= until) throw error;
        await sleep(clock, waitMs, signal);
      }
    }
    return fieldsOf({ method: 'GET', url, timeoutMs: Math.min(CALL_MS, until - clock.steady()) });
  };

  return {
    get,
    post: (path, body) => fieldsOf({ method: 'POST', url: urlOf(options, path), ...bodyOf(body) }),
    remove: (path, query, body) =>
      fieldsOf({ method: 'DELETE', url: urlOf(options, path, query), ...(body && bodyOf(body)) }),
    async download(url, limits) {
      const either =
        signal === undefined ? limits.signal : AbortSignal.any([signal, limits.signal]);
      const answer = await ask({ ...limits, method: 'GET', url, signal: either });
      if (answer.status !== 200) throw failureOf(answer, jsonOf(answer));
    },
  };
}

const bodyOf = (body: Fields | FormData): Pick<ApiRequest, 'body'> & Partial<ApiRequest> =>
  body instanceof FormData
    ? { body }
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

/** Parts of a path are ids or names; whatever else they hold cannot lead outside of the version's path. */
function urlOf({ baseUrl, version }: GraphOptions, path: string, query: Query = {}): string {
  const parts = path.split('/').slice(1);
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw noAnswer(`${JSON.stringify(path)} is no path of it`, { isUnsent: true });
  const url = new URL(`${baseUrl}/${version}/${parts.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function read(answer: GraphAnswer): Fields {
  const body = jsonOf(answer);
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer, body);
  if (!isRecord(body)) throw noAnswer('answered without a JSON object', { status: answer.status });
  // Some edges answer 200 with an error.
  if (isRecord(body.error)) throw failureOf(answer, body);
  return body;
}

const jsonOf = ({ bytes }: ApiAnswer): unknown => jsonIn(new TextDecoder().decode(bytes));

/** Tells whether a read is worth another try. */
const mayEndByItself = (error: unknown): boolean =>
  error instanceof GraphFailure &&
  (error.isTransient || (error.code !== null && actionOf(error.code).action === 'temporary'));

/** The most pages of one list; Meta's longest have some thousand entries. */
const PAGES_MAX = 200;

/**
 * Returns all entries of a list, read page after page by cursor: the address of a next page is never used, since it holds
 * the token. Throws GraphFailure when a page fails, a cursor is repeated or there is no end.
 */
export async function pages(graph: Graph, path: string, query: Query): Promise<Fields[]> {
  const entries: Fields[] = [];
  const cursors = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const page = await graph.get(path, after === '' ? query : { ...query, after });
    if (!Array.isArray(page.data)) throw noAnswer('a page of a list without its entries');
    entries.push(...page.data.map(record));
    after = nextCursor(page);
    if (after === null) break;
    if (cursors.has(after)) throw noAnswer('the pages of a list lead back to one before');
    if (cursors.add(after).size >= PAGES_MAX)
      throw noAnswer(`a list of more than ${PAGES_MAX} pages`);
  }
  return entries;
}

/** The list has ended when it names no next page, however short this one is. Some name that page without the cursor. */
function nextCursor(page: Fields): string | null {
  const paging = record(page.paging);
  const next = text(paging.next);
  if (next === '') return null;
  const cursor = text(record(paging.cursors).after) || URL.parse(next)?.searchParams.get('after');
  if (!cursor) throw noAnswer('a list names a next page, and not where it begins');
  return cursor;
}
