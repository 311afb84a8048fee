/** The whole service in this process, as its variables make it: a database and a port of its own. */
import { join } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import { readSettings } from '../../src/core/config/config.ts';
import type { Environment } from '../../src/core/config/environment.ts';
import { systemClock } from '../../src/core/shared/clock.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { createMigrated, temporaryFolder } from './database.ts';

const KEY = 'global-key-of-this-test';

export interface Service {
  readonly app: App;
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly key: string;
  /** Log lines, parsed. */
  readonly lines: Record<string, unknown>[];
  /** The answer's status and body, JSON or text, by the global key. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

export async function startService(environment: Environment): Promise<Service> {
  const folder = temporaryFolder();
  const file = join(folder, 'gatehouse.db');
  await createMigrated(file);
  const reading = readSettings(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: `file:${file}`,
      ...environment,
    },
    () => null,
  );
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const encryptionKeys = [Buffer.alloc(32, 7).toString('base64')] as const;
  const clock = systemClock();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  const config = { ...reading.settings, globalApiKeys: [KEY] as const, encryptionKeys };
  const app = await createApp(config, { log, clock });
  await app.start();
  const url = `http://127.0.0.1:${app.server.port}`;
  return {
    app,
    url,
    key: KEY,
    lines,
    async call(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { apikey: KEY, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    },
  };
}
