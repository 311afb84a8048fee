/**
 * An authenticated read with validated parameters and a database look-up, through the whole product on a real
 * port, beside bare `Bun.serve` that answers the same JSON, in the same run and from the same client.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { readSettings } from '../src/config.ts';
import { systemClock } from '../src/shared/clock.ts';
import { createLog } from '../src/shared/log.ts';
import { load } from './load.ts';
import { median, shown, table } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const KEY = 'bench-key';
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const reading = readSettings(
  {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'bench.db')}`,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  },
  () => null,
);
if ('faults' in reading) throw new Error(reading.faults.join('\n'));
const clock = systemClock();
const config = {
  ...reading.settings,
  globalApiKeys: [KEY] as const,
  encryptionKeys: [Buffer.alloc(32, 7).toString('base64')] as const,
};
const app = await createApp(config, { clock, log: createLog('error', clock.now) });
await app.start();
const base = `http://127.0.0.1:${app.server.port}`;
const headers = { apikey: KEY };
const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok') });

const post = (path: string, body: unknown = {}) =>
  fetch(base + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
await post('/instance/create', { instanceName: 'bench', provider: 'sandbox' });
await post('/webhook/set/bench', { enabled: true, url: receiver.url.href });
await fetch(`${base}/instance/connect/bench`, { headers });
await post('/sandbox/bench/scan');
await post('/sandbox/bench/load', { messages: 200 });
const page = (await (
  await fetch(`${base}/delivery/find/bench?state=delivered`, { headers })
).json()) as {
  deliveries: { id: string }[];
};
const url = `${base}/delivery/${page.deliveries[0]?.id}`;
const answer = await (await fetch(url, { headers })).text();
const bare = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
});

await load({ url, headers, seconds: 1 });
const rows: { bare: number; api: number }[] = [];
for (let run = 0; run < RUNS; run++) {
  rows.push({ bare: await load({ url: bare.url.href }), api: await load({ url, headers }) });
}
table(
  rows.map(({ bare, api }, run) => ({
    run: run + 1,
    'Bun.serve/s': shown(bare),
    'GET /delivery/{id}/s': shown(api),
    ratio: (api / bare).toFixed(2),
  })),
);
console.log(`\nmedians: ratio ${median(rows.map(({ bare, api }) => api / bare)).toFixed(2)}`);
await app.stop(1_000);
rmSync(folder, { recursive: true });
process.exit(0);
