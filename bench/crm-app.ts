/** The whole product on a real port over a database file, for benchmarks of its operations. */
import { Database } from 'bun:sqlite';
import { createApp } from '../src/app.ts';
import { readSettings } from '../src/core/config/config.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { createLog } from '../src/core/shared/log.ts';

export const TOKEN = 'bench-token';
export const headers = { api_access_token: TOKEN };
/** The key of the gateway zone. */
export const KEY = 'bench-key';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

export interface CrmApp {
  /** Up to and with `/api/v1`. */
  readonly base: string;
  /** Resolves to the `data` of the answer. */
  post(path: string, body: unknown): Promise<{ id: string }>;
  stop(): Promise<void>;
}

export async function startCrm(folder: string): Promise<CrmApp> {
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${folder}/bench.db`,
    GLOBAL_API_KEY: KEY,
    BOOTSTRAP_ACCESS_TOKEN: TOKEN,
    ENCRYPTION_KEY,
  };
  const reading = readSettings(environment, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const clock = systemClock();
  const config = {
    ...reading.settings,
    globalApiKeys: [KEY] as const,
    encryptionKeys: [ENCRYPTION_KEY] as const,
  };
  const app = await createApp(config, { clock, log: createLog('error', clock.now) });
  await app.start();
  const base = `http://127.0.0.1:${app.server.port}/api/v1`;
  return {
    base,
    async post(path, body) {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { data: { id: string } };
      if (response.status !== 201) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
    stop: () => app.stop(1_000),
  };
}

/** Rows of their own making in the table of pipelines; the product must not be running. */
export function addPipelines(folder: string, accountId: string, count: number): void {
  const db = new Database(`${folder}/bench.db`);
  db.run(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
     insert into pipelines select
       printf('%s-7000-8000-%012x', substr('${accountId}', 1, 13), n), '${accountId}', 'Pipeline ' || n,
       '', 'sales', 'team', '${accountId}', 1700000000000 + n, 1700000000000 + n from numbers`,
  );
  db.run('pragma wal_checkpoint(truncate)');
  db.close();
}
