import { type FieldProblem, sentenceOf } from './reasons/problems.ts';
import {
  type ConflictCode,
  type ParameterOf,
  type ParametersOf,
  REASONS,
  type ReasonCode,
  reasonSentence,
} from './reasons/reasons.ts';
import type { Parameters } from './reasons/sentences.ts';

/** The only type of error that may reach a caller. */
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
  /** Another service failed or did not answer; what it did is unknown. */
  | 'upstream'
  | 'unavailable'
  | 'internal';

/** The cause of a failed request, where it is finer than its reason: other APIs have codes of their own for it. */
export type FailureKind =
  /** The connection is down at present. */
  | 'not_connected'
  /** The platform has locked the account. */
  | 'account_locked'
  /** Nobody on the platform has the number. */
  | 'unknown_number'
  /** The person wrote too long ago for anything but a template. */
  | 'window_closed'
  /** The platform has no such message, or does not show it. */
  | 'unsupported_message'
  /** The file of a message cannot be fetched or used. */
  | 'unusable_file'
  | 'sent_too_fast'
  /** The platform lets the account open no new chats, or it has opened as many as it may. */
  | 'no_new_chats'
  /** It is not there, or nobody may send it yet. */
  | 'no_template'
  | 'template_paused'
  | 'template_disabled'
  | 'template_parameters'
  | 'template_exists'
  /** Nobody knows whether it was done. */
  | 'unknown_fate';

/** A refusal in the numbers and words of a platform: one that it has answered with, or would. */
export interface PlatformRefusal {
  readonly code: number;
  readonly subcode?: number | null;
  /** The HTTP status of the platform's answer. */
  readonly status?: number | null;
  /** The platform's name of the error, for people, or ''. */
  readonly title?: string;
  /** The platform's own words, or ''. */
  readonly text?: string;
  /** The platform's details of the fault, or ''. */
  readonly details: string;
}

export interface AppErrorOptions {
  /** The wrong fields of the request, if that is why it failed. */
  readonly problems?: readonly FieldProblem[] | undefined;
  /** Response headers of the failure, such as `allow` or `retry-after`. */
  readonly headers?: Record<string, string>;
  /** The advice for the caller, as a sentence. */
  readonly hint?: string | undefined;
  /** The real cause, which is logged and never sent to the caller. */
  readonly cause?: unknown;
  /** Whether the work may have been done: repeating the request must not do it again. */
  readonly mayBeDone?: boolean;
  readonly kind?: FailureKind | undefined;
  readonly platform?: PlatformRefusal | undefined;
  /** The name that callers read as the reason; by default the type of the failure, which says no more than its code. */
  readonly reasonCode?: ReasonCode | undefined;
  /** The values in the sentence of `reasonCode`. */
  readonly parameters?: Parameters | undefined;
}

/** `message` is public. The field is called `reason` because Elysia reads `code` and `status` from thrown objects. */
export class AppError extends Error {
  readonly reason: Reason;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly headers: Record<string, string> | undefined;
  /** Set later where more is known about the request. */
  hint: string | undefined;
  readonly mayBeDone: boolean;
  readonly kind: FailureKind | undefined;
  /** Present if a platform has refused it. */
  readonly platform: PlatformRefusal | undefined;
  readonly reasonCode: ReasonCode | undefined;
  readonly parameters: Parameters | undefined;

  constructor(reason: Reason, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.reason = reason;
    this.problems = options.problems;
    this.headers = options.headers;
    this.hint = options.hint;
    this.mayBeDone = options.mayBeDone ?? false;
    this.kind = options.kind;
    this.platform = options.platform;
    this.reasonCode = options.reasonCode;
    this.parameters = options.parameters;
  }
}

/** The arguments behind a reason: its parameters, if its sentence has any, and more about the failure. */
type FailureArguments<R extends ReasonCode> = [ParameterOf<R>] extends [never]
  ? [parameters?: Record<string, never>, options?: AppErrorOptions]
  : [parameters: ParametersOf<R>, options?: AppErrorOptions];

/** Returns the failure that the table of reasons declares, with its sentence. */
export function failure<R extends ReasonCode>(
  reasonCode: R,
  ...[parameters, options]: FailureArguments<R>
): AppError {
  const values = Object.keys(parameters ?? {}).length > 0 ? parameters : undefined;
  const about = { ...options, reasonCode, parameters: values };
  return new AppError(REASONS[reasonCode][0], reasonSentence(reasonCode, values), about);
}

/** Returns what an error says besides its reason and its message, for another one in its place. */
export const optionsOf = ({
  problems,
  headers,
  hint,
  cause,
  mayBeDone,
  kind,
  platform,
  reasonCode,
  parameters,
}: AppError): AppErrorOptions => ({
  problems,
  hint,
  cause,
  mayBeDone,
  kind,
  platform,
  reasonCode,
  parameters,
  ...(headers && { headers }),
});

/** A wrong credential that is answered 403; it still counts as a failed authentication. */
export class WrongCredential extends AppError {
  constructor(message: string) {
    super('forbidden', message);
    this.name = 'WrongCredential';
  }
}

/** The connection is down at present; the same request may succeed when it is up again. */
export class NotConnected extends AppError {
  constructor(
    kind: FailureKind = 'not_connected',
    reasonCode: ConflictCode = 'not_connected',
    parameters?: Parameters,
  ) {
    super('conflict', reasonSentence(reasonCode, parameters), { kind, reasonCode, parameters });
    this.name = 'NotConnected';
  }
}

/** A number as the request has it, and the JID that it would have. */
export interface UnknownNumber {
  readonly jid: string;
  readonly number: string;
}

/** Numbers of the request that nobody has on the platform; answered as `invalid`. */
export class UnknownNumbers extends AppError {
  readonly numbers: readonly UnknownNumber[];

  constructor(
    numbers: readonly UnknownNumber[],
    reasonCode: 'number_not_on_whatsapp' | 'numbers_not_on_whatsapp' = 'number_not_on_whatsapp',
  ) {
    const parameters = { numbers: numbers.map(({ number }) => number).join(', ') };
    super('invalid', reasonSentence(reasonCode, parameters), {
      kind: 'unknown_number',
      reasonCode,
      parameters,
    });
    this.name = 'UnknownNumbers';
    this.numbers = numbers;
  }
}

/** A failure about an instance that the request has named. */
export class AboutInstance extends AppError {
  readonly instanceName: string;

  constructor(reasonCode: 'instance_not_found' | 'name_taken', name: string) {
    const parameters = { name };
    super(REASONS[reasonCode][0], reasonSentence(reasonCode, parameters), {
      reasonCode,
      parameters,
    });
    this.name = 'AboutInstance';
    this.instanceName = name;
  }
}

export const unknownInstance = (name: string): AppError =>
  new AboutInstance('instance_not_found', name);
export const nameTaken = (name: string): AppError => new AboutInstance('name_taken', name);

export const invalid = (message: string): AppError => new AppError('invalid', message);
/** Returns the failure of a request whose fields have these problems. */
export const invalidFields = (problems: readonly FieldProblem[]): AppError =>
  new AppError('invalid', sentenceOf(problems), { problems });

/** Returns the message of anything thrown, for logs and for reasons that operators read. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the code of anything thrown, such as `ECONNREFUSED`, or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns whether no connection was opened, so that nothing of a request can have been received. */
export const isUnsent = (error: unknown): boolean =>
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/.test(codeOf(error));

const CAUSES_MAX = 16;

/** Yields an error and its causes, outermost first; their number is bounded, because causes may form a circle. */
export function* causesOf(error: unknown): Generator<Error> {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < CAUSES_MAX; depth++) {
    yield cause;
    cause = cause.cause;
  }
}

/** Why nothing can be done for now: a reason, and the values in its sentence. */
export interface Outage {
  readonly reasonCode: ReasonCode;
  readonly parameters: Parameters;
}

/** An error that may be temporary. */
export interface TemporaryFailure {
  /** Null if waiting does not help. */
  readonly unavailable: Outage | null;
  /** Whether the request may have been carried out. */
  readonly isUnknown?: boolean;
}

/** Returns the failure to answer with if the error, or one of its causes, is temporary; otherwise null. */
export function unavailabilityOf(error: unknown): AppError | null {
  const outage = causesOf(error)
    .map((one) => (one as Partial<TemporaryFailure>).unavailable)
    .find((one) => one);
  if (!outage) return null;
  const { reasonCode, parameters } = outage;
  return new AppError('unavailable', reasonSentence(reasonCode, parameters), {
    ...outage,
    cause: error,
  });
}

/**
 * Returns whether failed work may have been done, because the answer to it was lost. The outermost error that says
 * something about it decides: an outcome that was looked up is known, although its cause was not.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  causesOf(error)
    .map((one) => (one as Partial<TemporaryFailure>).isUnknown)
    .find((isUnknown) => isUnknown !== undefined) ?? false;

/** Returns what the error, or the nearest of its causes that says it, has failed for. */
export const kindOf = (error: unknown): FailureKind | undefined =>
  causesOf(error)
    .filter((one) => one instanceof AppError)
    .map(({ kind, mayBeDone }) => kind ?? (mayBeDone ? 'unknown_fate' : undefined))
    .find((kind) => kind !== undefined);

/** Returns what a platform has refused with, if the error or one of its causes says so. */
export const platformRefusalOf = (error: unknown): PlatformRefusal | undefined =>
  causesOf(error)
    .map((one) => (one as Partial<AppError>).platform)
    .find((refusal) => refusal !== undefined);
