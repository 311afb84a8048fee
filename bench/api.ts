/**
 * Authenticated reads through the whole product on a real port, one of each zone, beside bare `Bun.serve` that answers
 * the same JSON, in the same run and from the same client.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headers as crmHeaders, KEY, startCrm } from './crm-app.ts';
import { load } from './load.ts';
import { median, shown, table } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const seconds = Number(process.env.SECONDS ?? 2);
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const app = await startCrm(folder);
const base = new URL(app.base).origin;
const headers = { apikey: KEY };

/** The path of a delivery with its validated id, key and look-up. */
async function deliveryUrl(): Promise<string> {
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
  for (;;) {
    const page = await fetch(`${base}/delivery/find/bench?state=delivered`, { headers });
    const { deliveries } = (await page.json()) as { deliveries: { id: string }[] };
    if (deliveries.length > 0) return `${base}/delivery/${deliveries[0]?.id}`;
  }
}

interface Rate {
  readonly perSecond: number;
  /** µs of this process's CPU a request, the server's own part of it: the client is another process. */
  readonly cpu: number;
}

async function measured(url: string, sent: Record<string, string>): Promise<Rate> {
  const before = process.cpuUsage();
  const perSecond = await load({ url, headers: sent, seconds });
  const { user, system } = process.cpuUsage(before);
  return { perSecond, cpu: (user + system) / (perSecond * seconds) };
}

async function compare(name: string, url: string, sent: Record<string, string>): Promise<void> {
  const answer = await (await fetch(url, { headers: sent })).text();
  const bare = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
  });
  await measured(url, sent);
  const rows: { bare: Rate; own: Rate }[] = [];
  for (let run = 0; run < RUNS; run++) {
    rows.push({ bare: await measured(bare.url.href, sent), own: await measured(url, sent) });
  }
  table(
    rows.map(({ bare, own }) => ({
      'Bun.serve/s': shown(bare.perSecond),
      [`${name}/s`]: shown(own.perSecond),
      ratio: (own.perSecond / bare.perSecond).toFixed(2),
      'CPU µs a request': `${shown(bare.cpu)}, ${shown(own.cpu)}`,
    })),
  );
  const ratio = median(rows.map(({ bare, own }) => own.perSecond / bare.perSecond));
  const cpu = median(rows.map(({ own }) => own.cpu));
  console.log(`\nmedians: ratio ${ratio.toFixed(2)}, CPU ${shown(cpu)} µs a request\n`);
  await bare.stop(true);
}

await compare('GET /delivery/{id}', await deliveryUrl(), headers);
await compare('GET /api/v1/permissions', `${app.base}/permissions`, crmHeaders);
await app.stop();
rmSync(folder, { recursive: true });
process.exit(0);
