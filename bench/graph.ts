/**
 * Texts through the paths of the Graph API beside `/message/sendText`, in turns: the same instance of the sandbox, the
 * same client, the same service.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY, startCrm } from './crm-app.ts';
import { type LoadOptions, load } from './load.ts';
import { formatNumber, median, table } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const seconds = Number(process.env.SECONDS ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const app = await startCrm(folder);
const base = new URL(app.base).origin;
const TO = '5511888880000';

interface Rate {
  readonly perSecond: number;
  /** µs of this process's CPU a message: the client is another process. */
  readonly cpu: number;
}

async function measured(options: LoadOptions): Promise<Rate> {
  const before = process.cpuUsage();
  const perSecond = await load({ seconds, ...options });
  const { user, system } = process.cpuUsage(before);
  return { perSecond, cpu: (user + system) / (perSecond * seconds) };
}

const post = async (path: string, body: unknown = {}) =>
  (
    await fetch(base + path, {
      method: 'POST',
      headers: { apikey: KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();
const { apikey, instance } = (await post('/instance/create', {
  instanceName: 'bench',
  provider: 'sandbox',
})) as { apikey: string; instance: { phoneNumberId: string } };
await fetch(`${base}/instance/connect/bench`, { headers: { apikey } });
await post('/sandbox/bench/scan');

const own: LoadOptions = {
  url: `${base}/message/sendText/bench`,
  headers: { apikey },
  body: JSON.stringify({ number: TO, text: 'Your order is ready' }),
};
const graph: LoadOptions = {
  url: `${base}/graph/v25.0/${instance.phoneNumberId}/messages`,
  headers: { authorization: `Bearer ${apikey}` },
  body: JSON.stringify({
    messaging_product: 'whatsapp',
    to: TO,
    type: 'text',
    text: { body: 'Your order is ready' },
  }),
  status: 200,
};
await measured(own);
await measured(graph);
const rows: { own: Rate; graph: Rate }[] = [];
for (let run = 0; run < RUNS; run++)
  rows.push(
    run % 2 === 0
      ? { own: await measured(own), graph: await measured(graph) }
      : { graph: await measured(graph), own: await measured(own) },
  );
table(
  rows.map((row) => ({
    'sendText/s': formatNumber(row.own.perSecond),
    'Graph/s': formatNumber(row.graph.perSecond),
    ratio: (row.graph.perSecond / row.own.perSecond).toFixed(2),
    'CPU µs a message': `${formatNumber(row.own.cpu)}, ${formatNumber(row.graph.cpu)}`,
  })),
);
const of = (read: (row: { own: Rate; graph: Rate }) => number) => median(rows.map(read));
console.log(
  `\nmedians: ${formatNumber(of((row) => row.graph.perSecond))} beside ${formatNumber(of((row) => row.own.perSecond))}/s, ratio ${of((row) => row.graph.perSecond / row.own.perSecond).toFixed(2)}, CPU ${formatNumber(of((row) => row.graph.cpu))} and ${formatNumber(of((row) => row.own.cpu))} µs\n`,
);
await app.stop();
rmSync(folder, { recursive: true });
process.exit(0);
