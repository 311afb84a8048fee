/** Reads IP addresses and ranges, and tells the kind of network of an address. */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the number of its leading bits that count. */
export type Range = readonly [Address, number];

/** IPv6 addresses outside this range are not public unicast, whatever else a table says. */
const GLOBAL_UNICAST: Range = [ipaddr.parse('2000::'), 3];
/** Prefixes whose last 32 bits are the IPv4 address that is actually reached: mapped addresses and NAT64. */
const CARRIERS: readonly Range[] = [
  [ipaddr.parse('::ffff:0:0'), 96],
  [ipaddr.parse('64:ff9b::'), 96],
];

/** The common names; every other kind of special space is called reserved. */
const SPACE_NAMES: Readonly<Record<string, string>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
};

/**
 * Returns the address that dialling `text` would reach: an IPv4 address inside an IPv6 one is unwrapped. Null when the
 * text is not an address in canonical form.
 */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  if (!CARRIERS.some((range) => contains(range, address))) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

/** Returns a range in CIDR form, or null for any other text. */
export function parseRange(text: string): Range | null {
  const isRange = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isRange ? ipaddr.parseCIDR(text) : null;
}

export function contains([base, bits]: Range, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

/** Returns the special space of an address, or null for public unicast. Tunnels (6to4, Teredo) are not public. */
export function specialSpace(address: Address): string | null {
  const range = address.range();
  const isPublic = address.kind() === 'ipv4' || contains(GLOBAL_UNICAST, address);
  if (range === 'unicast' && isPublic) return null;
  return SPACE_NAMES[range] ?? 'reserved';
}

/** Tells whether a text is an address of this machine; an IPv6 one may have the brackets of a URL. */
export const isLoopback = (text: string): boolean =>
  parseAddress(text.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback';

/**
 * Returns the address space of one subscriber, as a text for counting: a whole IPv4 address, or the /64 of an IPv6
 * address, in which hosts choose addresses freely.
 */
export function subscriberOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/64`;
}
