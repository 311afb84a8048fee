/**
 * Refuses webhooks at this service itself, whose deliveries would cause further deliveries. The echo receiver is
 * allowed: it causes no events.
 */

import { plainPath } from '../http/zone.ts';
import { type Address, parseAddress } from '../shared/ip-address.ts';
import { type EventSettings, endpointsIn } from './event-settings.ts';
import { stillSigning } from './secrets.ts';
import type { UrlGuard } from './url.ts';

/** Where this service is reached. */
interface OwnAddress {
  /** URLs at which others reach it, with the path below which it is. */
  readonly urls: readonly string[];
  /** The port that the service listens on; 0 before it listens. */
  readonly port: number;
}

/**
 * Returns a guard that refuses this service's address too, except for the echo receiver. A name that resolves to it is
 * not recognised.
 */
export const refusingItself = (guard: UrlGuard, own: () => OwnAddress): UrlGuard => ({
  refusesLiteral(url) {
    const isElsewhere = pathsHere(url, own()).every(isEchoPath);
    return isElsewhere ? guard.refusesLiteral(url) : 'it is the address of this service';
  },
});

/** Returns the paths of this service that the URL may mean; none if it is another's. */
function pathsHere(url: URL, { urls, port }: OwnAddress): string[] {
  const { pathname } = url;
  const bases = urls.flatMap((text) => {
    const base = URL.parse(text);
    const isBase = base !== null && isSamePlace(base, url) && isBelow(pathname, base.pathname);
    return isBase ? [base.pathname.replace(/\/$/, '')] : [];
  });
  if (isThisMachine(url) && portOf(url) === port) bases.push('');
  return bases.map((base) => (pathname.startsWith(base) ? pathname.slice(base.length) : pathname));
}

const LOCALHOST = /(^|\.)localhost$/;
/** Connections to the unspecified address reach this machine too. */
const OWN_RANGES: readonly string[] = ['loopback', 'unspecified'];

function isThisMachine(url: URL): boolean {
  const address = addressOf(url);
  return address === null ? LOCALHOST.test(nameOf(url)) : OWN_RANGES.includes(address.range());
}

/** Returns the address that a literal host is, in whatever form it was written; null for a name. */
const addressOf = ({ hostname }: URL): Address | null =>
  parseAddress(hostname.replace(/^\[(.*)\]$/, '$1'));

/** The dot of the root at the end of a name changes nothing. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

const hostOf = (url: URL): string => addressOf(url)?.toString() ?? nameOf(url);

const isSamePlace = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && portOf(one) === portOf(other) && hostOf(one) === hostOf(other);

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

const isBelow = (path: string, base: string): boolean =>
  `${plainPath(path) ?? path}/`.startsWith(base.endsWith('/') ? base : `${base}/`);

// The echo receiver: an address of this service that webhooks may call, because it causes no events.

export const ECHO_PATH = '/echo';

const ECHO = /^\/echo\/[^/]+$/;

/** Tells whether a path of this service, as it is written in a URL, is that of an echo receiver. */
const isEchoPath = (path: string): boolean => ECHO.test(path);

/** Returns the secrets that sign for webhooks at the echo receiver of the instance `name`. `now` is steady ms. */
export const echoSecrets = (settings: EventSettings | null, name: string, now: number): string[] =>
  (settings === null ? [] : endpointsIn(settings))
    .filter(({ url }) => pathOfUrl(url).endsWith(`${ECHO_PATH}/${name}`))
    .flatMap(({ secret, ...former }) => [
      secret,
      ...stillSigning(former, now).map((one) => one.secret),
    ]);

function pathOfUrl(url: string): string {
  try {
    return decodeURIComponent(URL.parse(url)?.pathname ?? '');
  } catch {
    return '';
  }
}
