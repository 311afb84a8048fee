/** Sends Baileys' own requests through an instance's proxy: its socket, and the files that it fetches itself. */
import type { Agent } from 'node:https';
import { type ProxyRoute, proxyUrlTo } from '../../../core/outbound/proxy/local-proxy.ts';
import type { UserFacingSocketConfig } from './surface.ts';

/** Baileys passes it on to `fetch`. Only this file makes instances, so that nothing else is taken for one. */
class ProxyDispatcher {
  readonly route: ProxyRoute;

  constructor(route: ProxyRoute) {
    this.route = route;
  }
}

/** Returns the proxy settings of a socket's configuration. Throws when NO_PROXY exempts the host of `socketUrl`. */
export function proxyConfig(
  route: ProxyRoute,
  socketUrl: string | URL,
): Partial<UserFacingSocketConfig> {
  const { hostname } = new URL(socketUrl);
  // The casts: of an agent the runtime's WebSocket uses only the proxy, and `options` are passed to `fetch`.
  const agent = { proxy: proxyUrlTo(route, hostname) } as unknown as Agent;
  const options = { dispatcher: new ProxyDispatcher(route) } as unknown as RequestInit;
  return { agent, options };
}

const HEEDING = Symbol('its fetch heeds dispatchers');

/**
 * Baileys passes `dispatcher` to `fetch` for the files of its history and app state. The
 * runtime's `fetch` ignores it and would fetch them directly.
 */
export function patchFetchForProxies(target: { fetch: typeof fetch }): void {
  if (HEEDING in target) return;
  const plain = target.fetch;
  const heeding = (input: Parameters<typeof fetch>[0], init?: BunFetchRequestInit) =>
    plain(input, withProxy(input, init));
  target.fetch = Object.assign(heeding, { preconnect: plain.preconnect });
  Object.defineProperty(target, HEEDING, { value: true });
}

function withProxy(
  input: Parameters<typeof fetch>[0],
  init: (BunFetchRequestInit & { dispatcher?: unknown }) | undefined,
): BunFetchRequestInit | undefined {
  if (!(init?.dispatcher instanceof ProxyDispatcher)) return init;
  const { dispatcher, ...others } = init;
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  return { ...others, proxy: proxyUrlTo(dispatcher.route, hostname) };
}
