/** Makes requests to checked addresses, verifying the certificate of the name, and manages their connections. */
import { triedInWords } from './dialling.ts';
import { failure, failureReason, isOwnFault, isReset, isUnreached } from './failure-reason.ts';
import type { FoundAddress, GoodAddresses } from './good-addresses.ts';
import { literalOf, type NetworkGuard } from './network-guard.ts';
import { requestFailure } from './tls-fault.ts';

/** A checked URL. It has no resolved address, because names are resolved again for each request. */
export interface UrlTarget {
  readonly url: URL;
  /** The text of `url`, kept because reading `href` builds it every time. */
  readonly href: string;
  readonly origin: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Whether the host is a name, which is resolved and checked before each request. */
  readonly isNamed: boolean;
  /** Returns the URL with its host replaced by an address. */
  at(address: string): string;
}

export interface Problem {
  /** Begins with a stable word (`timeout`, `dns_error`, …), followed by text for people. */
  readonly problem: string;
  /** Whether nothing was sent because this side lacked something. */
  readonly isOwn?: boolean;
  /** The addresses that were dialled in vain, in words that complete a reason that replaces `problem`. */
  readonly tried?: string;
}

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

async function resolve(
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

/** Makes a request without following redirects or inflating. Rejects as the client does. */
export function request(
  route: Route,
  target: UrlTarget,
  { method, headers, body, keepalive = true, proxy }: PinnedRequest,
  { authorities, addresses }: RequestOptions,
  signal: AbortSignal,
): Promise<Response> {
  const { url, isNamed, isSecure } = target;
  const init: BunFetchRequestInit = {
    method,
    headers: isNamed ? { ...headers, host: url.host } : headers,
    body: body ?? null,
    keepalive,
    signal,
    redirect: 'manual',
    decompress: false,
    ...(proxy !== undefined && { proxy }),
  };
  // The certificate is verified against the name, although an address is dialled.
  if (isSecure)
    init.tls = {
      ...(isNamed && { serverName: url.hostname.replace(/\.$/, '') }),
      ...(authorities !== undefined && { ca: authorities }),
    };
  if (route.others.length === 0) return fetch(route.url, init);
  return fetchFromOneOf(route, target, init, addresses, signal);
}

/** Tries another address only when nothing was sent to the one before. */
async function fetchFromOneOf(
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
    return fetchFromOneOf(routeTo(address, others, target), target, init, addresses, signal);
  }
}

/** A message to post; `headers` are final. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves once the answer's headers have arrived, or with the reason why they will not. Never rejects. */
type Post = (
  target: UrlTarget,
  message: Message,
  signal: AbortSignal,
) => Promise<Response | Problem>;

/**
 * How many receivers are remembered as keeping connections open; beyond it all are dropped, which costs a retry at
 * worst.
 */
const KEEP_ALIVE_ORIGINS_MAX = 4_096;

/** Posts again only what was lost on an idle connection, and never what a receiver may have answered. */
export function createPost(options: RequestOptions): Post {
  const keepAliveOrigins = new Set<string>();

  const note = (origin: string, response: Response) => {
    if (response.headers.get('connection')?.toLowerCase() === 'close') return;
    if (keepAliveOrigins.size >= KEEP_ALIVE_ORIGINS_MAX) keepAliveOrigins.clear();
    keepAliveOrigins.add(origin);
  };

  return async (target, message, signal) => {
    const { origin } = target;
    const found = connect(target, options, signal);
    const route = found instanceof Promise ? await found : found;
    if ('problem' in route) return route;
    const { headers, body } = message;
    const sent = { method: 'POST', headers, body } as const;
    const mayBeStale = keepAliveOrigins.has(origin);
    try {
      const response = await request(route, target, sent, options, signal);
      if (!mayBeStale) note(origin, response);
      return response;
    } catch (error) {
      if (!mayBeStale || !isReset(error) || signal.aborted)
        return problemOf(error, await requestFailure(error, { target, url: route.url, signal }));
    }
    // The receiver may have closed an idle connection just when it was used again, which the client does not report. A
    // new connection shows it: a receiver that always disconnects is never in the set, so it gets no second request.
    keepAliveOrigins.delete(origin);
    const again = { ...sent, keepalive: false };
    return request(route, target, again, options, signal).catch((error) =>
      problemOf(error, failureReason(error)),
    );
  };
}

const problemOf = (error: unknown, problem: string): Problem => ({
  problem,
  isOwn: isOwnFault(error),
});
