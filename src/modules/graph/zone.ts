/** Admits callers of the paths of Meta's Graph API by a key of the gateway, which they send as their access token. */

import { PHONE_NUMBER_ID } from '../../core/http/example-values.ts';
import type { StreamOf } from '../../core/http/forwarding.ts';
import { withUrl } from '../../core/http/inner-call.ts';
import type { ZoneExamples } from '../../core/http/openapi-examples.ts';
import { principalOf } from '../../core/http/principal.ts';
import { pathOf, type Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory, InstanceRecord } from '../../core/instances/directory.ts';
import { AppError } from '../../core/shared/errors.ts';
import { GRAPH_PATH } from '../../core/webhooks/format/meta-errors.ts';
import { type GatewayPrincipal, withOtherNames } from '../gateway/api.ts';
import { graphError, graphStatus } from './errors.ts';

const TOKEN = 'access_token';
/** The header by which the gateway admits, and by which other nodes are asked. */
export const KEY = 'apikey';

/** A caller of a number that no instance has: only Meta can tell whether the token is right. */
interface PassedCaller {
  readonly kind: 'passed';
  /** The client address. */
  readonly client: string;
}

export interface PassThrough {
  /** Resolves with the caller, or null if the request is for this service. Throws `forbidden` for a key of its own. */
  callerOf(request: Request, token: string): Promise<PassedCaller | null>;
  /** Resolves with Meta's answer. Throws `rate_limited`, `too_large`, `unavailable` and `upstream`. */
  forward(request: Request, requestId: string): Promise<Response>;
}

interface GraphZoneDeps {
  readonly gateway: Zone;
  /** Null if nothing is passed on to Meta. */
  readonly passThrough: PassThrough | null;
  /** Lets other nodes answer for the instances that they have. */
  readonly forwarding: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null;
}

const isPassed = (principal: unknown): principal is PassedCaller =>
  (principal as GatewayPrincipal | PassedCaller).kind === 'passed';

/** Its principal is a GatewayPrincipal, or a PassedCaller whose requests Meta answers. */
export const graphZone = ({ gateway, passThrough, forwarding }: GraphZoneDeps): Zone => ({
  ...gateway,
  ...forwarding,
  ...(passThrough && passing(gateway, passThrough, forwarding)),
  prefixes: [GRAPH_PATH],
  examples: GRAPH_EXAMPLES,
  credential: {
    headers: ['authorization'],
    source:
      'send a key of the instance as a bearer token in authorization, or as access_token in the query',
  },
  failureBody: graphError,
  failureStatus: graphStatus,
  async authenticate(request) {
    const token = tokenIn(request);
    // Only a bearer token or `access_token` counts, as at Meta: a key in the header `apikey` is ignored.
    request.headers.delete(KEY);
    const passed = token === null ? null : await passThrough?.callerOf(request, token);
    if (passed) return passed;
    if (token !== null) request.headers.set(KEY, token);
    try {
      return await gateway.authenticate(request);
    } catch (error) {
      throw withOtherNames(error, TOKEN_NAMES);
    }
  },
});

/** Requests that are passed on count for the client address, and Meta answers them. */
const passing = (
  gateway: Zone,
  passThrough: PassThrough,
  elsewhere: GraphZoneDeps['forwarding'],
): Pick<Zone, 'credentialOf' | 'authorize' | 'forwardToOwner'> => ({
  credentialOf: (principal) =>
    isPassed(principal)
      ? `passed on to Meta from ${principal.client}`
      : (gateway.credentialOf?.(principal) ?? JSON.stringify(principal)),
  authorize(principal, needed) {
    if (isPassed(principal)) throw new AppError('forbidden', 'only Meta answers this request');
    gateway.authorize?.(principal, needed);
  },
  forwardToOwner: async (request, requestId, body) =>
    isPassed(principalOf({ request }))
      ? passThrough.forward(request, requestId)
      : ((await elsewhere?.forwardToOwner?.(request, requestId, body)) ?? null),
});

const MISSING_PROBLEM = 'the access token is missing';
const INVALID_PROBLEM = 'the access token is not valid';
const EXPIRED_PROBLEM = 'the access token has expired';
/** Words about keys in failures of the gateway, and the words for a token. */
const TOKEN_NAMES = {
  'the header apikey is missing': MISSING_PROBLEM,
  'the apikey is not valid': INVALID_PROBLEM,
  'the apikey has expired': EXPIRED_PROBLEM,
};

/** Returns the access token, or null. One in the query is moved out of the URL, so that nothing logs or passes it on. */
function tokenIn(request: Request): string | null {
  const inHeader = /^(?:Bearer|OAuth) +(\S+)$/i.exec(request.headers.get('authorization') ?? '');
  const start = request.url.indexOf('?');
  if (start === -1 || !request.url.includes(TOKEN, start)) return inHeader?.[1] ?? null;
  const query = new URLSearchParams(request.url.slice(start));
  const token = query.get(TOKEN);
  query.delete(TOKEN);
  const rest = query.size > 0 ? `?${query}` : '';
  withUrl(request, request.url.slice(0, start) + rest);
  if (inHeader) return inHeader[1] ?? null;
  // Another node checks it again.
  if (token !== null && token !== '') request.headers.set('authorization', `Bearer ${token}`);
  return token || null;
}

const startOf = (path: string, url: string): number =>
  url.indexOf(path, url.startsWith('/') ? 0 : 'http://'.length);

/** An id of Meta or of a file; a text that looks like a version does not match. */
const WITHOUT_VERSION = /^\/graph\/(?!v\d)(?:\d{6,}|[\w-]{8,})(?:\/|$)/;
/** The version of a request that names none, which Meta takes too. */
export const NO_VERSION = 'v0.0';

/** Gives a version to a request below the prefix that begins with an id, as some clients write them. */
export function withVersion(request: Request): Request {
  const { url } = request;
  const path = pathOf(url);
  if (!WITHOUT_VERSION.test(path)) return request;
  const end = startOf(path, url) + GRAPH_PATH.length;
  return withUrl(request, `${url.slice(0, end)}/${NO_VERSION}${url.slice(end)}`);
}

const AT_ROOT = /^\/v\d+\.\d+(?:\/|$)/;

/** Moves a request whose path begins with a version below the prefix of these paths. */
export function withGraphPrefix(request: Request): Request {
  const { url } = request;
  const path = pathOf(url);
  if (!AT_ROOT.test(path)) return request;
  const start = startOf(path, url);
  return withUrl(request, `${url.slice(0, start)}${GRAPH_PATH}${url.slice(start)}`);
}

interface GraphInstanceDeps {
  readonly directory: InstanceDirectory;
  readonly catchUp: () => Promise<void>;
  /** Finds the instance of an operation that a path here asks. */
  readonly ofGateway: StreamOf;
}

/**
 * Returns the instance of the key, or with the global key that of the id in the path. Returns null if any node may
 * answer.
 */
export const graphInstance =
  ({ directory, catchUp, ofGateway }: GraphInstanceDeps): StreamOf =>
  async (request) => {
    const path = pathOf(request.url);
    if (!path.startsWith(`${GRAPH_PATH}/`)) return ofGateway(request);
    const principal = principalOf<GatewayPrincipal>({ request });
    if (principal.kind !== 'global') return principal.instanceId;
    const [, , , id = ''] = path.split('/');
    const number = new URL(request.url).searchParams.get('phone_number_id') ?? '';
    const found = () =>
      (instanceById(directory, id) ?? directory.byPhoneNumberId(number))?.id ?? null;
    if (found() === null) await catchUp();
    return found();
  };

/** The instance with a phone number id or, of an account, the first one that is connected, else the first one. */
export function instanceById(directory: InstanceDirectory, id: string): InstanceRecord | null {
  const ofAccount = directory.byWabaId(id);
  const connected = ofAccount.find(({ state }) => state === 'open');
  return directory.byPhoneNumberId(id) ?? connected ?? ofAccount[0] ?? null;
}

// The examples of the paths of the Graph API.

const GRAPH_EXAMPLES: ZoneExamples = {
  fields: {
    version: 'v25.0',
    id: PHONE_NUMBER_ID,
    display_phone_number: '+5511999990000',
    verified_name: 'Shop',
    quality_rating: 'GREEN',
  },
  records: {
    GraphFailure: {
      error: {
        message: '(#131026) Message undeliverable',
        type: 'OAuthException',
        code: 131026,
        error_data: { messaging_product: 'whatsapp', details: 'the number is not on WhatsApp' },
        fbtrace_id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
      },
    },
  },
};
