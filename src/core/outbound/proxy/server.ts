/** A proxy server and the destination of a connection through it. */
import type { Clock } from '../../shared/clock.ts';
import type { NetworkGuard } from '../network-guard.ts';

export const PROXY_PROTOCOLS = ['http', 'https', 'socks5'] as const;
type ProxyProtocol = (typeof PROXY_PROTOCOLS)[number];

export interface ProxyServer {
  /** `http` and `https` mean CONNECT, in plain text or over TLS to the proxy. */
  readonly protocol: ProxyProtocol;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Empty for a proxy without authentication. */
  readonly username: string;
  readonly password: string;
}

/** The destination of a connection; the proxy resolves its name. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Returns `host:port`, with brackets around an IPv6 address. */
export const authorityOf = ({ host, port }: Destination): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The parts that opening a connection through a proxy needs. */
export interface TunnelDeps {
  /** Decides where proxy servers may be. */
  readonly guard: NetworkGuard;
  readonly clock: Clock;
  /** Certificate authorities (PEM) that are trusted instead of the built-in ones. */
  readonly authorities?: string | undefined;
}
