/**
 * Puts the two NATS clients behind one interface: by WebSocket, and by TCP with or without TLS. Each is loaded at its
 * first use, since together they take a tenth of a start that needs neither.
 */
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
  /** Rejects with `stream not found` when there is none of this name. */
  info(name: string): Promise<{ config: StreamConfig }>;
  add(config: { name: string; subjects: string[] }): Promise<{ config: StreamConfig }>;
  update(name: string, config: { subjects: string[] }): Promise<{ config: StreamConfig }>;
}

export interface Connected {
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

export function connectClient(text: string, timeoutMs: number): Promise<Connected> {
  const url = new URL(text);
  const options = { ...settings, ...credentialsOf(url), timeout: timeoutMs };
  return /^wss?:$/.test(url.protocol) ? byWebSocket(url, options) : byTcp(url, options);
}

type Options = typeof settings & { readonly timeout: number };

async function byTcp(url: URL, options: Options): Promise<Connected> {
  const { connect, headers } = await import('@nats-io/transport-node');
  const servers = `${url.hostname}:${url.port === '' ? 4222 : url.port}`;
  // With `tls` set, the client refuses a server that offers none.
  const tls = url.protocol === 'tls:' ? { tls: {} } : {};
  const client = await connect({ ...options, ...tls, servers });
  return {
    client,
    headers: () => headers(),
    async streams() {
      const { jetstreamManager } = await import('@nats-io/jetstream');
      return (await jetstreamManager(client)).streams;
    },
  };
}

async function byWebSocket(url: URL, options: Options): Promise<Connected> {
  const { connect, headers } = await import('nats.ws');
  const servers = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  const client = await connect({ ...options, servers });
  return {
    client,
    headers: () => headers(),
    streams: async () => (await client.jetstreamManager()).streams,
  };
}
