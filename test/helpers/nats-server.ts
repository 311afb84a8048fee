/**
 * A real nats-server for a test: the machine's own on free loopback ports and in a folder of its own,
 * or the one that TEST_NATS_URL names, which can be used but not killed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { spawnGroup } from './process-group.ts';
import { until } from './until.ts';

export interface NatsServer {
  readonly url: string;
  /** The same server by WebSocket; null for a shared one. */
  readonly webSocketUrl: string | null;
  /** Present when it is ours to kill. */
  readonly process?: {
    /** Dies at once, as with kill -9; the data stays. */
    kill(): Promise<void>;
    /** Comes back on the same ports with the same data. */
    start(): Promise<void>;
    /** Keeps its connections and does nothing, until `thaw`. */
    freeze(): Promise<void>;
    thaw(): void;
  };
}

export interface NatsOptions {
  /** Default: 64 MiB, the most there can be. */
  readonly payloadBytesMax?: number;
  /** More lines of its configuration. */
  readonly lines?: readonly string[];
  readonly withoutJetStream?: boolean;
}

export const natsServerPath = (): string | null => Bun.which('nats-server');

export async function startNatsServer(options: NatsOptions = {}): Promise<NatsServer> {
  const shared = process.env.TEST_NATS_URL;
  if (shared !== undefined && Object.keys(options).length === 0) {
    return { url: shared, webSocketUrl: null };
  }
  const binary = natsServerPath();
  if (binary === null) throw new Error('no nats-server on this machine');
  const port = freePort();
  const webSocketPort = freePort();
  const configuration = await configurationOf(port, webSocketPort, options);
  const launch = async () => {
    const server = spawnGroup([binary, '-c', configuration]);
    await until('nats-server answers', () => {
      if (server.exitCode() !== null) throw new Error('nats-server ended');
      return greets(port);
    });
    return server;
  };
  let server = await launch();
  return {
    url: `nats://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${webSocketPort}`,
    process: {
      kill: () => server.kill(),
      async start() {
        server = await launch();
      },
      freeze: () => server.freeze(),
      thaw: () => server.thaw(),
    },
  };
}

async function configurationOf(
  port: number,
  webSocketPort: number,
  { payloadBytesMax = 64 * 1024 * 1024, lines = [], withoutJetStream = false }: NatsOptions,
): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'nats.conf');
  const text = [
    `listen: "127.0.0.1:${port}"`,
    `max_payload: ${payloadBytesMax}`,
    `max_pending: ${Math.max(payloadBytesMax, 64 * 1024 * 1024)}`,
    `websocket { listen: "127.0.0.1:${webSocketPort}", no_tls: true }`,
    ...(withoutJetStream ? [] : [`jetstream { store_dir: "${join(folder, 'jetstream')}" }`]),
    ...lines,
  ].join('\n');
  await writeFile(path, text);
  return path;
}

/** It speaks first. */
async function greets(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = { data: () => resolve(true), close: () => resolve(false) };
  const connected = Bun.connect({ hostname: '127.0.0.1', port, socket });
  connected.catch(() => resolve(false));
  return promise.finally(() => connected.then((open) => open.end()).catch(() => {}));
}
