/** What is known of a proxy server, and what it is asked for. */

export const PROXY_PROTOCOLS = ['http', 'https', 'socks5'] as const;
export type ProxyProtocol = (typeof PROXY_PROTOCOLS)[number];

export interface ProxyServer {
  /** `http` and `https`: CONNECT, in the clear or over TLS to the proxy. */
  readonly protocol: ProxyProtocol;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Empty: it asks for none. */
  readonly username: string;
  readonly password: string;
}

/** Where a connection through a proxy leads; the proxy resolves the name. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** `host:port`, with brackets around an IPv6 address. */
export const authorityOf = ({ host, port }: Destination): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
