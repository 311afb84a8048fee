/**
 * The two NATS clients behind one face: by WebSocket, and by TCP with or without TLS.
 * Owns: what is asked of either. Must never: reconnect by itself; a client that lost its server is thrown away.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectByTcp } from '@nats-io/transport-node';
import { connect as connectByWebSocket } from 'nats.ws';

/** What both clients' connections can do. */
export interface Client {
  readonly info?: { readonly max_payload: number } | undefined;
  publish(subject: string, body: Uint8Array): void;
  /** Resolves when the server has seen all that was published; never settles once the connection is gone. */
  flush(): Promise<void>;
  closed(): Promise<unknown>;
  close(): Promise<void>;
  status(): AsyncIterable<unknown>;
}

export interface StreamConfig {
  readonly subjects?: string[];
  readonly max_msg_size?: number;
}

export interface Ack {
  readonly stream: string;
  readonly seq: number;
  readonly duplicate: boolean;
}

export interface JetStream {
  /** The stream's settings; null when there is none of this name. */
  stream(name: string): Promise<StreamConfig | null>;
  create(name: string, subjects: string[]): Promise<StreamConfig>;
  publish(subject: string, body: Uint8Array, id: string, stream: string): Promise<Ack>;
}

export interface Connected {
  readonly client: Client;
  jetStream(): Promise<JetStream>;
}

/** Whoever waits has limits of its own; these only end what nobody waits for any more. */
const ANSWER_MS = 60_000;

const settings = {
  name: 'gatehouse',
  reconnect: false,
  pingInterval: 5_000,
  maxPingOut: 2,
  // Each would cost an Error object per publish, for a stack nobody reads.
  noAsyncTraces: true,
};

/** Credentials are taken from the URL: a user and password, or a token in the user's place. */
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
  const servers = `${url.hostname}:${url.port === '' ? 4222 : url.port}`;
  // With `tls` set, a server that offers none is refused.
  const tls = url.protocol === 'tls:' ? { tls: {} } : {};
  const client = await connectByTcp({ ...options, ...tls, servers });
  return {
    client,
    async jetStream() {
      const { streams } = await jetstreamManager(client);
      return jetStreamOf(jetstream(client, { timeout: ANSWER_MS }), streams);
    },
  };
}

async function byWebSocket(url: URL, options: Options): Promise<Connected> {
  const servers = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  const client = await connectByWebSocket({ ...options, servers });
  return {
    client,
    async jetStream() {
      const { streams } = await client.jetstreamManager();
      return jetStreamOf(client.jetstream({ timeout: ANSWER_MS }), streams);
    },
  };
}

/** Both clients agree on these; their own types differ in what is not used here. */
interface Publishing {
  publish(
    subject: string,
    body: Uint8Array,
    options: { msgID: string; expect: { streamName: string } },
  ): Promise<Ack>;
}

interface Streams {
  info(name: string): Promise<{ config: StreamConfig }>;
  add(config: { name: string; subjects: string[] }): Promise<{ config: StreamConfig }>;
}

const jetStreamOf = (publishing: Publishing, streams: Streams): JetStream => ({
  async stream(name) {
    try {
      return (await streams.info(name)).config;
    } catch (error) {
      if (error instanceof Error && /stream not found/i.test(error.message)) return null;
      throw error;
    }
  },
  // File storage is what a stream has unless it says otherwise.
  create: async (name, subjects) => (await streams.add({ name, subjects })).config,
  publish: (subject, body, id, streamName) =>
    publishing.publish(subject, body, { msgID: id, expect: { streamName } }),
});
