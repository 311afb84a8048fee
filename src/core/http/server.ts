/** The HTTP server: one Elysia with all routes. */
import { type AnyElysia, Elysia, NotFoundError } from 'elysia';
import { failure } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import type { Log } from '../shared/log.ts';
import { createAuthFailureLimit } from './auth-failures.ts';
import { type BodyReaderOptions, createBodyReader } from './body-reader.ts';
import { attachClientReader, createClientReader } from './client-address.ts';
import { createSafeHeaders, createZoneCors } from './cors.ts';
import {
  bodySchemas,
  bodyUses,
  documentRoutes,
  forbidUnlistedFields,
  formShapes,
  methodsOf,
  neededScopes,
} from './document-routes.ts';
import { createFailureAnswers, type FailureOptions } from './failure-answers.ts';
import { fieldHints } from './field-hints.ts';
import { innerCallOf } from './inner-call.ts';
import { createAnswerMapper } from './large-answer.ts';
import { nearestPaths, withOneSlash } from './nearest-path.ts';
import { apiDocument } from './openapi.ts';
import type { DocumentedEvent } from './openapi-responses.ts';
import {
  type Authenticate,
  admit,
  authorize,
  ownRequestsOf,
  rateSubjectOf,
  withCredentialHints,
} from './principal.ts';
import { countRequest, createMinuteCounts, type SharedCounts } from './rate-limit.ts';
import { noteRoute, REQUEST_ID_HEADER, type RequestWatch, takeRequestId } from './request-watch.ts';
import { createTurnLimit } from './requests-per-turn.ts';
import { pathOf, plainPath, type Zone, zoneOf } from './zone.ts';

export type { Zone } from './zone.ts';

interface ServerOptions extends BodyReaderOptions, FailureOptions {
  readonly log: Log;
  readonly zones: readonly Zone[];
  /** Origins that browsers may call from. `['*']` allows any origin, an empty list allows no other origin. */
  readonly corsOrigins: readonly string[];
  /** Addresses and CIDR ranges of proxies, see `createClientReader`; none by default. */
  readonly trustProxy?: readonly string[];
  /** Whether browsers reach the service only by https. By default a trusted proxy says so per request. */
  readonly isPublicTls?: boolean;
  /** Failed authentications per client address and minute; 0, the default, means no limit. */
  readonly authFailuresPerMinute?: number;
  /** Requests per person or instance and minute; 0 means no limit. */
  readonly rateLimitPerMinute: number;
  /** Counts requests and failed authentications for all processes together; absent when this process is the only one. */
  readonly sharedCounts?: SharedCounts | null;
  /** Reports limits that were reached. */
  readonly limits?: Pick<LimitReport, 'reached'>;
  readonly version: string;
  /** Where browsers reach the service; by default links are paths. */
  readonly publicUrl?: string | null;
  /** Descriptions of the groups of operations, for the API document. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Events that are delivered by webhook, for the API document. */
  readonly events?: () => readonly DocumentedEvent[];
}

const UNREPORTED: Pick<LimitReport, 'reached'> = { reached() {} };

type Headers = Record<string, string | number | string[]>;

/** A silent connection is closed after this. Handlers may wait longer than the 30 s of any receiver. */
const IDLE_SECONDS = 120;

interface ListenOptions<Opening> {
  readonly hostname: string;
  /** 0 takes a free port, which `app.server` then has. A port is never shared with another process. */
  readonly port: number;
  /** By default messages of sockets are ignored. */
  readonly websocket?: Bun.WebSocketHandler<Opening>;
  /** Every request passes it; by default they are not watched. */
  readonly watch?: RequestWatch;
  /** Every request passes it before anything else; may give it another URL. By default none gets one. */
  readonly move?: (request: Request) => Request;
}

/**
 * Serves requests from now on; every route must be in place. Throws when the port is taken. Elysia's own `listen`
 * composes the handler three times and keeps a stopped server in memory until the process ends.
 */
export function listen<Opening>(app: AnyElysia, options: ListenOptions<Opening>): void {
  forbidUnlistedFields(app.routes);
  app.compile();
  const { hostname, port, websocket = { message() {} }, watch, move } = options;
  const answer = (request: Request) => app.fetch(request);
  const handle = (request: Request) => {
    const plain = withOneSlash(request);
    const moved = move ? move(plain) : plain;
    return watch ? watch(moved, answer) : answer(moved);
  };
  app.server = Bun.serve({
    hostname,
    port,
    websocket,
    reusePort: false,
    // Sizes are checked in onParse, after authentication, so that the answer has our form.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: IDLE_SECONDS,
    development: false,
    routes: everyMethod(handle),
    fetch: handle,
  });
}

/** Returns the server without features; add routes with `.use(…)`, then listen. */
export function createServer(options: ServerOptions): Elysia {
  const app: Elysia = new Elysia({
    normalize: false,
    // There is one router: the native one cuts paths by other rules, and the zones must see what routing sees.
    systemRouter: false,
    handler: { standardHostname: false },
  });
  const peerOf = (request: Request) => app.server?.requestIP(request)?.address ?? null;
  const hasPeer = (request: Request) => peerOf(request) !== null;
  const admission = createAdmission(options, peerOf);
  const methodsAt = (path: string) => methodsOf(app, path);
  const nearestTo = nearestPaths(app);
  const schemaOf = bodySchemas(app);
  const asked = { methodsAt, nearestTo, fieldHintOf: fieldHints(schemaOf), shownMethod };
  const failures = createFailureAnswers({ ...options, ...asked });
  const mapAnswer = createAnswerMapper(options);
  const readBody = createBodyReader(options, bodyUses(app), formShapes(app), schemaOf);
  const needed = neededScopes(app);
  // Elysia reads the source of hooks: naming single fields keeps cookies and queries unparsed.
  app.onError(
    { as: 'global' },
    ({ error, request, set }) =>
      innerCallOf(request)?.recordFailure(error, set, () =>
        failures.factsOf(error, request, set),
      ) ?? failures.answer(error, request, set),
  );
  const nextTurn = createTurnLimit();
  app.onRequest(async ({ request, set }) => {
    const call = innerCallOf(request);
    if (call) {
      set.headers[REQUEST_ID_HEADER] = call.requestId;
      return undefined;
    }
    noteMethod(request, hasPeer);
    const turn = nextTurn();
    if (turn !== null) await turn;
    return await admission(request, set.headers);
  });
  app.onParse({ as: 'global' }, async ({ request, route, params }) => {
    authorize(request, needed(request.method, route));
    return await readBody({ request, route, params: params ?? {} });
  });
  // Not every request is parsed.
  app.onTransform({ as: 'global' }, ({ request, route }) => {
    noteRoute(request, route);
    authorize(request, needed(request.method, route));
  });
  app.mapResponse(
    { as: 'global' },
    // The cast is safe: Elysia sends a text like a Response, although its type does not say so.
    ({ request, responseValue, set }) =>
      innerCallOf(request)?.recordAnswer(responseValue, set) ??
      (mapAnswer(request, responseValue, set) as Response),
  );
  app.use(documentRoutes(apiDocument(app, options), options.publicUrl));
  return app;
}

/** Admits a request, answers it at once (a preflight), or throws. */
function createAdmission(options: ServerOptions, peerOf: (request: Request) => string | null) {
  const { zones, log } = options;
  const clients = createClientReader({ trustProxy: options.trustProxy ?? [], peerOf });
  const corsOf = createZoneCors(options.corsOrigins, zones);
  const putSafeHeaders = createSafeHeaders({
    isPublicTls: options.isPublicTls ?? false,
    hasTrustedProxy: (options.trustProxy ?? []).length > 0,
  });
  const authenticate = withCredentialHints(createAuthentication(options), zones);
  const requireRate = createRequestCount(options);
  return async (request: Request, headers: Headers): Promise<Response | undefined> => {
    const requestId = takeRequestId(request);
    headers[REQUEST_ID_HEADER] = requestId;
    attachClientReader(request, clients);
    const path = pathOf(request.url);
    const zone = zoneOf(zones, path);
    putSafeHeaders(request, headers, zone !== undefined);
    if (corsOf(zone)?.(request, headers)) return new Response(null, { status: 204 });
    if (!hasUsableHost(request)) {
      log.debug('request refused: unusable Host header', { requestId: headers[REQUEST_ID_HEADER] });
      throw failure('host_malformed');
    }
    if (zone) {
      const isAlreadyAuthenticated = zone.isAlreadyAuthenticated?.(request) ?? false;
      admit(request, zone, await authenticate(zone, request));
      if (!isAlreadyAuthenticated) requireRate(request, headers);
    }
    // Any other method without a route has the same answer.
    if (hasUnknownMethod(request)) throw new NotFoundError();
    if (plainPath(path) === null) throw failure('path_malformed');
    return (await zone?.forwardToOwner?.(request, requestId)) ?? undefined;
  };
}

/** Asks the request's zone, unless its client has failed too often. */
function createAuthentication(options: ServerOptions): Authenticate {
  const { authFailuresPerMinute: perMinute = 0, clock, limits = UNREPORTED } = options;
  if (perMinute === 0) return (zone: Zone, request: Request) => zone.authenticate(request);
  const counts = options.sharedCounts?.of('authentication failures') ?? null;
  const failures = createAuthFailureLimit({ perMinute, clock, limits, counts });
  return (zone: Zone, request: Request) =>
    zone.isGuessable?.(request) === false
      ? zone.authenticate(request)
      : failures.watch(request, () => zone.authenticate(request));
}

/** Counts an admitted request for its person or instance, if that has a limit. */
function createRequestCount(options: ServerOptions) {
  const { rateLimitPerMinute, clock, limits = UNREPORTED } = options;
  const counts = options.sharedCounts?.of('requests') ?? createMinuteCounts(clock);
  return (request: Request, headers: Headers): void => {
    const own = ownRequestsOf({ request });
    const perMinute = Math.min(rateLimitPerMinute || Infinity, own);
    if (perMinute === Infinity) return;
    const subject = rateSubjectOf({ request });
    const { isExceeded, remaining, resetSeconds } = countRequest(counts, subject, perMinute);
    headers['ratelimit-limit'] = String(perMinute);
    headers['ratelimit-remaining'] = String(remaining);
    headers['ratelimit-reset'] = String(resetSeconds);
    if (!isExceeded) return;
    if (perMinute === own) limits.reached('portal_requests', { holder: subject });
    else limits.reached('requests');
    const wait = { 'retry-after': String(resetSeconds) };
    throw failure('too_many_requests', { max: perMinute }, { headers: wait });
  };
}

/** A name, an IPv4 address or an IPv6 address in brackets, with a port. Two headers arrive joined by a comma. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** The last usable header with its origin, because most requests name the same host. */
let last: { readonly host: string; readonly origin: string } | null = null;

/** Returns false when Host is missing, sent twice or malformed. A request made without a socket has no Host. */
function hasUsableHost(request: Request): boolean {
  const host = request.headers.get('host');
  if (last !== null && host === last.host && request.url.startsWith(last.origin)) return true;
  if (host !== null && !HOST.test(host)) return false;
  // Without a usable Host the URL is a bare path, which no parser accepts.
  if (!URL.canParse(request.url)) return false;
  if (host !== null) last = { host, origin: `http://${host}/` };
  return true;
}

/** The methods that routes may have. */
const ROUTABLE = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Replaces a method name that is not shown. */
const UNKNOWN = 'UNKNOWN';

type Handle = (request: Request) => Response | Promise<Response>;

/** The GET that Bun is handing over now. */
let routed: Request | undefined;
const unknown = new WeakSet<Request>();

/**
 * The `routes` of Bun.serve, whose `fetch` must be `handle` too. The second route is switched off for every method, so
 * that Bun hands any other method to `fetch`, where it looks like a GET. The first route tells which requests really
 * are.
 */
const everyMethod = (handle: Handle) => ({
  '/**': Object.fromEntries(
    ROUTABLE.map((method) => [method, method === 'GET' ? markedBy(handle) : handle]),
  ),
  '/*': false as const,
});

const markedBy =
  (handle: Handle): Handle =>
  (request) => {
    routed = request;
    return handle(request);
  };

/** Must be called first, before anything is awaited. `hasPeer` says whether the request came by a connection. */
function noteMethod(request: Request, hasPeer: (request: Request) => boolean): void {
  if (request.method === 'GET' && request !== routed && hasPeer(request)) unknown.add(request);
}

/** Tells whether the method has no name and only looks like GET. For requests passed to `noteMethod`. */
const hasUnknownMethod = (request: Request): boolean => unknown.has(request);

/** Returns the method as failures and the log show it. */
const shownMethod = (request: Request): string =>
  hasUnknownMethod(request) ? UNKNOWN : request.method;
