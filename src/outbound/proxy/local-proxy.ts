/**
 * The way from the clients of this process to the proxies of its instances. Clients know HTTP proxies alone, and not
 * all of what those can be asked; so one listens here, on the loopback address, and opens each connection through the
 * proxy server of the instance whose credentials a client brings. Without such a server there is no connection: none
 * is ever made directly.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { runWithin } from '../../shared/async/deadline.ts';
import { randomSecret, sameDigest, sha256 } from '../../shared/crypto.ts';
import { exemptingEntry } from './exemption.ts';
import { readHead } from './reading.ts';
import type { Destination, ProxyServer } from './server.ts';
import { openTunnel, type TunnelDeps } from './tunnel.ts';

/** One instance's way through its proxy. */
export interface ProxyRoute {
  /** What clients are given as their HTTP proxy, by `proxyUrlTo` alone; it holds a secret. */
  readonly url: string;
  /** NO_PROXY at the moment of asking. */
  readonly noProxy: string;
}

/**
 * What a client is given as its HTTP proxy on the way to `hostname`. Throws where NO_PROXY would send the client past
 * it.
 */
export function proxyUrlTo({ url, noProxy }: ProxyRoute, hostname: string): string {
  const entry = exemptingEntry(noProxy, hostname);
  if (entry === null) return url;
  throw new Error(`NO_PROXY in the environment exempts ${hostname} from proxies (${entry})`);
}

/** What became of the last connection that was tried; times are ms since 1970. */
export interface ProxyCondition {
  /** Null: none was tried since the proxy was set, or since the start. */
  readonly works: boolean | null;
  /** Why it does not work. */
  readonly reason: string | null;
  readonly checkedAt: number | null;
}

interface LocalProxyDeps extends TunnelDeps {
  /** The server of an instance at this moment; null: it has none. */
  readonly serverOf: (instanceId: string) => ProxyServer | null;
  /** NO_PROXY at this moment. */
  readonly noProxy: () => string;
}

interface User {
  readonly secret: string;
  readonly sockets: Set<Socket>;
  condition: ProxyCondition;
}

const LOOPBACK = '127.0.0.1';
const REQUEST_MS = 10_000;
/** Connections whose request has not been read yet. */
const NEWCOMERS_MAX = 1_024;
/** Of one instance, two for each connection: its own socket, and files. */
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

  /** Listens from the first call on. Rejects when it cannot. */
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

  /** Ends the instance's connections, and forgets how they fared: its server is another now, or there is none. */
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
    if (!user || !sameDigest(sha256(user.secret), sha256(request.password)))
      return refuse(client, 407, 'the credentials are not valid');
    if (user.sockets.size >= SOCKETS_MAX)
      return refuse(client, 503, 'too many connections of this instance');
    await this.#carry(client, user, request);
  }

  async #carry(client: Socket, user: User, { username, to }: ConnectRequest): Promise<void> {
    const server = this.#deps.serverOf(username);
    if (server === null) return refuse(client, 403, 'the instance has no proxy');
    track(client, user);
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
  const server = createServer(serve);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      // A text is the path of a socket in the file system, which this one is not.
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

/** Null when it is not one, or none comes in time. */
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

/** The reason is in the status line, whence clients take it into their errors. */
function refuse(client: Socket, status: number, reason: string): void {
  const line = reason.replace(/[^ -~]/g, ' ').slice(0, 300);
  client.end(`HTTP/1.1 ${status} ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

function track(socket: Socket, { sockets }: User): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** What one side says the other hears, until either has gone. */
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
