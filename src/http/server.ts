/**
 * The door of the service: one Elysia that every route is added to.
 * Owns: the order in which a request is admitted (id, CORS, credential, rate, path, scopes, body) and the form of
 * every failure. Must never: know a feature, or run a handler of a zone for a stranger.
 */
import { Elysia, NotFoundError } from 'elysia';
import { AppError, invalid } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import type { Log } from '../shared/log.ts';
import { createAuthFailureLimit } from './auth-failures.ts';
import { type BodyReaderOptions, createBodyReader, releaseBody } from './body-reader.ts';
import { createClientReader, keepClientReader } from './client-address.ts';
import { createCors } from './cors.ts';
import { docsPage } from './docs-page.ts';
import { createFailureLog, type OutageOf } from './failure-log.ts';
import { FAILURES, failureEnvelope } from './failures.ts';
import { hasUsableHost } from './host.ts';
import { createAnswerMapper } from './large-answer.ts';
import { apiDocument } from './openapi.ts';
import { admit, authorize, rateSubjectOf } from './principal.ts';
import { createRateLimit } from './rate-limit.ts';
import { REQUEST_ID_HEADER, takeRequestId } from './request-id.ts';
import { createTurnLimit } from './requests-per-turn.ts';
import { bodyUses, methodsOf, neededScopes } from './routes-of.ts';
import { createSafeHeaders } from './safe-headers.ts';
import { asAppError } from './thrown.ts';
import { everyMethod, hasUnknownMethod, noteMethod, shownMethod } from './unknown-method.ts';
import { pathOf, plainPath, spokenCode, type Zone, zoneOf } from './zone.ts';

export type { Dialect, Zone } from './zone.ts';

export interface ServerOptions extends BodyReaderOptions {
  readonly log: Log;
  readonly zones: readonly Zone[];
  /** Origins browsers may call from; `['*']` = any, empty = none. */
  readonly corsOrigins: readonly string[];
  /** Addresses and CIDR ranges of proxies, see `createClientReader`; default none. */
  readonly trustProxy?: readonly string[];
  /** Browsers reach the service by https alone; default false: a trusted proxy says so per request, or nobody. */
  readonly isPublicTls?: boolean;
  /** Failed authentications per client address and minute; 0 = no limit, the default. */
  readonly authFailuresPerMinute?: number;
  /** Requests per person or instance and minute; 0 = no limit. */
  readonly rateLimitPerMinute: number;
  /** Where limits that were reached are reported. */
  readonly limits?: Pick<LimitReport, 'reached'>;
  /** Default: no error says that anything is out of order. */
  readonly outageOf?: OutageOf;
  readonly version: string;
}

const UNREPORTED: Pick<LimitReport, 'reached'> = { reached() {} };

type Headers = Record<string, string | number | string[]>;

/** Handlers may wait longer than any receiver's 30 s; a silent connection is closed after this. */
const IDLE_SECONDS = 120;

/** What `listen` is to be given; the port is never shared with another process. */
export const listenOptions = (hostname: string, port: number) => ({
  hostname,
  port,
  reusePort: false,
});

/** The server without features; routes are added with `.use(…)`, then it listens. */
export function createServer(options: ServerOptions): Elysia {
  const app: Elysia = new Elysia({
    normalize: false,
    // One router for all: the native one cuts paths by other rules, and the zones must see what routing sees.
    systemRouter: false,
    handler: { standardHostname: false },
    // Sizes are judged in onParse, after authentication, so that the answer is ours.
    serve: {
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: IDLE_SECONDS,
      development: false,
      routes: everyMethod((request) => app.fetch(request)),
    },
  });
  const peerOf = (request: Request) => app.server?.requestIP(request)?.address ?? null;
  const hasPeer = (request: Request) => peerOf(request) !== null;
  const admission = createAdmission(options, peerOf);
  const answerFailure = createFailureAnswer(options, (path) => methodsOf(app, path));
  const mapAnswer = createAnswerMapper(options);
  const readBody = createBodyReader(options, bodyUses(app));
  const needed = neededScopes(app);
  // Elysia looks at the text of hooks: naming single fields keeps cookies and queries unparsed.
  app.onError({ as: 'global' }, ({ error, request, set }) => answerFailure(error, request, set));
  const nextTurn = createTurnLimit();
  app.onRequest(async ({ request, set }) => {
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
    authorize(request, needed(request.method, route));
  });
  app.mapResponse(
    { as: 'global' },
    // The cast: Elysia sends a text as it sends a Response, its type just does not say so.
    ({ request, responseValue, set }) => mapAnswer(request, responseValue, set) as Response,
  );
  app.use(docsPage(apiDocument(app, options.version)));
  return app;
}

/** Lets a request in, answers it at once (a preflight), or throws. */
function createAdmission(options: ServerOptions, peerOf: (request: Request) => string | null) {
  const { zones, log } = options;
  const clients = createClientReader({ trustProxy: options.trustProxy ?? [], peerOf });
  const cors = createCors(options.corsOrigins);
  const putSafeHeaders = createSafeHeaders({
    isPublicTls: options.isPublicTls ?? false,
    hasTrustedProxy: (options.trustProxy ?? []).length > 0,
  });
  const authenticate = createAuthentication(options);
  const countRequest = createRequestCount(options);
  return async (request: Request, headers: Headers): Promise<Response | undefined> => {
    headers[REQUEST_ID_HEADER] = takeRequestId(request);
    keepClientReader(request, clients);
    const path = pathOf(request.url);
    const zone = zoneOf(zones, path);
    putSafeHeaders(request, headers, zone !== undefined);
    if (cors?.(request, headers)) return new Response(null, { status: 204 });
    if (!hasUsableHost(request)) {
      log.debug('request refused: unusable Host header', { requestId: headers[REQUEST_ID_HEADER] });
      throw invalid('The Host header is missing, malformed or given twice');
    }
    if (zone) {
      admit(request, zone, await authenticate(zone, request));
      countRequest?.(request, headers);
    }
    // As for every other method that the path has no route for.
    if (hasUnknownMethod(request)) throw new NotFoundError();
    if (plainPath(path) === null) throw invalid('The path has a malformed percent escape');
    return undefined;
  };
}

/** Asks the request's zone, unless its client has failed too often. */
function createAuthentication(options: ServerOptions) {
  const { authFailuresPerMinute: perMinute = 0, clock, limits = UNREPORTED } = options;
  if (perMinute === 0) return (zone: Zone, request: Request) => zone.authenticate(request);
  const failures = createAuthFailureLimit({ perMinute, clock, limits });
  return (zone: Zone, request: Request) =>
    failures.watch(request, () => zone.authenticate(request));
}

/** Counts an admitted request against its person's or instance's limit; null when there is none. */
function createRequestCount(options: ServerOptions) {
  const { rateLimitPerMinute: perMinute, clock, limits = UNREPORTED } = options;
  if (perMinute === 0) return null;
  const rate = createRateLimit(perMinute, clock);
  return (request: Request, headers: Headers): void => {
    const { isExceeded, remaining, resetSeconds } = rate.count(rateSubjectOf({ request }));
    headers['ratelimit-limit'] = String(perMinute);
    headers['ratelimit-remaining'] = String(remaining);
    headers['ratelimit-reset'] = String(resetSeconds);
    if (!isExceeded) return;
    limits.reached('requests');
    throw new AppError('rate_limited', `More than ${perMinute} requests in a minute`, {
      headers: { 'retry-after': String(resetSeconds) },
    });
  };
}

function createFailureAnswer(options: ServerOptions, methodsAt: (path: string) => string[]) {
  const { log, clock, zones, outageOf = () => null } = options;
  const logFailure = createFailureLog({ log, clock, outageOf });
  return (
    thrown: unknown,
    request: Request,
    set: { headers: Headers; status?: number | string },
  ) => {
    releaseBody(request);
    const method = shownMethod(request);
    const path = pathOf(request.url);
    const zone = zoneOf(zones, path);
    const error = asAppError(thrown, zone, () => methodsAt(path));
    logFailure(error, { requestId: set.headers[REQUEST_ID_HEADER], method, path });
    const { status, code } = FAILURES[error.reason];
    set.status = status;
    Object.assign(set.headers, error.headers);
    set.headers['content-type'] = 'application/json';
    const spoken = spokenCode(zone, method, path, code);
    const { message, details } = error;
    return failureEnvelope(clock.now(), { code: spoken, message, details }, { path, method });
  };
}
