/** One request: how it is put together, sent, and its answer read. */
import { failureOf, GatehouseError } from './failures.ts';
import { timeLimit } from './waiting.ts';

/** The options of an operation, whichever it is. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData;
}

export interface Answer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
}

/** `baseUrl` has no slash at its end; `path` is as in the API document, with its parameters in braces. */
export function requestOf(
  baseUrl: string,
  method: string,
  path: string,
  { params = {}, query = {}, headers = {}, body }: CallOptions,
): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`${path} needs params.${name}`);
    return encodeURIComponent(String(params[name]));
  });
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  return {
    method,
    url: `${baseUrl}${filled}${queryText(query)}`,
    headers: {
      ...textsOf(headers),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  };
}

const entriesOf = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null);

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(entriesOf(values).map(([name, value]) => [name.toLowerCase(), String(value)]));

function queryText(query: Readonly<Record<string, unknown>>): string {
  const entries = entriesOf(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Sending {
  readonly fetch: Fetch;
  /** For the whole of it, the answer's body included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Rejects with a `GatehouseError`, or with the reason of the signal. */
export async function send(request: Request, sending: Sending): Promise<Answer<unknown>> {
  const { method, url, headers, body } = request;
  // Called as a method of something else it would be refused by browsers.
  const { fetch } = sending;
  const limit = timeLimit(sending.timeoutMs, sending.signal);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: limit.signal,
      // A redirect would take the credentials along to wherever it leads.
      redirect: 'manual',
    });
    return await answerOf(response);
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    if (sending.signal?.aborted) throw sending.signal.reason;
    throw limit.isOver()
      ? lost('TIMED_OUT', `no answer came within ${sending.timeoutMs} ms`, error)
      : lost('CONNECTION_LOST', `the service cannot be reached: ${messageOf(error)}`, error);
  } finally {
    limit.release();
  }
}

const lost = (code: 'TIMED_OUT' | 'CONNECTION_LOST', message: string, cause: unknown) =>
  new GatehouseError({ code, message }, cause);

/** `fetch` often only says that it failed; the reason is in the cause. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

async function answerOf(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  const json = jsonOf(text, headers);
  if (status >= 400) {
    const refusal = { status, headers, body: json.isRead ? json.value : text };
    throw new GatehouseError(failureOf(refusal));
  }
  if (status < 200 || status >= 300) throw unreadable(status, 'a redirect');
  if (json.isRead) return { status, headers, data: json.value };
  if (json.isPromised) throw unreadable(status, 'no JSON');
  return { status, headers, data: text === '' ? undefined : text };
}

function jsonOf(text: string, headers: Headers) {
  const isPromised = /\bjson\b/.test(headers.get('content-type') ?? '');
  if (!isPromised || text === '') return { isRead: false, isPromised: false } as const;
  try {
    return { isRead: true, value: JSON.parse(text) as unknown } as const;
  } catch {
    return { isRead: false, isPromised: true } as const;
  }
}

const unreadable = (status: number, what: string): GatehouseError =>
  new GatehouseError({
    code: 'UNREADABLE_ANSWER',
    message: `the answer is ${what}: check the base URL`,
    status,
  });
