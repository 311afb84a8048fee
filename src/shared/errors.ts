/** The one error type that may reach a caller. */
export type Reason =
  | 'invalid'
  | 'unprocessable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media'
  | 'rate_limited'
  /** Another service, which this one asks, failed or did not answer: what it did is not known. */
  | 'upstream'
  | 'unavailable'
  | 'internal';

/** Texts per field path: `{ "name": ["is required"] }`. */
export type Details = Record<string, string[]>;

interface AppErrorOptions {
  /** Field texts; shown to the caller where the operation answers VALIDATION_ERROR. */
  readonly details?: Details;
  /** Response headers that belong to the failure, such as `allow` or `retry-after`. */
  readonly headers?: Record<string, string>;
  /** What really happened; goes to the log, never to the caller. */
  readonly cause?: unknown;
  /** What was asked may have been done all the same: a repetition of the request must not ask for it again. */
  readonly mayBeDone?: boolean;
}

/** `message` is public. The field is called `reason` because Elysia reads `code` and `status` off thrown objects. */
export class AppError extends Error {
  readonly reason: Reason;
  readonly details: Details | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly mayBeDone: boolean;

  constructor(reason: Reason, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.reason = reason;
    this.details = options.details;
    this.headers = options.headers;
    this.mayBeDone = options.mayBeDone ?? false;
  }
}

/** A credential that is wrong, answered 403: it counts as a failed authentication all the same. */
export class WrongCredential extends AppError {
  constructor(message: string) {
    super('forbidden', message);
    this.name = 'WrongCredential';
  }
}

/** The connection is not there at the moment: the same may succeed when it is back. */
export class NotConnected extends AppError {
  constructor(message = 'not connected') {
    super('conflict', message);
    this.name = 'NotConnected';
  }
}

/** Somebody's number as the request named it, and the JID it would have. */
export interface UnknownNumber {
  readonly jid: string;
  readonly number: string;
}

/** Numbers of the request that are nobody's at the platform: `invalid`. */
export class UnknownNumbers extends AppError {
  readonly numbers: readonly UnknownNumber[];

  constructor(message: string, numbers: readonly UnknownNumber[]) {
    super('invalid', message);
    this.name = 'UnknownNumbers';
    this.numbers = numbers;
  }
}

export const invalid = (message: string, details?: Details): AppError =>
  new AppError('invalid', message, details ? { details } : {});
export const forbidden = (message: string): AppError => new AppError('forbidden', message);
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);
export const conflict = (message: string): AppError => new AppError('conflict', message);

/** The message of anything thrown, for logs and for reasons that operators read. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The code of anything thrown, such as `ECONNREFUSED`; '' when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** No connection came about, so that nothing of a request can have been received. */
export const isUnsent = (error: unknown): boolean =>
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/.test(codeOf(error));

const CAUSES_MAX = 16;

/** An error and what caused it, outermost first; bounded, since causes may form a circle. */
export function* causesOf(error: unknown): Generator<Error> {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < CAUSES_MAX; depth++) {
    yield cause;
    cause = cause.cause;
  }
}

/** An error that may pass by itself says what is the matter, in words that callers may read. */
export interface Passing {
  /** A sentence; null: waiting does not help. */
  readonly unavailable: string | null;
}

/** What of ours cannot be used now, as the error or one of its causes says it; null: none says so. */
export const unavailabilityOf = (error: unknown): string | null =>
  causesOf(error)
    .map((one) => (one as Partial<Passing>).unavailable)
    .find((text) => typeof text === 'string') ?? null;
