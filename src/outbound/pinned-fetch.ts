/**
 * Reaching the host of a route at the address that was judged.
 * Owns: name, address and certificate of an outgoing request. Must never: follow a redirect, inflate an answer,
 * or dial anything but what the guard gave.
 */
import { failure, isUnreached } from './failure-reason.ts';
import type { NetworkGuard } from './network-guard.ts';
import type { Route } from './route.ts';

export interface PinnedFetchOptions {
  readonly guard: NetworkGuard;
  /** Certificate authorities (PEM) to trust instead of the built-in ones. */
  readonly authorities?: string;
}

/** What one request holds; `headers` are final. */
type PinnedRequest = Pick<BunFetchRequestInit, 'method' | 'body' | 'keepalive'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** A host whose address was found and allowed; `fetch` rejects as the client does. */
interface PinnedHost {
  fetch(sent: PinnedRequest): Promise<Response>;
}

export async function connectPinned(
  route: Route,
  { guard, authorities }: PinnedFetchOptions,
  signal: AbortSignal,
): Promise<PinnedHost | { readonly problem: string }> {
  const found = await urlsOf(route, guard, signal);
  if ('problem' in found) return found;
  return {
    fetch: (sent) => fetchAny(found.urls, requestInit(route, sent, signal, authorities)),
  };
}

async function urlsOf(
  route: Route,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<{ readonly urls: readonly [string, ...string[]] } | { readonly problem: string }> {
  if (!route.isNamed) return { urls: [route.url.href] };
  const found = await guard.resolve(route.url.hostname, signal);
  if ('refused' in found) return { problem: failure('forbidden_network', found.refused) };
  if ('failed' in found) return { problem: failure('dns_error', found.failed) };
  return { urls: [route.at(found.address), ...found.others.map(route.at)] };
}

function requestInit(
  { url, isNamed }: Route,
  { headers, ...sent }: PinnedRequest,
  signal: AbortSignal,
  authorities: string | undefined,
): BunFetchRequestInit {
  const init: BunFetchRequestInit = {
    ...sent,
    headers: isNamed ? { ...headers, host: url.host } : headers,
    signal,
    redirect: 'manual',
    decompress: false,
  };
  if (url.protocol !== 'https:') return init;
  // The certificate is checked against the name, although an address is dialled.
  const tls = {
    ...(isNamed && { serverName: url.hostname.replace(/\.$/, '') }),
    ...(authorities !== undefined && { ca: authorities }),
  };
  return { ...init, tls };
}

/** Goes on to the next address only when nothing was sent to the one before. */
async function fetchAny(
  [url, ...others]: readonly [string, ...string[]],
  init: BunFetchRequestInit,
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !isUnreached(error) || init.signal?.aborted) throw error;
    return fetchAny([next, ...rest], init);
  }
}
