/** The whole product in this process: its own database, a free port, and callers with the right keys. */
import { join } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import { readSettings } from '../../src/core/config/config.ts';
import type { CommitPace } from '../../src/core/db/client.ts';
import { createNetworkGuard } from '../../src/core/outbound/network-guard.ts';
import { type Clock, systemClock } from '../../src/core/shared/clock.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { createMigrated, STEADY_PACE, temporaryFolder } from './database.ts';
import { until } from './until.ts';

export const GLOBAL_KEY = 'the-global-key-of-this-test';
export const ACCESS_TOKEN = 'the-access-token-of-this-test';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  readonly body: any;
  readonly headers: Headers;
}

export interface RunningApp {
  readonly app: App;
  readonly url: string;
  readonly lines: Record<string, unknown>[];
  readonly dataDir: string;
  /** Calls with the global key, or with `key`; under /api/v1 with the access token of the first user. */
  call(
    method: string,
    path: string,
    body?: unknown,
    key?: string | null,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A sandbox instance, paired and open, and its key. */
  openInstance(name: string): Promise<string>;
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly env?: Record<string, string>;
  readonly clock?: Clock;
  /** A data directory to go on with. */
  readonly dataDir?: string;
  /** Is told of every commit, right after it. */
  readonly commitPace?: CommitPace;
}

export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const file = join(dataDir, 'gatehouse.db');
  if (options.dataDir === undefined) await createMigrated(file);
  const clock = options.clock ?? systemClock();
  const reading = readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${file}`,
      GLOBAL_API_KEY: GLOBAL_KEY,
      BOOTSTRAP_ACCESS_TOKEN: ACCESS_TOKEN,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...options.env,
    },
    (url, allow) => createNetworkGuard({ allow }).refusesLiteral(url),
  );
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const { globalApiKeys, encryptionKeys } = reading.settings;
  if (globalApiKeys === null || encryptionKeys === null) throw new Error('the keys are missing');
  const lines: Record<string, unknown>[] = [];
  const log = createLog('debug', clock.now, (line) => lines.push(JSON.parse(line)));
  const app = await createApp(
    { ...reading.settings, globalApiKeys, encryptionKeys },
    { log, clock, commitPace: options.commitPace ?? STEADY_PACE },
  );
  await app.start();
  const url = `http://127.0.0.1:${app.server.port}`;
  const call: RunningApp['call'] = async (method, path, body, key = GLOBAL_KEY, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key !== null && { apikey: key }),
        ...(key !== null && path.startsWith('/api/v1') && { api_access_token: ACCESS_TOKEN }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers };
  };
  return {
    app,
    url,
    lines,
    dataDir,
    call,
    async openInstance(name) {
      const created = await call('POST', '/instance/create', {
        instanceName: name,
        provider: 'sandbox',
      });
      await call('GET', `/instance/connect/${name}`);
      await call('POST', `/sandbox/${name}/scan`, {});
      await until(`${name} is open`, async () => {
        const { body } = await call('GET', `/instance/connectionState/${name}`);
        return body.instance.state === 'open';
      });
      return created.body.apikey;
    },
    stop: () => app.stop(1_000),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `post /send/text` and all others that the API document has under this tag. */
export function operationsTagged(
  document: { paths: Record<string, Record<string, { tags?: readonly string[] }>> },
  tag: string,
): ReadonlySet<string> {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { tags }]) => ({ name: `${method} ${path}`, tags })),
  );
  return new Set(all.filter(({ tags }) => tags?.includes(tag)).map(({ name }) => name));
}
