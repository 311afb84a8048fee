/** Zones: groups of paths that share one kind of credential and one dialect of failure codes. */
import type { TSchema } from '@sinclair/typebox';
import type { Details, UnknownNumber } from '../shared/errors.ts';
import type { Code } from './failures.ts';
import type { ZoneExamples } from './openapi-examples.ts';

export interface Zone {
  /** '/instance', '/api/v1' …: a path equal to one of them or below it belongs to the zone. */
  readonly prefixes: readonly string[];
  /** Origins browsers may call from here, in place of the configured ones. */
  readonly corsOrigins?: readonly string[];
  /** The principal of the request; throws AppError('unauthenticated'), or a `WrongCredential`, without a valid credential. */
  authenticate(request: Request): unknown | Promise<unknown>;
  /** Wire codes that differ on some paths of the zone; the first that fits decides. */
  readonly dialects?: readonly Dialect[];
  /** Bodies that break their schema: VALIDATION_ERROR 422 with details; without it BAD_REQUEST 400. */
  readonly bodyFailures?: 'VALIDATION_ERROR';
  /** The body of a failure on paths that answer in a form of their own; null: the envelope. */
  failureBody?(
    failure: FailureFacts,
    request: { readonly path: string; readonly method: string },
  ): object | null;
  /** What takes the place of the envelope on all other paths. */
  readonly failureShape?: FailureShape;
  /** A path of the zone as the log may show it, where paths hold a credential; default: as it is. */
  loggedPath?(path: string): string;
  /** Throws `forbidden` unless the principal has what the `security` of its operation names. */
  authorize?(principal: unknown, needed: readonly string[]): void;
  /** Names the credential, for idempotency keys; default: the principal as JSON. */
  credentialOf?(principal: unknown): string;
  /**
   * What another process answers that the request is for; null: this one does. Asked once it is admitted. `body` where
   * it has been read.
   */
  elsewhere?(request: Request, requestId: string, body?: Uint8Array): Promise<Response | null>;
  /** Whether another process has let the request in, and counted it; throws when it only says so. */
  wasAdmitted?(request: Request): boolean;
  /** What the API document shows of its operations as examples; default: what schemas say. */
  readonly examples?: ZoneExamples;
  /**
   * The client address of a principal that nothing but the whole body proves: until then the body counts for that
   * address, among all such bodies. Default, and null: the credential came with the head of the request.
   */
  unprovenClientOf?(principal: unknown): string | null;
  /**
   * False: the credential of the request is none that anybody could find by guessing. It is looked at however often its
   * client has failed, and its failure is not counted. Default: it may be guessed.
   */
  isGuessable?(request: Request): boolean;
  /** Names whom the rate limit counts, whatever credential they use; default: the credential. */
  rateSubjectOf?(principal: unknown): string;
}

/** One form of failures: how a body is made, and the schema that the API document shows. */
export interface FailureShape {
  readonly schema: TSchema;
  body(failure: FailureFacts): object;
}

/** What there is to say about a failure. */
export interface FailureFacts {
  readonly status: number;
  readonly code: Code;
  readonly message: string;
  readonly details: Details | undefined;
  /** What was refused because these are nobody's. */
  readonly unknownNumbers?: readonly UnknownNumber[];
  /** The instance that there is none of, or whose name is taken. */
  readonly instanceName?: string;
}

export interface Dialect {
  readonly method?: string;
  /** A path equal to it or below it. */
  readonly path: string;
  /** Replaces codes on the wire; statuses stay. */
  readonly codes: Partial<Record<Code, Code>>;
}

/**
 * The path of a request URL without its query. For absolute URLs it is the very cut Elysia's router
 * makes; a URL that is a bare path (no usable Host header) is never routed.
 */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 'http://'.length);
  const end = url.indexOf('?', start + 1);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

const isUnder = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/** The path with escapes decoded and slashes collapsed, or null when an escape is malformed. */
export function plainPath(path: string): string | null {
  if (!path.includes('%') && !path.includes('//')) return path;
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return null;
  }
}

/**
 * The zone of a path, if any. Spellings that the router would not even match (escapes, doubled
 * slashes) count as what they spell, so that a disguise can only ask for more authentication.
 */
export function zoneOf(zones: readonly Zone[], path: string): Zone | undefined {
  const plain = plainPath(path) ?? path;
  const isDisguised = plain !== path;
  return zones.find(({ prefixes }) =>
    prefixes.some((prefix) => isUnder(path, prefix) || (isDisguised && isUnder(plain, prefix))),
  );
}

/** The code that failures of this path and method carry. */
export function wireCode(zone: Zone | undefined, method: string, path: string, code: Code): Code {
  const dialect = zone?.dialects?.find(
    (one) => isUnder(path, one.path) && (one.method === undefined || one.method === method),
  );
  return dialect?.codes[code] ?? code;
}
