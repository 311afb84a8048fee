/** Refuses webhooks at this service itself, whose deliveries would cause further deliveries. */
import type { UrlGuard } from './url.ts';

/** Where this service is reached. */
export interface OwnAddress {
  /** URLs at which others reach it, with the path below which it is. */
  readonly urls: readonly string[];
  /** The port that it listens on; 0 while it listens on none. */
  readonly port: number;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Returns a guard that refuses this service's address too. A name that resolves to it is not recognised. */
export const refusingItself = (guard: UrlGuard, own: () => OwnAddress): UrlGuard => ({
  refusesLiteral: (url) =>
    isOwn(url, own()) ? 'it is the address of this service' : guard.refusesLiteral(url),
});

function isOwn(url: URL, { urls, port }: OwnAddress): boolean {
  if (LOOPBACK.test(url.hostname) && portOf(url) === port) return true;
  return urls.some((text) => {
    const base = URL.parse(text);
    return base !== null && base.origin === url.origin && isBelow(url.pathname, base.pathname);
  });
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

const isBelow = (path: string, base: string): boolean =>
  `${path}/`.startsWith(base.endsWith('/') ? base : `${base}/`);
