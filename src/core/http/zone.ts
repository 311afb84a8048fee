/** Zones: groups of paths that share one kind of credential and one dialect of failure codes. */
import type { TSchema } from '@sinclair/typebox';
import type {
  AppError,
  FailureKind,
  PlatformRefusal,
  Reason,
  UnknownNumber,
} from '../shared/errors.ts';
import type { FieldProblem } from '../shared/reasons/problems.ts';
import type { ReasonCode } from '../shared/reasons/reasons.ts';
import type { Parameters } from '../shared/reasons/sentences.ts';
import type { Code } from './failures.ts';
import type { ZoneExamples } from './openapi-examples.ts';

export interface Zone {
  /** The zone has these paths ('/instance', '/api/v1' …) and all below them. */
  readonly prefixes: readonly string[];
  /** Origins that browsers may call from, replacing the configured ones. */
  readonly corsOrigins?: readonly string[];
  /**
   * Returns the principal of the request. Throws AppError('unauthenticated') or a `WrongCredential` without a valid
   * credential.
   */
  authenticate(request: Request): unknown | Promise<unknown>;
  /** Describes the zone's credentials in failures; absent, failures say nothing about them. */
  readonly credential?: Credential;
  /** Other codes for some paths of the zone; the first that matches applies. */
  readonly dialects?: readonly Dialect[];
  /** Answers bodies that break their schema with VALIDATION_ERROR 422 and details; by default with BAD_REQUEST 400. */
  readonly bodyFailures?: 'VALIDATION_ERROR';
  /** Returns the body of a failure on paths with a form of their own, or null for the envelope. */
  failureBody?(failure: FailureFacts, request: FailedRequest): object | null;
  /** Returns the HTTP status of a failure; by default the one that it has. */
  failureStatus?(failure: FailureFacts): number;
  /** Returns what to do about a failure that has no hint of its own, or undefined; by default nothing. */
  hintOf?(error: AppError, request: Request): string | undefined;
  /** Replaces the envelope on all other paths. */
  readonly failureShape?: FailureShape;
  /** Returns a path as the log may show it, if it holds a credential; by default the path is logged as it is. */
  loggedPath?(path: string): string;
  /** Throws `forbidden` unless the principal has what the `security` of the operation names. */
  authorize?(principal: unknown, needed: readonly string[]): void;
  /** Returns whether it may call operations of the zone only, neither as an agent nor by Socket.IO; by default not. */
  isConfined?(principal: unknown): boolean;
  /** Names the credential, for idempotency keys; by default the principal as JSON. */
  credentialOf?(principal: unknown): string;
  /**
   * Returns the answer of the process that has what the request is about, or null if this one has it. Called after
   * admission, with `body` if it has been read.
   */
  forwardToOwner?(request: Request, requestId: string, body?: Uint8Array): Promise<Response | null>;
  /** Tells whether another process has admitted and counted the request. Throws when the request only claims so. */
  isAlreadyAuthenticated?(request: Request): boolean;
  /** Examples in the API document; by default those of the schemas. */
  readonly examples?: ZoneExamples;
  /**
   * Returns the client address of a principal that only the whole body proves; until then the body counts for that
   * address. Returns null, as by default, if the credential came with the head of the request.
   */
  unprovenClientOf?(principal: unknown): string | null;
  /**
   * Returns false if nobody could find the request's credential by guessing: then it is checked however often its
   * client has failed, and its failure is not counted. By default it may be guessed.
   */
  isGuessable?(request: Request): boolean;
  /** Names whom the rate limit counts, with any credential; by default the credential. */
  rateSubjectOf?(principal: unknown): string;
  /** Limits the requests of a principal also where `RATE_LIMIT_PER_MINUTE` is higher or not set; by default null. */
  requestsPerMinute?(principal: unknown): number | null;
}

/** Describes the credentials of a zone. */
export interface Credential {
  /** The headers that are read, the usual one first. */
  readonly headers: readonly string[];
  /** A sentence that says what to send and where to find it. */
  readonly source: string;
  /** A sentence for callers that send it to another zone; absent if the zone takes credentials of the others. */
  readonly otherZoneHint?: string;
  /** Returns whether a text is a credential of the zone. */
  isKnown?(text: string): boolean | Promise<boolean>;
}

/** A form of failures: how a body is made, and its schema in the API document. */
export interface FailureShape {
  readonly schema: TSchema;
  body(failure: FailureFacts): object;
}

export interface FailedRequest {
  readonly path: string;
  readonly method: string;
  readonly requestId: string;
}

export interface FailureFacts {
  readonly status: number;
  readonly code: Code;
  /** The stable name of the reason; where it has none of its own, the type of the failure. */
  readonly reason: ReasonCode | Reason;
  readonly message: string;
  /** The values in the message, by name. */
  readonly parameters?: Parameters | undefined;
  /** The wrong fields of the request, if that is why it failed. */
  readonly problems?: readonly FieldProblem[] | undefined;
  /** The next step for the caller. */
  readonly hint?: string | undefined;
  /** The numbers that belong to nobody, if that is why the request was refused. */
  readonly unknownNumbers?: readonly UnknownNumber[];
  /** The name of the instance that does not exist, or whose name is taken. */
  readonly instanceName?: string;
  readonly kind?: FailureKind;
  /** The answer of the platform, if the platform refused the request. */
  readonly platform?: PlatformRefusal;
}

/** Returns the page of a failure, or null for the answer that programs get. */
export type FailurePage = (
  request: Request,
  failure: FailureFacts,
  requestId: string,
) => Response | null;

export interface Dialect {
  readonly method?: string;
  /** The entry applies to this path and all below it. */
  readonly path: string;
  /** Replaces codes; statuses stay. */
  readonly codes: Partial<Record<Code, Code>>;
}

/**
 * Returns the path of a request URL without its query. It cuts absolute URLs exactly like Elysia's router; a URL that
 * is a bare path (no usable Host header) is never routed.
 */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 'http://'.length);
  const end = url.indexOf('?', start + 1);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Tells whether a path is `prefix` or below it. */
export const isUnder = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/**
 * Returns the zone of a path, if any. Spellings that the router would not match (escapes, doubled slashes) count as
 * what they spell, so that a disguise can only require more authentication.
 */
export function zoneOf(zones: readonly Zone[], path: string): Zone | undefined {
  const plain = plainPath(path) ?? path;
  const isDisguised = plain !== path;
  return zones.find(({ prefixes }) =>
    prefixes.some((prefix) => isUnder(path, prefix) || (isDisguised && isUnder(plain, prefix))),
  );
}

/** Returns the code of failures for this path and method. */
export function wireCode(zone: Zone | undefined, method: string, path: string, code: Code): Code {
  const dialect = zone?.dialects?.find(
    (one) => isUnder(path, one.path) && (one.method === undefined || one.method === method),
  );
  return dialect?.codes[code] ?? code;
}

/** Returns the path with escapes decoded and slashes collapsed, or null when an escape is malformed. */
export function plainPath(path: string): string | null {
  if (!path.includes('%') && !path.includes('//')) return path;
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return null;
  }
}
