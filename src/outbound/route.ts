/**
 * What is known about a target before any attempt. Owns: everything that can be made once per target.
 * Must never: hold an address that a name resolved to; that is asked for anew.
 */
import type { Target } from '../events/contract/channel.ts';
import { signingKey } from '../webhooks/signature.ts';
import { failure } from './failure-reason.ts';
import { literalOf, type NetworkGuard } from './network-guard.ts';

export interface Route {
  readonly url: URL;
  /** The host is a name, to be resolved and judged before each attempt. */
  readonly isNamed: boolean;
  /** Configured headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly keys: readonly Buffer[];
  /** The URL with its host replaced by an address. */
  at(address: string): string;
}

/** Ours, the connection's, or the guard's: settings refuse them, and here they would undo what the guard checked. */
const RESERVED_HEADER = /^(host|connection|transfer-encoding|(content|webhook|x-gatehouse)-.*)$/;

/** The route to a target, or why there is none. */
export function routeTo(
  target: Pick<Target, 'address' | 'headers' | 'secrets'>,
  guard: NetworkGuard,
): Route | { readonly problem: string } {
  const url = URL.parse(target.address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { problem: failure('network_error', 'the address is not an http or https URL') };
  const refusal = guard.refusesLiteral(url);
  if (refusal !== null) return { problem: failure('forbidden_network', refusal) };
  const credentials = `${url.username}:${url.password}@`.replace(/^:@$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const before = `${url.protocol}//${credentials}`;
  const after = `${port}${url.pathname}${url.search}`;
  return {
    url,
    isNamed: literalOf(url.hostname) === null,
    headers: sendable(target.headers),
    keys: target.secrets.map(signingKey),
    at: (address) => before + (address.includes(':') ? `[${address}]` : address) + after,
  };
}

function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries.filter(([name = '']) => !RESERVED_HEADER.test(name)));
}
