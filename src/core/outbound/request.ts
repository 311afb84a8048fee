/** Makes requests to checked addresses, verifying the certificate of the name, and manages their connections. */

import type { Problem, UrlTarget } from './contract.ts';
import { type FoundAddress, type GoodAddresses, triedInWords } from './dialling.ts';
import { failure, failureReason, isOwnFault, isUnreached } from './failure-reason.ts';
import { literalOf, type NetworkGuard } from './network-guard.ts';

/** Returns the problem, or `reason` in its place when a request was ended early: with the addresses that were tried. */
export function problemOrReason({ problem, tried }: Problem, reason: string | null): string {
  if (reason === null) return problem;
  return tried === undefined ? reason : `${reason}; ${tried}`;
}

export interface RequestOptions {
  readonly guard: NetworkGuard;
  /** Remembers which address accepts connections, of hosts with several. */
  readonly addresses: GoodAddresses;
  /** Certificate authorities (PEM) that are trusted instead of the built-in ones. */
  readonly authorities?: string;
}

export function urlTarget(address: string, guard: NetworkGuard): UrlTarget | Problem {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { problem: failure('network_error', 'the address is not an http or https URL') };
  const refusal = guard.refusesLiteral(url);
  if (refusal !== null) return { problem: failure('forbidden_network', refusal) };
  const credentials = `${url.username}:${url.password}@`.replace(/^:@$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const before = `${url.protocol}//${credentials}`;
  const after = `${port}${url.pathname}${url.search}`;
  return {
    url,
    href: url.href,
    origin: url.origin,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    isSecure: url.protocol === 'https:',
    isNamed: literalOf(url.hostname) === null,
    at: (address) => before + (address.includes(':') ? `[${address}]` : address) + after,
  };
}

/** The parts of a request; `headers` are final. */
interface PinnedRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** If false, the request gets its own connection. */
  readonly keepalive?: boolean;
  /** The URL of an HTTP proxy. */
  readonly proxy?: string;
}

/** Where to send a request. Its addresses were resolved and allowed; only these are dialled. */
interface Route {
  readonly url: string;
  /** The host's other addresses; if there are any, the one in `url` has accepted a connection lately. */
  readonly others: readonly string[];
}

const ALONE: readonly string[] = [];

/**
 * Resolves the host's addresses, and finds one that accepts connections if there are several. Answers at once for a
 * literal address, which was checked with the target.
 */
export const connect = (
  target: UrlTarget,
  options: RequestOptions,
  signal: AbortSignal,
): Route | Promise<Route | Problem> =>
  target.isNamed ? resolve(target, options, signal) : { url: target.href, others: ALONE };

/** Returns the URL unchanged, because a proxy resolves the name. */
export const viaProxy = ({ href }: UrlTarget): Route => ({ url: href, others: ALONE });

/** Resolves the host's addresses, and finds one that accepts connections if there are several. Never rejects. */
export async function resolve(
  target: UrlTarget,
  { guard, addresses }: RequestOptions,
  signal: AbortSignal,
): Promise<Route | Problem> {
  const found = await guard.resolve(target.url.hostname, signal);
  if ('refused' in found) return { problem: failure('forbidden_network', found.refused) };
  if ('failed' in found) return { problem: failure('dns_error', found.failed) };
  if (found.others.length === 0) return { url: target.at(found.address), others: ALONE };
  const all = [found.address, ...found.others];
  const known = addresses.known(target.origin, all);
  if (known !== null) return routeTo(known, all, target);
  const { address, tried } = await addresses.find(target, all, signal);
  return address === null ? unreached(tried) : routeTo(address, all, target);
}

const routeTo = (address: string, all: readonly string[], { at }: UrlTarget): Route => ({
  url: at(address),
  others: all.filter((other) => other !== address),
});

/** The first address decides the word, since it is the one that is preferred. */
function unreached(errors: FoundAddress['tried']): Problem {
  const own = errors.values().find(isOwnFault);
  if (own !== undefined) return problemOf(own, failureReason(own));
  const [first] = errors.values();
  const [word] = first ? failureReason(first).split(':') : ['timeout'];
  const tried = triedInWords(errors);
  return { problem: `${word}: ${tried}`, tried };
}

/** Returns what the client is given for a request, which follows no redirects and inflates nothing. */
export function initOf(
  { url, isNamed, isSecure }: UrlTarget,
  { method, headers, body, keepalive = true, proxy }: PinnedRequest,
  authorities: string | undefined,
  signal: AbortSignal,
): BunFetchRequestInit {
  const init: BunFetchRequestInit = {
    method,
    headers: isNamed ? { ...headers, host: url.host } : headers,
    body: body ?? null,
    keepalive,
    signal,
    redirect: 'manual',
    decompress: false,
  };
  if (proxy !== undefined) init.proxy = proxy;
  // The certificate is verified against the name, although an address is dialled.
  if (isSecure)
    init.tls = {
      ...(isNamed && { serverName: url.hostname.replace(/\.$/, '') }),
      ...(authorities !== undefined && { ca: authorities }),
    };
  return init;
}

/** Makes a request. Rejects as the client does. */
export function request(
  route: Route,
  target: UrlTarget,
  pinned: PinnedRequest,
  { authorities, addresses }: RequestOptions,
  signal: AbortSignal,
): Promise<Response> {
  return fetchFrom(route, target, initOf(target, pinned, authorities, signal), addresses, signal);
}

/** Tries another address only when nothing was sent to the one before. */
export async function fetchFrom(
  { url, others }: Route,
  target: UrlTarget,
  init: BunFetchRequestInit,
  addresses: GoodAddresses,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    addresses.forget(target.origin);
    if (others.length === 0 || !isUnreached(error)) throw error;
    const { address } = await addresses.find(target, others, signal);
    if (address === null) throw error;
    return fetchFrom(routeTo(address, others, target), target, init, addresses, signal);
  }
}

export const problemOf = (error: unknown, problem: string): Problem => ({
  problem,
  isOwn: isOwnFault(error),
});
