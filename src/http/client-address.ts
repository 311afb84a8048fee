/** Where a request comes from. */
import {
  type Address,
  contains,
  parseAddress,
  parseRange,
  type Range,
  subscriberOf,
} from '../shared/ip-address.ts';

interface Client {
  /** IP address in its canonical form, IPv4 never wrapped into IPv6; `unknown` for a request without a socket. */
  readonly address: string;
  /** What limits count by: the address, the /64 of an IPv6 address, or `unknown`. */
  readonly subscriber: string;
  /** A trusted proxy says that the client speaks TLS; the service itself never does. */
  readonly isTls: boolean;
}

type ClientReader = (request: Request) => Client;

interface ClientReaderOptions {
  /** Addresses and CIDR ranges of the proxies that are believed; what is neither is ignored. */
  readonly trustProxy: readonly string[];
  /** The other end of the request's connection, or null where there is none (any more). */
  readonly peerOf: (request: Request) => string | null;
}

const FORWARDED_CHARACTERS_MAX = 4096;
const HOPS_MAX = 32;
const UNKNOWN: Client = { address: 'unknown', subscriber: 'unknown', isTls: false };

/**
 * The peer of the connection is the client, unless it is a trusted proxy: then the last address of `x-forwarded-for`
 * that is no trusted proxy itself. What stands before that one cannot be trusted. Of a longer header the last 4 KiB and
 * 32 addresses are looked at.
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

/** Follows the proxies back from the peer, to the first address that is not trusted or the last that can be read. */
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

/** The last word is the nearest proxy's own. */
const isForwardedTls = (request: Request): boolean =>
  request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https';

const READER = Symbol('client reader');
const CLIENT = Symbol('client');

interface WithClient {
  [READER]?: ClientReader;
  [CLIENT]?: Client;
}

/** Lets `clientOf` answer for this request; nothing is read before it is asked. */
export function attachClientReader(request: Request, reader: ClientReader): void {
  (request as WithClient)[READER] = reader;
}

/** For a request that another node has passed on: it comes from where that node saw it come from. */
export function attachClient(request: Request, text: string, isTls: boolean): void {
  const address = parseAddress(text);
  attachClientReader(request, () => (address === null ? UNKNOWN : clientAt(address, isTls)));
}

/** Where a request comes from; to be asked before its answer is sent, while its connection is known. */
export function clientOf({ request }: { readonly request: Request }): Client {
  const own: Request & WithClient = request;
  own[CLIENT] ??= own[READER]?.(request) ?? UNKNOWN;
  return own[CLIENT];
}
