/**
 * Decides where outgoing requests may go, for literal addresses and those that names resolve to. The checked address is
 * the one that is dialled, so a name that resolves differently the next time gains nothing. Callers do not learn which
 * names the network of this service knows: one that does not resolve and one that resolves into forbidden space are
 * answered alike, and equally late. The log tells the operator which it was.
 */
import { whenAborted } from '../shared/async/cancellation.ts';
import { resultInTime } from '../shared/async/deadline.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { codeOf } from '../shared/errors.ts';
import {
  type Address,
  contains,
  parseAddress,
  parseRange,
  specialSpace,
} from '../shared/ip-address.ts';
import type { Log } from '../shared/log.ts';
import { countEachOnceAMinute } from '../shared/once-a-minute.ts';

interface DialledAddress {
  readonly address: string;
  /** Equivalent addresses, for when nothing listens at the first. */
  readonly others: readonly string[];
}

type Resolution = DialledAddress | { readonly refused: string } | FailedLookup;

export interface NetworkGuard {
  /**
   * Returns why the URL's host may not be reached: an address in any form, or `localhost` and the names below it, which
   * are loopback addresses everywhere. Null for other names and for what is allowed.
   */
  refusesLiteral(url: URL): string | null;
  /**
   * Returns the address to dial for a host name or a literal address. `refused` means that a literal address is in
   * forbidden space; `failed` that a name has no address outside it, or none in time. Never rejects, and settles at
   * once when `signal` aborts.
   */
  resolve(hostname: string, signal: AbortSignal): Promise<Resolution>;
}

interface NetworkGuardOptions {
  /** The special address space that may be reached: all of it, or CIDR ranges and host names. */
  readonly allow: 'everything' | readonly string[];
  /** The variable that says so, which refusals name; none if nobody can allow more. */
  readonly variable?: string;
  readonly lookup?: Lookup;
  /** Gets the cause when a name has no address that may be reached. */
  readonly log?: Pick<Log, 'warn'>;
  readonly clock?: Clock;
  readonly lookupTimeoutMs?: number;
}

/** How many addresses of one name are tried. */
const ADDRESSES_MAX = 4;
const LOOKUP_TIMEOUT_MS = 5_000;
/** When callers learn that a name has no address that may be reached: later than most lookups take. */
const UNREACHABLE_AFTER_MS = 500;
/** How many names have a log line of their own each minute; all others share one. */
const LOGGED_NAMES_MAX = 100;
/** How long a name is cached: it spares a busy receiver's name, but follows a change of address. */
const REMEMBER_MS = 5_000;

export function createNetworkGuard(options: NetworkGuardOptions): NetworkGuard {
  const refusalOf = addressRule(options);
  const resolveName = createNameResolver(options, refusalOf);
  const refusesLoopback = (name: string) => {
    const reasons = LOOPBACK.map((address) => refusalOf(address, name));
    return reasons.includes(null) ? null : `${name} is in loopback space${advice(options)}`;
  };
  return {
    refusesLiteral(url) {
      const literal = literalOf(url.hostname);
      if (literal !== null) return refusalOf(literal, null);
      const name = plainName(url.hostname);
      return LOCALHOST.test(name) ? refusesLoopback(name) : null;
    },
    resolve(hostname, signal) {
      const literal = literalOf(hostname);
      if (literal === null) return resolveName(plainName(hostname), signal);
      const refused = refusalOf(literal, null);
      return Promise.resolve(refused === null ? { address: literal, others: [] } : { refused });
    },
  };
}

const LOCALHOST = /(^|\.)localhost$/;
/** One allowed loopback address is enough to set the name; the dialled one is checked after the lookup. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Spares names the parser: a name's last label is never a number, and names have no colon. */
const MAY_BE_LITERAL = /[\d\]]$|:/;

/** Returns the address that a host is, without brackets, or null for a name. The URL parser has normalized it. */
export function literalOf(hostname: string): string | null {
  if (!MAY_BE_LITERAL.test(hostname)) return null;
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return parseAddress(bare) === null ? null : bare;
}

const advice = ({ variable }: NetworkGuardOptions): string =>
  variable === undefined ? '' : `, which ${variable} does not allow`;

/** Returns why an address may not be dialled, or null. `hostname` is the name that resolved to it. */
type AddressRule = (address: string, hostname: string | null) => string | null;

function addressRule(options: NetworkGuardOptions): AddressRule {
  const { allow } = options;
  if (allow === 'everything') return () => null;
  const ranges = allow.map(parseRange).filter((range) => range !== null);
  const names = new Set(allow.map(plainName));
  const isAllowed = (address: Address) => ranges.some((range) => contains(range, address));
  return (text, hostname) => {
    if (hostname !== null && names.has(hostname)) return null;
    const address = parseAddress(text);
    if (address === null) return 'its address cannot be read';
    const space = specialSpace(address);
    if (space === null || isAllowed(address)) return null;
    return `${text} is in ${space} space${advice(options)}`;
  };
}

/**
 * Only allowed addresses count. The families alternate, so that one of each is tried although one may have no route;
 * IPv4 is first, because many hosts have none for IPv6.
 */
function choose(
  refusalOf: AddressRule,
  hostname: string,
  addresses: readonly string[],
): DialledAddress | FailedLookup {
  const allowed = addresses.filter((address) => refusalOf(address, hostname) === null);
  const isV6 = (address: string) => address.includes(':');
  const v4 = allowed.filter((one) => !isV6(one));
  const v6 = allowed.filter(isV6);
  const [address, ...others] = allowed
    .flatMap((_, index) => [...v4.slice(index, index + 1), ...v6.slice(index, index + 1)])
    .slice(0, ADDRESSES_MAX);
  if (address !== undefined) return { address, others };
  const [refused] = addresses.map((one) => refusalOf(one, hostname));
  return { failed: refused ?? 'the name has no address' };
}

/** Returns the only reason that callers get when a name has no address that may be reached, whatever the cause. */
const unreachable = (hostname: string, { variable }: NetworkGuardOptions): string =>
  variable === undefined
    ? `${hostname} has no address that may be reached: the name does not resolve, or only into networks that are not allowed`
    : `${hostname} has no address that may be reached: the name does not resolve, or only into networks that ${variable} does not allow`;

const plainName = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Returns all addresses of a host name. Rejects if it has no address. */
type Lookup = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the hosts file and the DNS servers without a thread: names whose servers are dead do not delay others, as they
 * would in the small thread pool in which fetch resolves names.
 */
const systemLookup: Lookup = async (hostname) => {
  const found = await Bun.dns.lookup(hostname);
  return found.map(({ address }) => address);
};

/** How many names are cached; beyond it the cache is cleared, which only costs lookups. */
const NAMES_MAX = 4_096;

/** Answers a cached name at once; only names that may be reached are cached. Never rejects. */
function createNameResolver(
  options: NetworkGuardOptions,
  refusalOf: AddressRule,
): NetworkGuard['resolve'] {
  const { lookup = systemLookup, clock = systemClock(), log } = options;
  const { allow, lookupTimeoutMs: ms = LOOKUP_TIMEOUT_MS } = options;
  const timesToLog = countEachOnceAMinute(clock, LOGGED_NAMES_MAX);
  const known = new Map<string, { readonly until: number; readonly answer: Promise<Resolution> }>();
  const pending = new Map<string, Promise<Resolution>>();

  const lookUp = async (hostname: string): Promise<readonly string[] | FailedLookup> => {
    try {
      const addresses = await resultInTime({ clock, ms }, lookup(hostname));
      return addresses ?? { failed: `no answer for the name within ${ms} ms` };
    } catch (error) {
      return { failed: lookupFailure(error) };
    }
  };
  const hideCause = async (hostname: string, cause: string, startedAt: number) => {
    const times = timesToLog(hostname);
    if (times > 0)
      log?.warn('a name has no address that may be reached', { hostname, cause, times });
    const leftMs = startedAt + UNREACHABLE_AFTER_MS - clock.steady();
    if (leftMs > 0) await new Promise<void>((resolve) => void clock.after(leftMs, resolve));
    return { failed: unreachable(hostname, options) };
  };
  const find = async (hostname: string): Promise<Resolution> => {
    const startedAt = clock.steady();
    const found = await lookUp(hostname);
    const answer = 'failed' in found ? found : choose(refusalOf, hostname, found);
    // Where everything may be reached there is nothing to hide.
    if ('failed' in answer)
      return allow === 'everything' ? answer : hideCause(hostname, answer.failed, startedAt);
    if (known.size >= NAMES_MAX) known.clear();
    known.set(hostname, { until: clock.steady() + REMEMBER_MS, answer: Promise.resolve(answer) });
    return answer;
  };
  const ask = (hostname: string) => find(hostname).finally(() => pending.delete(hostname));

  return (hostname, signal) => {
    const remembered = known.get(hostname);
    if (remembered !== undefined && clock.steady() < remembered.until) return remembered.answer;
    const asking = pending.get(hostname) ?? ask(hostname);
    pending.set(hostname, asking);
    return Promise.race([asking, whenAborted(signal).then(() => BROKEN_OFF)]);
  };
}

interface FailedLookup {
  readonly failed: string;
}

const BROKEN_OFF: FailedLookup = { failed: 'broken off' };

function lookupFailure(error: unknown): string {
  const code = codeOf(error);
  if (/ENOTFOUND|ENODATA|ENONAME/.test(code)) return 'the name does not exist';
  if (/TIMEOUT|EAI_AGAIN/.test(code)) return 'the name servers do not answer';
  return 'the name cannot be resolved';
}

/** Returns why a variable may not have an address, or null. */
export const refusesUrl = (url: URL, allow: NetworkGuardOptions['allow']): string | null =>
  createNetworkGuard({ allow }).refusesLiteral(url);
