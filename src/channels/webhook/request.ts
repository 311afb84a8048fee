/**
 * One request to a receiver, on the connection it takes.
 * Owns: dialling the address that was judged, and the stale-connection rule.
 * Must never: follow a redirect, or send twice what a receiver may have answered to.
 */
import { failure, failureReason, isReset, isUnreached } from './failure-reason.ts';
import type { NetworkGuard } from './guard.ts';
import type { Route } from './route.ts';

/** What is sent; `headers` are final. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves once the answer's headers are here, or with why they never will be; never rejects. */
export type Post = (
  route: Route,
  message: Message,
  signal: AbortSignal,
) => Promise<Response | { readonly problem: string }>;

export interface PostOptions {
  readonly guard: NetworkGuard;
  /** Certificate authorities (PEM) to trust instead of the built-in ones. */
  readonly authorities?: string;
}

/** Receivers remembered as keeping connections open; beyond it all are forgotten, which costs a retry at worst. */
const KEEPERS_MAX = 4_096;

export function createPost({ guard, authorities }: PostOptions): Post {
  const keepers = new Set<string>();

  const note = (origin: string, response: Response) => {
    if (response.headers.get('connection')?.toLowerCase() === 'close') return;
    if (keepers.size >= KEEPERS_MAX) keepers.clear();
    keepers.add(origin);
  };

  return async (route, message, signal) => {
    const { origin } = route.url;
    const dialled = await dial(route, guard, signal);
    if ('problem' in dialled) return dialled;
    const init = requestInit(route, message, signal, authorities);
    const mayBeStale = keepers.has(origin);
    try {
      const response = await fetchAny(dialled.urls, init);
      note(origin, response);
      return response;
    } catch (error) {
      if (!mayBeStale || !isReset(error) || signal.aborted)
        return { problem: failureReason(error) };
    }
    // The receiver may have closed an idle connection just when it was used again; the client does not say.
    // A new connection tells: a receiver that always breaks off is no keeper, so it never sees a second request.
    keepers.delete(origin);
    return fetchAny(dialled.urls, { ...init, keepalive: false }).catch((error) => ({
      problem: failureReason(error),
    }));
  };
}

async function dial(
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
  { headers, body }: Message,
  signal: AbortSignal,
  authorities: string | undefined,
): BunFetchRequestInit {
  const init: BunFetchRequestInit = {
    method: 'POST',
    headers: isNamed ? { ...headers, host: url.host } : headers,
    body,
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
