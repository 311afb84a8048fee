/** Calls of the service, by the paths and types of its API document. */
import type {
  AnswerOf,
  ArgumentsOf,
  Method,
  OperationOf,
  PathOf,
} from '../../../../packages/client/src/operations.ts';
import { type FailureTexts, IN_ENGLISH, reasonText } from '../../../core/languages/reasons.ts';
import type { Parameters } from '../../../core/shared/reasons/sentences.ts';
import { urlOf } from '../../../core/shell/page/root.ts';
import { texts } from './texts.ts';
import { errorWords } from './traffic/error-words.ts';

/** Longer than the service waits for a phone (10 s) or a receiver (30 s). */
const LIMIT_MS = 60_000;

interface FailureParts {
  /** 0 when there is no answer. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly message: string;
  readonly retryAfterMs?: number;
  /** Texts per field of the body. */
  readonly details?: Readonly<Record<string, string[]>> | undefined;
  /** The next step, if the service knows one. */
  readonly hint?: string | undefined;
}

/**
 * Why a request failed: in the reader's language where the reason, or each wrong field, has a text in it, else in the
 * service's own words, which are English.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number;
  readonly details: Readonly<Record<string, string[]>>;
  readonly hint: string;

  constructor({
    status = 0,
    code = '',
    message,
    retryAfterMs = 0,
    details = {},
    hint = '',
  }: FailureParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.details = details;
    this.hint = hint;
  }
}

interface RequestParts {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

interface Response {
  /** Null for an answer without a body. */
  readonly answer: unknown;
  /** The version that the answer names. */
  readonly etag: string | null;
}

export interface VersionedRecord<T> {
  readonly record: T;
  /** Names this version in a change, which is refused (412) once another is stored; null without one. */
  readonly etag: string | null;
}

export type Call = (method: Method, path: string, parts?: RequestParts) => Promise<Response>;

/** Resolves with what the operation answers; rejects with an `ApiFailure`, or as `signal` aborts. */
export type TypedCall = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...parts: ArgumentsOf<OperationOf<M, P>>
) => Promise<AnswerOf<OperationOf<M, P>>>;

/** The answer of an operation. */
export type AnswerTo<M extends Method, P extends PathOf<M>> = AnswerOf<OperationOf<M, P>>;

/** The body of an operation. */
export type BodyFor<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body
    : never;

/**
 * Returns a function that calls operations. It calls `onUnauthorized` when the credentials are invalid or have expired.
 */
export function createCall(
  credentials: () => Record<string, string>,
  onUnauthorized: (failure: ApiFailure) => void,
): Call {
  return async (method, path, { body, headers, signal } = {}) => {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const response = await reach(path, {
      method,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      headers: {
        ...credentials(),
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) {
      const answer: unknown = response.status === 204 ? null : await response.json();
      return { answer, etag: response.headers.get('etag') };
    }
    const failure = await failureOf(response);
    // Once the view is gone, the reason in the body may be lost: another call has it, or the next one will.
    if (failure.status === 401 && !signal?.aborted) onUnauthorized(failure);
    throw failure;
  };
}

interface CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls operations with the types of the document. */
export function createTypedCall(call: Call): TypedCall {
  const typed = async (method: Method, path: string, options: CallOptions = {}) => {
    const { params = {}, query: values = {}, body, signal } = options;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    return (await call(method, filled + query(values), { body, signal })).answer;
  };
  return typed as TypedCall;
}

/** Calls of the gateway with an instance's key or the global one. Views that are built of elements name paths as texts. */
export function createApi(key: string, onUnauthorized: (failure: ApiFailure) => void) {
  const call = createCall(() => ({ apikey: key }), onUnauthorized);
  const answer = async (method: Method, path: string, parts?: RequestParts) =>
    (await call(method, path, parts)).answer;
  return {
    call: createTypedCall(call),
    get: (path: string, signal?: AbortSignal) => answer('GET', path, { signal }),
    post: (path: string, body?: unknown) => answer('POST', path, { body }),
    /** Reads a record and its version. */
    async record<T>(path: string, signal?: AbortSignal): Promise<VersionedRecord<T>> {
      const found = await call('GET', path, { signal });
      // The cast: the caller names the type of what the path answers.
      return { record: found.answer as T, etag: found.etag };
    },
    /** Changes this version of a record. */
    change: (method: 'POST' | 'PATCH', path: string, body: unknown, etag: string | null) =>
      answer(method, path, { body, headers: ifMatch(etag) }),
    delete: (path: string) => answer('DELETE', path),
  };
}

export type GatewayApi = ReturnType<typeof createApi>;

export const ifMatch = (etag: string | null): Record<string, string> =>
  etag === null ? {} : { 'if-match': etag };

/** Answers to paths whose record does not exist, and to ids that none can have. */
const UNKNOWN = [404, 422];

/** Resolves with null if what is read does not exist. */
export async function orUnknown<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiFailure && UNKNOWN.includes(error.status)) return null;
    throw error;
  }
}

async function reach(path: string, options: RequestInit) {
  try {
    return await fetch(urlOf(path), { cache: 'no-store', credentials: 'omit', ...options });
  } catch (error) {
    if (options.signal?.aborted && error instanceof Error && error.name === 'AbortError')
      throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiFailure({ message: texts().common.unreachable(reason) });
  }
}

interface WrongField {
  /** Empty for a problem of several fields, which its sentence names. */
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly parameters?: Parameters;
}

interface Envelope {
  readonly error?: {
    readonly code?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly parameters?: Parameters;
    readonly hint?: string;
    readonly problems?: readonly WrongField[];
  };
  readonly message?: string;
  readonly response?: {
    readonly message?: readonly (string | { readonly exists: boolean; readonly number: string })[];
  };
}

/** Reads why a request failed; the texts of the page are loaded. Its words are English if those of failures are not. */
export async function failureOf(response: globalThis.Response): Promise<ApiFailure> {
  const known = await texts()
    .failures()
    .catch(() => IN_ENGLISH);
  const { status, statusText } = response;
  const answer: Envelope | null = await response.json().catch(() => null);
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  const english = reasonIn(answer) ?? (statusText || texts().common.noExplanation);
  const { code, problems = [], hint, reason = '', parameters = {} } = answer?.error ?? {};
  const found = problems.map(({ field, ...problem }) => ({ field, ...textOf(problem, known) }));
  const isTranslated = found.length > 0 && found.every((one) => one.isTranslated);
  const translated =
    reasonText(known.reasons, reason, inWords(parameters)) ??
    (isTranslated ? sentenceOf(found) : null);
  const words = translated === null ? { message: english, hint } : { message: translated };
  return new ApiFailure({ status, code, retryAfterMs, details: detailsOf(found), ...words });
}

/** Returns parameters with those that say why a server was not reached in the reader's language: `timeout: …`. */
const inWords = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      /^[a-z_]+: /.test(`${value}`) ? errorWords(`${value}`) : value,
    ]),
  );

/** Returns what is wrong with a field, in the reader's language where the problem has a text in it. */
function textOf(
  { reason, message, parameters = {} }: Omit<WrongField, 'field'>,
  { problems }: FailureTexts,
) {
  const translated = reasonText(problems, reason, parameters);
  return { text: translated ?? message, isTranslated: translated !== null };
}

type FoundProblem = Pick<WrongField, 'field'> & ReturnType<typeof textOf>;

const sentenceOf = (problems: readonly FoundProblem[]): string =>
  problems.map(({ field, text }) => `${field} ${text}`.trim()).join('; ');

const detailsOf = (problems: readonly FoundProblem[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(problems, ({ field }) => field)].map(([field, same]) => [
      field,
      same.map(({ text }) => text),
    ]),
  );

/**
 * Returns the reason of a failure, from the envelope or from the form of EVOLUTION_MODE; undefined
 * without a reason.
 */
export function reasonIn(answer: Envelope | null): string | undefined {
  const first = answer?.response?.message?.[0];
  const said = typeof first === 'object' ? `number ${first.number} is not on WhatsApp` : first;
  return answer?.error?.message ?? answer?.message ?? said;
}

/** A path whose values are percent-encoded: at`/instance/connect/${name}`. */
export const at = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((path, text, index) => path + encodeURIComponent(values[index - 1] ?? '') + text);

/** A query of the values that are there: `?state=waiting`, or nothing at all. */
export function query(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
