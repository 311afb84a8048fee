/** Why something failed: one union, told apart by `code`. */
import type { components } from './generated.ts';

type Schemas = components['schemas'];

type CodeOf<Schema> = Schema extends { error: { code: infer Code extends string } } ? Code : never;

/** The codes that the service answers; `/docs/errors` of the service says what to do about each. */
export type ServiceCode =
  | CodeOf<Schemas[Extract<keyof Schemas, `${string}Failure`>]>
  | 'METHOD_NOT_ALLOWED';

interface ServiceAnswer<Code extends ServiceCode> {
  readonly code: Code;
  /** A sentence of the service that says what is wrong. */
  readonly message: string;
  /** The next step; null if the service has nothing to add to the message. */
  readonly hint: string | null;
  /** Where the pages of the service explain the code; null for answers in another form than its own. */
  readonly docs: string | null;
  readonly status: number;
  /** Names the request in the log of the service. */
  readonly requestId: string | null;
  /** The seconds that the service asks to wait before the next try; null if it does not ask. */
  readonly retryAfterSeconds: number | null;
  /** The body of the answer: what JSON it was, else its text. */
  readonly body: unknown;
}

/** The service has answered, and refused. */
export type ServiceFailure =
  | { [Code in Exclude<ServiceCode, 'VALIDATION_ERROR'>]: ServiceAnswer<Code> }[Exclude<
      ServiceCode,
      'VALIDATION_ERROR'
    >]
  | (ServiceAnswer<'VALIDATION_ERROR'> & {
      /** Sentences by the dotted path of the field. */
      readonly details: Readonly<Record<string, readonly string[]>>;
    });

/** There is no answer of the service to tell of. */
export type ClientFailure =
  | {
      /** No answer came, or not all of it: what was asked may have been done. */
      readonly code: 'CONNECTION_LOST' | 'TIMED_OUT';
      readonly message: string;
    }
  | {
      /** Something else than a Gatehouse has answered, such as a proxy that redirects. */
      readonly code: 'UNREADABLE_ANSWER';
      readonly message: string;
      readonly status: number;
    }
  | {
      /** The service has closed the live feed permanently: switched off, deleted, or the key has ended. */
      readonly code: 'FEED_CLOSED';
      readonly message: string;
    }
  | WebhookFailure;

/** A webhook that is not to be believed, or is no event. */
export interface WebhookFailure {
  readonly code:
    | 'HEADER_MISSING'
    | 'TIMESTAMP_OUT_OF_RANGE'
    | 'SIGNATURE_WRONG'
    | 'EVENT_UNREADABLE';
  readonly message: string;
}

export type Failure = ServiceFailure | ClientFailure;

/** The error that everything in this package throws; `failure` has the reason. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.code}: ${failure.message}`, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** The code of a status whose answer names none, as those of proxies and of older clients' paths. */
const CODE_OF: Readonly<Record<number, Exclude<ServiceCode, 'VALIDATION_ERROR'>>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  410: 'GONE',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'UPSTREAM_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  504: 'UPSTREAM_ERROR',
};

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The failure that an answer of 400 or more tells of. */
export function failureOf({ status, headers, body }: Refusal): Failure {
  const { code, message, details, hint = null, docs = null } = errorFieldsOf(body);
  const common = {
    message: message ?? `the service answered ${status}`,
    hint,
    docs,
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    body,
  };
  if (code === 'VALIDATION_ERROR' || (code === undefined && status === 422))
    return { ...common, code: 'VALIDATION_ERROR', details: details ?? {} };
  // The cast: one that is newer than this client is handed on as it is.
  const known = (code as (typeof CODE_OF)[number] | undefined) ?? CODE_OF[status];
  if (known !== undefined) return { ...common, code: known };
  return { code: 'UNREADABLE_ANSWER', message: `${common.message}, which it never does`, status };
}

interface ErrorFields {
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, readonly string[]>>;
  readonly hint?: string;
  readonly docs?: string;
}

/** The envelope is `{error: {code, message, details, hint, docs}}`; older forms are `{error: text}` and `{message: text}`. */
function errorFieldsOf(body: unknown): ErrorFields {
  if (typeof body !== 'object' || body === null) return {};
  const { error, message } = body as { error?: unknown; message?: unknown };
  // The cast: the envelope is part of what the service promises.
  if (typeof error === 'object' && error !== null) return error as ErrorFields;
  const text = typeof error === 'string' ? error : message;
  return typeof text === 'string' ? { message: text } : {};
}

/** `retry-after` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
