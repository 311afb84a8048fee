/**
 * Puts the two NATS clients behind one interface: by WebSocket, and by TCP with or without TLS. Each is loaded at its
 * first use, since together they take a tenth of a start that needs neither.
 */
import { lookup } from 'node:dns/promises';
import { type Dial, dialAddresses, dialPort, triedInWords } from '../../core/outbound/dialling.ts';
import { runWithin, type TimeLimit } from '../../core/shared/async/deadline.ts';

export interface PublishHeaders {
  set(name: string, value: string): void;
  delete(name: string): void;
}

/** A message of a subscription. */
export interface Answer {
  readonly subject?: string;
  readonly data: Uint8Array;
  readonly headers?: { readonly code: number } | undefined;
}

/** The methods that both clients' connections have. */
export interface Client {
  readonly info?: { readonly max_payload: number } | undefined;
  publish(
    subject: string,
    body: Uint8Array,
    options?: { reply?: string | undefined; headers?: PublishHeaders | undefined },
  ): void;
  subscribe(
    subject: string,
    options: { callback(error: Error | null, answer: Answer): void },
  ): unknown;
  /** Resolves when the server has seen everything that was published; never settles once the connection is gone. */
  flush(): Promise<void>;
  closed(): Promise<unknown>;
  close(): Promise<void>;
  status(): AsyncIterable<unknown>;
}

export interface StreamConfig {
  readonly subjects?: string[];
  readonly max_msg_size?: number;
}

/** Streams of JetStream. Both clients have these; their own types differ in what is not used here. */
export interface Streams {
  /** Rejects with `stream not found` if no stream has this name. */
  info(name: string): Promise<{ config: StreamConfig }>;
  add(config: { name: string; subjects: string[] }): Promise<{ config: StreamConfig }>;
  update(name: string, config: { subjects: string[] }): Promise<{ config: StreamConfig }>;
}

export interface OpenedClient {
  readonly client: Client;
  /** Returns new headers of the kind that this client takes. */
  headers(): PublishHeaders;
  streams(): Promise<Streams>;
}

const settings = {
  name: 'gatehouse',
  reconnect: false,
  pingInterval: 5_000,
  maxPingOut: 2,
  // Traces would cost an Error object per publish, for a stack that is never read.
  noAsyncTraces: true,
};

/** Reads credentials from the URL: a user and password, or a token in the user's place. */
function credentialsOf({ username, password }: URL) {
  if (username === '') return {};
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}

/** How the addresses of a server are found and dialled. */
export interface Reach {
  readonly lookUp?: (hostname: string) => Promise<readonly string[]>;
  readonly dialTo?: (port: number) => Dial;
}

export function connectClient(
  text: string,
  limit: TimeLimit,
  reach: Reach = {},
): Promise<OpenedClient> {
  const url = new URL(text);
  const options = { ...settings, ...credentialsOf(url), timeout: limit.ms };
  if (/^wss?:$/.test(url.protocol)) return byWebSocket(url, options);
  const port = url.port === '' ? NATS_PORT : Number(url.port);
  return byTcp(url, port, options, (hostname) => reachableAddresses(hostname, port, limit, reach));
}

const NATS_PORT = 4222;

/** Beyond these the servers of a cluster are not dialled. */
const ADDRESSES_MAX = 16;

/** They are in any order, so that connections are spread over the servers of a cluster. */
async function lookUpAll(hostname: string): Promise<readonly string[]> {
  const found = (await lookup(hostname, { all: true })).map(({ address }) => address);
  return found
    .map((address) => ({ address, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, ADDRESSES_MAX)
    .map(({ address }) => address);
}

/**
 * Returns the address that accepts connections, or all if each refuses. The client itself would give each the whole
 * time limit, so that a dead one would keep it from every other.
 */
async function reachableAddresses(
  hostname: string,
  port: number,
  limit: TimeLimit,
  { lookUp = lookUpAll, dialTo = dialPort }: Reach,
): Promise<string[]> {
  const addresses = await lookUp(hostname);
  if (addresses.length < 2) return [...addresses];
  return await runWithin(limit, async ({ signal }) => {
    const dialling = dialAddresses(addresses, dialTo(port), limit.clock, signal);
    const winner = await dialling.connected;
    winner?.socket.destroy();
    if (winner !== null) return [winner.address];
    if (signal.aborted) throw new Error(triedInWords(dialling.tried));
    return [...addresses];
  });
}

type Options = typeof settings & { readonly timeout: number };

async function byTcp(
  url: URL,
  port: number,
  options: Options,
  dnsResolveFn: (hostname: string) => Promise<string[]>,
): Promise<OpenedClient> {
  const { NatsConnectionImpl, setTransportFactory, headers } = await import(
    '@nats-io/transport-node'
  );
  const { NodeTransport } = await import('@nats-io/transport-node/lib/node_transport.js');
  const servers = `${url.hostname}:${port}`;
  // With `tls` set, the client refuses a server without TLS.
  const tls = url.protocol === 'tls:' ? { tls: {} } : {};
  // It counts for the connection that begins next; its own `connect` would set the client's resolver.
  setTransportFactory({ factory: () => new NodeTransport(), dnsResolveFn });
  const client = await NatsConnectionImpl.connect({ ...options, ...tls, servers });
  return {
    client,
    headers: () => headers(),
    async streams() {
      const { jetstreamManager } = await import('@nats-io/jetstream');
      return (await jetstreamManager(client)).streams;
    },
  };
}

async function byWebSocket(url: URL, options: Options): Promise<OpenedClient> {
  const { connect, headers } = await import('nats.ws');
  const servers = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  const client = await connect({ ...options, servers });
  return {
    client,
    headers: () => headers(),
    streams: async () => (await client.jetstreamManager()).streams,
  };
}
