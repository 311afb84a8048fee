/** Decides who calls the gateway zone, and which instance they may use. */

import { clientOf } from '../../core/http/client-address.ts';
import { principalOf } from '../../core/http/principal.ts';
import { pathOf, type Zone } from '../../core/http/zone.ts';
import {
  type InstanceDirectory,
  type InstanceRecord,
  isInstanceName,
} from '../../core/instances/directory.ts';
import type { KeyCopies } from '../../core/instances/key-copies.ts';
import { isExpired, keyByHash, keyById, keyIdOf } from '../../core/instances/keys.ts';
import {
  isPortalCredential,
  type PortalLinks,
  REQUESTS_PER_LINK,
} from '../../core/instances/portal-links.ts';
import {
  forKeys,
  type PortalScope,
  portalRefusal,
  refusalOf,
  type Scope,
} from '../../core/instances/scopes.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { isSameDigest, sha256 } from '../../core/shared/crypto.ts';
import {
  type AppError,
  failure,
  invalidFields,
  unknownInstance,
} from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import type { RefusalReason, RefusedLogins } from './audit/refused-logins.ts';

/** `keyId` tells apart the keys that one holder has, in records of who did what. */
export type GatewayPrincipal =
  | { readonly kind: 'global'; readonly keyId: string }
  | {
      readonly kind: 'instance';
      readonly instanceId: string;
      readonly keyId: string;
      readonly scopes: readonly Scope[];
    }
  | {
      /** A customer's page, opened by a link. */
      readonly kind: 'portal';
      readonly instanceId: string;
      readonly linkId: string;
      readonly keyId: string;
      readonly scopes: readonly PortalScope[];
    };

/** Returns a text for each key's holder, for counting what they use; never the key. */
export function holderOf(principal: GatewayPrincipal): string {
  if (principal.kind === 'portal') return `portal:${principal.linkId}`;
  return principal.kind === 'global' ? 'global' : principal.instanceId;
}

interface GuardDeps {
  /** First parts of its paths, such as `/instance`: all below one of them needs a key, known or not. */
  readonly prefixes: readonly string[];
  /** SHA-256 of each global key, lower-case hex. */
  readonly globalKeyHashes: readonly string[];
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  /** The holder of a one-time `?ticket=` of a WebSocket upgrade, or null; without it tickets are not known. */
  readonly redeemTicket?: (ticket: string) => Promise<GatewayPrincipal | null>;
  /** Finds customers' pages by their credentials; absent, no page is admitted. */
  readonly portalLinks?: Pick<PortalLinks, 'byCredential'>;
  /** Lets other nodes answer for the instances that they have. */
  readonly forwarding?: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null;
  /** Resolves when this node knows all keys that other nodes have made; absent, there are no other nodes. */
  readonly catchUp?: (() => Promise<void>) | undefined;
  /** Called with every refusal; by default none is recorded. */
  readonly refusedLogins?: Pick<RefusedLogins, 'refused'>;
  /** Keeps keys of instances that requests were admitted by, for deployments that show them. */
  readonly keyCopies?: Pick<KeyCopies, 'learn'>;
  /** Words failures on paths that have a form of their own; without it none has. */
  readonly failureBody?: Zone['failureBody'];
  /** Says what to do about failures; by default nothing. */
  readonly hintOf?: Zone['hintOf'];
  /** The form of all other failures; default: the envelope. */
  readonly failureShape?: Zone['failureShape'];
}

/** The zone of every path under `apikey`; its principal is a GatewayPrincipal. */
export function gatewayZone(deps: GuardDeps): Zone {
  const globalKeys = deps.globalKeyHashes.map((hash) => ({ hash, id: keyIdOf(hash) }));
  const known = { ...deps, globalKeys };
  return {
    prefixes: deps.prefixes,
    ...deps.forwarding,
    ...(deps.failureBody && { failureBody: deps.failureBody }),
    ...(deps.hintOf && { hintOf: deps.hintOf }),
    ...(deps.failureShape && { failureShape: deps.failureShape }),
    authenticate: (request) => authenticate(known, request),
    credential: {
      headers: ['apikey'],
      source:
        'send a key in apikey: the global key is GLOBAL_API_KEY, or globalApiKey in secrets.json of the data folder; the key of an instance was answered when it was created',
      otherZoneHint:
        'a key of the gateway (apikey) opens no path below /api/v1: send an access token in api_access_token',
      isKnown: (text) => isKey(known, sha256(text)),
    },
    // The zone's own principal, see above. A key and the one that replaces it count as one.
    credentialOf: (principal) => holderOf(principal as GatewayPrincipal),
    authorize: (principal, needed) => requireScopes(principal as GatewayPrincipal, needed),
    requestsPerMinute: (principal) =>
      (principal as GatewayPrincipal).kind === 'portal' ? REQUESTS_PER_LINK : null,
    isConfined: (principal) => (principal as GatewayPrincipal).kind === 'portal',
  };
}

type LoginRefusal =
  | 'apikey_missing'
  | 'apikey_invalid'
  | 'apikey_expired'
  | 'customer_page_ended'
  | 'ticket_invalid';

interface AuthenticationDeps extends GuardDeps {
  readonly globalKeys: readonly { readonly hash: string; readonly id: string }[];
}

function authenticate(
  deps: AuthenticationDeps,
  request: Request,
): GatewayPrincipal | Promise<GatewayPrincipal> {
  const refused = (reason: RefusalReason, reasonCode: LoginRefusal) => {
    deps.refusedLogins?.refused(clientOf({ request }).subscriber, reason);
    return failure(reasonCode);
  };
  const ticket = ticketIn(request);
  if (ticket !== null) return byTicket(deps, ticket, () => refused('ticket', 'ticket_invalid'));
  const key = request.headers.get('apikey') ?? socketKey(request) ?? scraperKey(request);
  if (!key) throw refused('missing', 'apikey_missing');
  if (isPortalCredential(key)) return byPortal(deps, key, refused);
  const hash = sha256(key);
  // Compared with each, so that the time tells nothing of which it was.
  const [global] = deps.globalKeys.filter((one) => isSameDigest(hash, one.hash));
  if (global) return { kind: 'global', keyId: global.id };
  if (deps.catchUp === undefined || deps.directory.byKeyHash(hash) !== null)
    return byKey(deps, key, hash, refused);
  // Another node may have made it just now.
  return deps.catchUp().then(() => byKey(deps, key, hash, refused));
}

const isKey = ({ globalKeys, directory }: AuthenticationDeps, hash: string): boolean =>
  globalKeys.some((one) => isSameDigest(hash, one.hash)) || directory.byKeyHash(hash) !== null;

function byKey(
  { directory, clock, keyCopies }: Pick<GuardDeps, 'directory' | 'clock' | 'keyCopies'>,
  key: string,
  hash: string,
  refused: (reason: RefusalReason, reasonCode: LoginRefusal) => AppError,
): GatewayPrincipal {
  const owner = directory.byKeyHash(hash);
  const found = owner && keyByHash(owner, hash);
  if (!owner || !found) throw refused('key', 'apikey_invalid');
  if (isExpired(found, clock.now())) throw refused('key', 'apikey_expired');
  keyCopies?.learn(owner, key, hash);
  const { id: instanceId } = owner;
  return { kind: 'instance', instanceId, keyId: found.id, scopes: found.scopes };
}

async function byPortal(
  { portalLinks, directory, catchUp }: GuardDeps,
  credential: string,
  refused: (reason: RefusalReason, reasonCode: LoginRefusal) => AppError,
): Promise<GatewayPrincipal> {
  const link = (await portalLinks?.byCredential(credential)) ?? null;
  if (link === null) throw refused('key', 'customer_page_ended');
  const { id: linkId, instanceId, scopes } = link;
  // Another node may have made the instance just now.
  if (directory.byId(instanceId) === null) await catchUp?.();
  return { kind: 'portal', instanceId, linkId, keyId: keyIdOf(sha256(credential)), scopes };
}

async function byTicket(
  deps: GuardDeps,
  ticket: string,
  refused: () => AppError,
): Promise<GatewayPrincipal> {
  const holder = (await deps.redeemTicket?.(ticket)) ?? null;
  if (holder && keyLastsMs(deps, holder) > 0) return holder;
  throw refused();
}

/**
 * Returns for how many ms the key of a principal that was admitted before will be admitted: Infinity if it does not end,
 * and 0 if it has ended.
 */
export function keyLastsMs(
  { directory, clock }: Pick<GuardDeps, 'directory' | 'clock'>,
  principal: GatewayPrincipal,
): number {
  if (principal.kind === 'global') return Infinity;
  // Tickets and feeds are not for customers' pages.
  if (principal.kind === 'portal') return 0;
  const owner = directory.byId(principal.instanceId);
  const key = owner && keyById(owner, principal.keyId);
  if (key === null) return 0;
  return key.expiresAt === null ? Infinity : Math.max(0, key.expiresAt - clock.now());
}

/** Browsers cannot set headers on an upgrade: there, and only there, a key may be a subprotocol or a ticket. */
const isSocketUpgrade = ({ method, url }: Request): boolean =>
  method === 'GET' && pathOf(url) === '/ws';

function ticketIn(request: Request): string | null {
  if (request.headers.has('apikey') || !isSocketUpgrade(request)) return null;
  return new URLSearchParams(request.url.split('?')[1]).get('ticket');
}

function socketKey(request: Request): string | null {
  const offered = request.headers.get('sec-websocket-protocol');
  if (!offered || !isSocketUpgrade(request)) return null;
  const protocols = offered.split(',').map((protocol) => protocol.trim());
  return protocols.find((protocol) => protocol.startsWith('apikey.'))?.slice(7) ?? null;
}

/** The Prometheus operator, and Prometheus before version 3, can send a key only so. */
const scraperKey = ({ url, headers }: Request): string | null =>
  (pathOf(url) === '/metrics' && headers.get('authorization')?.replace(/^Bearer\s+/i, '')) || null;

/** Returns the key of an instance in clear if it admitted the request, or null if the global key did. */
export function instanceKeyIn(context: { readonly request: Request }): string | null {
  const { kind } = principalOf<GatewayPrincipal>(context);
  return kind === 'instance' ? context.request.headers.get('apikey') : null;
}

/** 403 naming the scope that an instance key or a customer's page lacks. */
export function requireScopes(principal: GatewayPrincipal, needed: readonly string[]): void {
  if (principal.kind === 'global') return;
  const refusal =
    principal.kind === 'portal'
      ? portalRefusal(principal.scopes, needed)
      : refusalOf(principal.scopes, forKeys(needed));
  if (refusal !== null) throw refusal;
}

/** 403 when the request was admitted by an instance's key: for parts of an operation that concern every instance. */
export function requireGlobalKey(context: object): void {
  requireScopes(principalOf<GatewayPrincipal>(context), []);
}

/** `own` is the instance of the key. */
export const anotherInstance = (own: InstanceRecord | null): AppError =>
  failure('key_of_another_instance', {}, own ? { hint: `it opens ${own.name} alone` } : {});

/** 403 when an instance key is used on another instance's path, whether that instance exists or not. */
function requireOwn(context: object, directory: InstanceDirectory, name: string): void {
  const principal = principalOf<GatewayPrincipal>(context);
  if (principal.kind === 'global' || directory.byName(name)?.id === principal.instanceId) return;
  throw anotherInstance(directory.byId(principal.instanceId));
}

/** The instance a path names: 403 another instance's key, 400 a name no instance can have, 404 unknown. */
export function instanceFor(
  context: object,
  directory: InstanceDirectory,
  name: string,
): InstanceRecord {
  requireOwn(context, directory, name);
  if (!isInstanceName(name))
    throw invalidFields([{ field: 'instanceName', ...problem('not_instance_name') }]);
  const found = directory.byName(name);
  if (!found) throw unknownInstance(name);
  return found;
}

/**
 * Returns the instance that a query names, or else the key's own. Returns null for all instances, which only the global
 * key may read. Throws what `instanceFor` throws.
 */
export function instanceOrAll(
  context: object,
  directory: InstanceDirectory,
  name: string | undefined,
): InstanceRecord | null {
  if (name !== undefined) return instanceFor(context, directory, name);
  const principal = principalOf<GatewayPrincipal>(context);
  if (principal.kind === 'global') return null;
  const own = directory.byId(principal.instanceId);
  if (own) return own;
  throw failure('instance_of_key_deleted');
}

/** The instances that a caller may see in lists. */
export function visibleInstances(
  principal: GatewayPrincipal,
  directory: InstanceDirectory,
): readonly InstanceRecord[] {
  if (principal.kind === 'global') return directory.all();
  const own = directory.byId(principal.instanceId);
  return own === null ? [] : [own];
}
