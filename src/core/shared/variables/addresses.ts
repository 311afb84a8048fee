/** Kinds of values that are addresses: URLs, origins and networks. The network guard decides what may be reached. */
import { databasePath } from '../database-url.ts';
import { isLoopback, parseAddress, parseRange } from '../ip-address.ts';
import { ipVersionOf, isHostName, type Kind } from './kinds.ts';

export const URL_CHARACTERS_MAX = 2048;

function webUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text) || text.length > URL_CHARACTERS_MAX) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** The global webhook has no headers. */
const CREDENTIALS_ELSEWHERE =
  'credentials in it would be shown with it: let the receiver check the signature of WEBHOOK_SECRET, or give the webhook of an instance `headers` with Authorization';

export const webhookUrl: Kind<string> = {
  accepts: `an http or https URL of at most ${URL_CHARACTERS_MAX} characters without credentials in it`,
  read: (text) => (webUrl(text) ? text : undefined),
  problem(text) {
    return /^https?:\/\/[^/?#]*@/i.test(text) ? CREDENTIALS_ELSEWHERE : undefined;
  },
};

/** Stored without a trailing slash, so that a path can follow. */
export const publicUrl: Kind<string> = {
  accepts: 'an http or https URL without credentials, query or fragment',
  read(text) {
    const url = webUrl(text);
    return url && !/[?#]/.test(text) ? url.href.replace(/\/+$/, '') : undefined;
  },
};

function isDatabase(url: string): boolean {
  try {
    return databasePath(url) !== null || Boolean(URL.parse(url)?.hostname);
  } catch {
    return false;
  }
}

export const databaseUrl: Kind<string> = {
  accepts:
    '`file:` and the path of a file, or a URL that starts with `libsql://`, `http(s)://` or `ws(s)://`',
  read: (text) =>
    /^(file:|(libsql|https?|wss?):\/\/)/.test(text) && isDatabase(text) ? text : undefined,
};

/** Returns the entries of a comma-separated list without the blanks around them. */
export const entries = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Reads a comma-separated list; one invalid entry makes the whole list invalid. */
function readEach(text: string, read: (entry: string) => string | undefined) {
  const values = entries(text).map(read);
  const right = values.filter((value) => value !== undefined);
  return values.length > 0 && right.length === values.length ? [...new Set(right)] : undefined;
}

/** Names of modules, each once: a name that is there twice counts once. */
export const moduleNames: Kind<readonly string[]> = {
  accepts: 'a comma list of modules such as `graph,mcp`',
  read: (text) => readEach(text, (name) => (/^[a-z][a-z-]*$/.test(name) ? name : undefined)),
};

/** The ids of Meta's objects. */
export const metaIds: Kind<readonly string[]> = {
  accepts: 'a comma list of ids in digits such as `106540352242922,102290129340398`',
  read: (text) => readEach(text, (id) => (/^\d{5,20}$/.test(id) ? id : undefined)),
};

const readOrigin = (entry: string): string | undefined => {
  const url = webUrl(entry);
  return url && /^https?:\/\/[^/?#]+\/?$/i.test(entry) ? url.origin : undefined;
};

/** `['*']` means any origin. */
export const origins: Kind<readonly string[]> = {
  accepts: '`*`, or a comma list of origins such as `https://app.example.com`',
  read: (text) => (text === '*' ? ['*'] : readEach(text, readOrigin)),
};

/** By http only on this machine: elsewhere anybody on the way could put another page around it. */
const readFramer = (entry: string): string | undefined => {
  const origin = readOrigin(entry);
  if (origin === undefined) return undefined;
  const { protocol, hostname } = new URL(origin);
  const isHere = hostname === 'localhost' || isLoopback(hostname);
  // Any other letter of a host would end the word in the header that the origin is put into.
  const isPlain =
    isHostName(hostname) || parseAddress(hostname.replace(/^\[(.*)\]$/, '$1')) !== null;
  return isPlain && (protocol === 'https:' || isHere) ? origin : undefined;
};

export const framers: Kind<readonly string[]> = {
  accepts:
    'a comma list of origins such as `https://shop.example.com`; http only with `localhost` or a loopback address',
  read: (text) => readEach(text, readFramer),
};

/** The private, loopback, link-local or reserved networks that deliveries may reach. */
export type AllowedNetworks = 'everything' | readonly string[];

/** A single address becomes a range of one, so that readers know only ranges and names. */
function readNetwork(entry: string): string | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(entry) ?? [];
  const version = ipVersionOf(address);
  if (version === 0) return isHostName(entry) ? entry.toLowerCase() : undefined;
  const widest = version === 4 ? 32 : 128;
  return Number(bits ?? widest) <= widest
    ? `${address}/${bits ?? widest}`.toLowerCase()
    : undefined;
}

export const networks: Kind<AllowedNetworks> = {
  accepts:
    '`everything`, `none`, or a comma list of CIDR ranges and host names such as `10.0.0.0/8,crm.internal`',
  read(text) {
    if (text === 'everything') return 'everything';
    return text === 'none' ? [] : readEach(text, readNetwork);
  },
};

/** IPv4 inside IPv6 is not accepted: peers are compared as IPv4, and it would never match. */
function readProxy(entry: string): string | undefined {
  const network = readNetwork(entry);
  const range = network === undefined ? null : parseRange(network);
  if (range === null) return undefined;
  return parseAddress(range[0].toString())?.kind() === range[0].kind() ? network : undefined;
}

export const proxies: Kind<readonly string[]> = {
  accepts: 'a comma list of IP addresses and CIDR ranges such as `10.0.0.0/8,fd00::/8`',
  read: (text) => readEach(text, readProxy),
};
