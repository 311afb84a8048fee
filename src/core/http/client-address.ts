import {
  type Address,
  contains,
  parseAddress,
  parseRange,
  type Range,
  subscriberOf,
} from '../shared/ip-address.ts';

interface Client {
  /** The IP address in canonical form, IPv4 never wrapped into IPv6; `unknown` if the request has no socket. */
  readonly address: string;
  /** The subject of limits: the address, the /64 network of an IPv6 address, or `unknown`. */
  readonly subscriber: string;
  /** Whether a trusted proxy says that the client uses TLS; the service itself never does. */
  readonly isTls: boolean;
}

type ClientReader = (request: Request) => Client;

interface ClientReaderOptions {
  /** Addresses and CIDR ranges of trusted proxies; other entries are ignored. */
  readonly trustProxy: readonly string[];
  /** Returns the address at the other end of the connection, or null when the request has no connection. */
  readonly peerOf: (request: Request) => string | null;
}

const FORWARDED_CHARACTERS_MAX = 4096;
const HOPS_MAX = 32;
const UNKNOWN: Client = { address: 'unknown', subscriber: 'unknown', isTls: false };

/**
 * Returns a reader of client addresses. The peer of the connection is the client, unless it is a trusted proxy. Then
 * the client is the last address of `x-forwarded-for` that is not a trusted proxy; earlier ones may be forged. At most
 * the last 4 KiB and 32 addresses of the header are read.
 */
export function createClientReader({ trustProxy, peerOf }: ClientReaderOptions): ClientReader {
  const ranges = trustProxy.map(readRange).filter((range) => range !== null);
  const isTrusted = (address: Address) => ranges.some((range) => contains(range, address));
  return (request) => {
    const peer = parseAddress(peerOf(request) ?? '');
    if (peer === null) return UNKNOWN;
    if (!isTrusted(peer)) return clientAt(peer, false);
    return clientAt(farthestKnown(peer, request.headers, isTrusted), isForwardedTls(request));
  };
}

const clientAt = (address: Address, isTls: boolean): Client => ({
  address: address.toString(),
  subscriber: subscriberOf(address),
  isTls,
});

function readRange(text: string): Range | null {
  const address = parseAddress(text);
  if (address === null) return parseRange(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Follows the proxies back from the peer to the first address that is not trusted, or the last that can be read. */
function farthestKnown(peer: Address, headers: Headers, isTrusted: (one: Address) => boolean) {
  const forwarded = headers.get('x-forwarded-for')?.slice(-FORWARDED_CHARACTERS_MAX) ?? '';
  let farthest = peer;
  for (const hop of forwarded.split(',').slice(-HOPS_MAX).reverse()) {
    const address = parseAddress(withoutPort(hop.trim()));
    if (address === null) break;
    farthest = address;
    if (!isTrusted(address)) break;
  }
  return farthest;
}

/** Some proxies add the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/** The nearest proxy wrote the last entry. */
const isForwardedTls = (request: Request): boolean =>
  request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https';

const READER = Symbol('client reader');
const CLIENT = Symbol('client');

interface WithClient {
  [READER]?: ClientReader;
  [CLIENT]?: Client;
}

/** Lets `clientOf` answer for this request. Nothing is read before it is called. */
export function attachClientReader(request: Request, reader: ClientReader): void {
  (request as WithClient)[READER] = reader;
}

/** Sets the client of a request that another node has passed on to the one that node saw. */
export function attachClient(request: Request, text: string, isTls: boolean): void {
  const address = parseAddress(text);
  attachClientReader(request, () => (address === null ? UNKNOWN : clientAt(address, isTls)));
}

/** Returns where a request comes from. Call it before the answer is sent, while the connection is known. */
export function clientOf({ request }: { readonly request: Request }): Client {
  const own: Request & WithClient = request;
  own[CLIENT] ??= own[READER]?.(request) ?? UNKNOWN;
  return own[CLIENT];
}

/** Returns where the caller sees the service, as far as its own request says. */
export const originOf = (request: Request): string =>
  `${clientOf({ request }).isTls ? 'https' : 'http'}://${new URL(request.url).host}`;
