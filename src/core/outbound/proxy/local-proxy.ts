/**
 * Connects the clients of this process to the proxies of its instances. Clients support only HTTP proxies, and not all
 * of their options. So this one listens on the loopback address and opens each connection through the proxy of the
 * instance whose credentials a client sends. Without such a proxy it refuses: no connection is ever direct.
 */
import type { Server, Socket } from 'node:net';
import { runWithin } from '../../shared/async/deadline.ts';
import { isSameDigest, randomSecret, sha256 } from '../../shared/crypto.ts';
import { readHead } from './reading.ts';
import type { Destination, ProxyServer, TunnelDeps } from './server.ts';

/** The route of one instance through its proxy. */
export interface ProxyRoute {
  /** The HTTP proxy for clients, which only `proxyUrlTo` gives out; it contains a secret. */
  readonly url: string;
  /** The current value of NO_PROXY. */
  readonly noProxy: string;
}

/**
 * Returns the HTTP proxy for a client's connection to `hostname`. Throws when NO_PROXY would make the client bypass it.
 */
export function proxyUrlTo({ url, noProxy }: ProxyRoute, hostname: string): string {
  const entry = exemptingEntry(noProxy, hostname);
  if (entry === null) return url;
  throw new Error(`NO_PROXY in the environment exempts ${hostname} from proxies (${entry})`);
}

/** The result of the last connection; times are in ms since 1970. */
export interface ProxyCondition {
  /** Null if none was tried since the proxy was set, or since the start. */
  readonly works: boolean | null;
  /** Why it does not work; null if it does. */
  readonly reason: string | null;
  readonly checkedAt: number | null;
}

interface LocalProxyDeps extends TunnelDeps {
  /** Returns the current proxy of an instance, or null. */
  readonly serverOf: (instanceId: string) => ProxyServer | null;
  /** Returns the current value of NO_PROXY. */
  readonly noProxy: () => string;
}

interface User {
  readonly secret: string;
  readonly sockets: Set<Socket>;
  condition: ProxyCondition;
}

const LOOPBACK = '127.0.0.1';
const REQUEST_MS = 10_000;
/** How many connections may be open whose request has not been read. */
const NEWCOMERS_MAX = 1_024;
/** The sockets of one instance, two for each connection. */
const SOCKETS_MAX = 128;
const UNTRIED: ProxyCondition = { works: null, reason: null, checkedAt: null };

export class LocalProxy {
  readonly #deps: LocalProxyDeps;
  readonly #users = new Map<string, User>();
  readonly #newcomers = new Set<Socket>();
  #listening: Promise<{ readonly server: Server; readonly port: number }> | null = null;

  constructor(deps: LocalProxyDeps) {
    this.#deps = deps;
  }

  /** Returns the instance's route; the first call starts listening. Rejects when that fails. */
  async routeOf(instanceId: string): Promise<ProxyRoute> {
    this.#listening ??= listen((client) => void this.#serve(client)).catch((error) => {
      this.#listening = null;
      throw error;
    });
    const { port } = await this.#listening;
    const { secret } = this.#userOf(instanceId);
    const url = `http://${instanceId}:${secret}@${LOOPBACK}:${port}`;
    return { url, noProxy: this.#deps.noProxy() };
  }

  condition(instanceId: string): ProxyCondition {
    return this.#users.get(instanceId)?.condition ?? UNTRIED;
  }

  /** Ends the instance's connections and drops its condition, because its proxy was changed or removed. */
  forget(instanceId: string): void {
    const user = this.#users.get(instanceId);
    this.#users.delete(instanceId);
    for (const socket of user?.sockets ?? []) socket.destroy();
  }

  async stop(): Promise<void> {
    for (const id of [...this.#users.keys()]) this.forget(id);
    for (const socket of this.#newcomers) socket.destroy();
    const listening = await this.#listening?.catch(() => null);
    if (listening) await new Promise<void>((done) => listening.server.close(() => done()));
  }

  #userOf(instanceId: string): User {
    const known = this.#users.get(instanceId);
    if (known) return known;
    const user: User = { secret: randomSecret(), sockets: new Set(), condition: UNTRIED };
    this.#users.set(instanceId, user);
    return user;
  }

  async #serve(client: Socket): Promise<void> {
    client.on('error', () => client.destroy());
    if (this.#newcomers.size >= NEWCOMERS_MAX) return void client.destroy();
    this.#newcomers.add(client);
    const request = await requestOf(client, this.#deps).finally(() => {
      this.#newcomers.delete(client);
    });
    if (request === null) return refuse(client, 405, 'only CONNECT with credentials is taken');
    const user = this.#users.get(request.username);
    if (!user || !isSameDigest(sha256(user.secret), sha256(request.password)))
      return refuse(client, 407, 'the credentials are not valid');
    if (user.sockets.size >= SOCKETS_MAX)
      return refuse(client, 503, 'too many connections of this instance');
    await this.#carry(client, user, request);
  }

  async #carry(client: Socket, user: User, { username, to }: ConnectRequest): Promise<void> {
    const server = this.#deps.serverOf(username);
    if (server === null) return refuse(client, 403, 'the instance has no proxy');
    track(client, user);
    const { openTunnel } = await import('./tunnel.ts');
    const tunnel = await openTunnel(server, to, this.#deps);
    const checkedAt = this.#deps.clock.now();
    if ('problem' in tunnel) {
      user.condition = { works: false, reason: tunnel.problem, checkedAt };
      return refuse(client, 502, tunnel.problem);
    }
    user.condition = { works: true, reason: null, checkedAt };
    if (client.destroyed) return void tunnel.socket.destroy();
    track(tunnel.socket, user);
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    join(client, tunnel.socket);
  }
}

function listen(
  serve: (client: Socket) => void,
): Promise<{ readonly server: Server; readonly port: number }> {
  const { createServer } = require('node:net') as typeof import('node:net');
  const server = createServer(serve);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      // Only a socket in the file system has a text here.
      resolve({ server, port: address === null || typeof address === 'string' ? 0 : address.port });
    });
  });
}

interface ConnectRequest {
  readonly to: Destination;
  readonly username: string;
  readonly password: string;
}

const CONNECT = /^CONNECT (\[[\da-f:.]+\]|[^\s:@/[\]]+):(\d{1,5}) HTTP\/1\.[01]\r\n/i;
const CREDENTIALS = /\r\nproxy-authorization: *basic +([a-z\d+/=]+) *(?:\r\n|$)/i;

/** Returns null when the request is malformed, or does not arrive in time. */
async function requestOf(
  client: Socket,
  { clock }: Pick<TunnelDeps, 'clock'>,
): Promise<ConnectRequest | null> {
  const head = await runWithin({ clock, ms: REQUEST_MS }, ({ signal }) => {
    signal.addEventListener('abort', () => client.destroy());
    return readHead(client).catch(() => '');
  });
  const [, host = '', port] = CONNECT.exec(head) ?? [];
  const [, encoded] = CREDENTIALS.exec(head) ?? [];
  if (port === undefined || encoded === undefined) return null;
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { to: { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }, username, password };
}

/** The reason is in the status line, from which clients take it into their errors. */
function refuse(client: Socket, status: number, reason: string): void {
  const line = reason.replace(/[^ -~]/g, ' ').slice(0, 300);
  client.end(`HTTP/1.1 ${status} ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

function track(socket: Socket, { sockets }: User): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** Passes the data of each side to the other until one ends. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay(true);
    from.pipe(to);
    from.once('close', () => to.destroy());
  }
}

// NO_PROXY: the runtime bypasses every proxy for the hosts that it names, whatever a request says.

/**
 * Returns the entry of NO_PROXY for which the runtime would reach `hostname` directly, or null. It matches more than
 * the runtime may: a refused request can be corrected, one that went out directly cannot.
 */
export function exemptingEntry(noProxy: string, hostname: string): string | null {
  const name = hostname.toLowerCase();
  const exempts = (entry: string) =>
    entry === '*' || (plain(entry) !== '' && name.endsWith(plain(entry)));
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.find(exempts) ?? null;
}

/** Removes the port, and the wildcard before the name. */
const plain = (entry: string): string =>
  entry
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\*?\.?/, '');
