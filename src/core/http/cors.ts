import { clientOf } from './client-address.ts';
import type { Zone } from './zone.ts';

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = [
  'apikey',
  'api_access_token',
  'api-access-token',
  'authorization',
  'content-type',
  'account-id',
  'idempotency-key',
  'if-match',
  'instanceid',
  'mcp-protocol-version',
  'prefer',
  'x-request-id',
].join(', ');
const EXPOSED_HEADERS = [
  'x-request-id',
  'etag',
  'idempotency-replayed',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'warning',
].join(', ');
const PREFLIGHT_SECONDS = '600';

type Headers = Record<string, string | number | string[]>;

/**
 * Puts the CORS headers of one request into `headers`. Returns whether it is a preflight, which must be answered at
 * once because browsers send no credential with it.
 */
type Cors = (request: Request, headers: Headers) => boolean;

/**
 * Creates the CORS of one list of origins. `origins` are as configured: `["*"]` allows any. Returns null for an empty
 * list, which allows no other origin.
 */
function createCors(origins: readonly string[]): Cors | null {
  if (origins.length === 0) return null;
  const allowsAny = origins.includes('*');
  const allowed = new Set(origins);
  return (request, headers) => {
    if (!allowsAny) headers.vary = 'origin';
    const origin = request.headers.get('origin');
    if (origin === null || !(allowsAny || allowed.has(origin))) return false;
    headers['access-control-allow-origin'] = allowsAny ? '*' : origin;
    headers['access-control-expose-headers'] = EXPOSED_HEADERS;
    const isPreflight =
      request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    if (!isPreflight) return false;
    headers['access-control-allow-methods'] = ALLOWED_METHODS;
    headers['access-control-allow-headers'] = ALLOWED_HEADERS;
    headers['access-control-max-age'] = PREFLIGHT_SECONDS;
    return true;
  };
}

/** Creates the CORS of every zone, which may name its own origins, and of paths outside all zones. */
export function createZoneCors(
  origins: readonly string[],
  zones: readonly Zone[],
): (zone: Zone | undefined) => Cors | null {
  const everywhere = createCors(origins);
  const own = new Map(
    zones.flatMap((zone) => (zone.corsOrigins ? [[zone, createCors(zone.corsOrigins)]] : [])),
  );
  return (zone) => (zone && own.get(zone)) ?? everywhere;
}

interface SafeHeaderOptions {
  /** Whether browsers reach the service only by https, according to the configuration. */
  readonly isPublicTls: boolean;
  /** Whether a proxy is trusted to say which protocol the client uses. */
  readonly hasTrustedProxy: boolean;
}

/** A year, in seconds. Other hosts of the domain are not concerned. */
const HSTS = 'max-age=31536000';

/**
 * Puts the headers of one answer into `headers`. `isPrivate` says that the path asks for a credential. Its answers may
 * not be cached, because any may hold a key, a ticket or a pairing code.
 */
export function createSafeHeaders({ isPublicTls, hasTrustedProxy }: SafeHeaderOptions) {
  return (request: Request, headers: Headers, isPrivate: boolean): void => {
    headers['x-content-type-options'] = 'nosniff';
    if (isPrivate) headers['cache-control'] = 'no-store';
    if (isPublicTls || (hasTrustedProxy && clientOf({ request }).isTls))
      headers['strict-transport-security'] = HSTS;
  };
}
