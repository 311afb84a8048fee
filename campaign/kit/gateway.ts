/** A service under fault: a process of its own, and its operations as a caller without patience uses them. */
import { join } from 'node:path';
import {
  bun,
  isolated,
  listening,
  RUNTIME_OPTIONS,
  type SpawnedProcess,
  spawnProcess,
} from '../../test/core/process/spawned-process.ts';
import { bundledService } from '../../test/helpers/bundle.ts';
import { temporaryFolder, whenThisProcessIsGone } from '../../test/helpers/database.ts';

const KEY = 'the-key-of-the-campaign';
/** A busy machine takes its time. */
const START_LIMIT_MS = 60_000;
const CALL_LIMIT_MS = 60_000;

export interface Answer {
  /** 0 when no answer came. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as callers read them, without types.
  readonly body: any;
}

type Headers = Readonly<Record<string, string>>;

export interface Gateway {
  readonly process: SpawnedProcess;
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly startMs: number;
  /** Never rejects. */
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Kills it like kill -9. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
}

export interface GatewayOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Modules of this folder to load before the service. */
  readonly preloads?: readonly string[];
  /** Another version's entry point; default: this one's, bundled. */
  readonly main?: string;
}

export const apiKey = KEY;

/** A path for the data of a new service; removed when this process is gone. */
export const newDataDir = (): string => join(temporaryFolder(), 'data');

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { dataDir, environment = {}, preloads = [], main = bundledService() } = options;
  const preloading = preloads.flatMap((file) => ['--preload', join(import.meta.dir, file)]);
  const from = performance.now();
  const process = spawnProcess([bun, 'run', ...preloading, main], {
    ...isolated(dataDir),
    ...RUNTIME_OPTIONS,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'error',
    ...environment,
  });
  // A campaign that is interrupted leaves no service behind.
  const cancel = whenThisProcessIsGone('kill -9 "$1" 2>/dev/null', String(process.pid));
  void process.ended().then(cancel);
  const port = await listening(process, START_LIMIT_MS);
  const url = `http://127.0.0.1:${port}`;
  return {
    process,
    url,
    startMs: performance.now() - from,
    call: (method, path, body, headers) => call(`${url}${path}`, method, body, headers),
    async kill() {
      process.signal('SIGKILL');
      await process.ended();
    },
    async stop() {
      process.signal('SIGTERM');
      return process.ended();
    },
  };
}

async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Headers = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: null };
  }
}
