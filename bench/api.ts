/**
 * An authenticated read through the whole service, beside bare `Bun.serve` with the same JSON, in one run.
 * `GET /delivery/{id}`: key, path checks, two queries of the database, checked answer. Each server is a process
 * of its own; this one makes the requests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, shown, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { requestRate } from './requests.ts';

const COUNT = Number(process.env.COUNT ?? 30_000);
const RUNS = Number(process.env.RUNS ?? 5);
const KEY = 'key-of-this-bench';
const HEADERS = { apikey: KEY, 'content-type': 'application/json' };

/** Started with an answer as its argument, this file is the bare server. */
const ANSWER = process.argv[2];
if (ANSWER !== undefined) serveBare(JSON.parse(ANSWER));
else await main();

function serveBare(answer: unknown): void {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(answer) });
  console.log(`listening on ${server.url}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const receiver = await startReceiver();
  const service = await start(['src/main.ts'], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'bench.db')}`,
    GLOBAL_API_KEY: KEY,
    WEBHOOK_URL: receiver.url,
    LOG_LEVEL: 'warn',
  });
  const read = new URL(`/delivery/${await oneDelivery(service.url)}`, service.url).href;
  const answer = await (await fetch(read, { headers: HEADERS })).text();
  const bare = await start([import.meta.path, answer], {});
  await compare(read, bare.url);
  for (const { stop } of [service, bare, receiver]) stop();
  rmSync(folder, { recursive: true });
  process.exit(0);
}

async function compare(read: string, bare: string): Promise<void> {
  const both = async () => ({
    bare: await requestRate(bare, HEADERS, COUNT),
    service: await requestRate(read, HEADERS, COUNT),
  });
  await both();
  const rows = [];
  for (let run = 0; run < RUNS; run++) rows.push(await both());
  table(
    rows.map(({ bare, service }, run) => ({
      run: run + 1,
      'bare requests/s': shown(bare),
      'service requests/s': shown(service),
      ratio: (service / bare).toFixed(2),
    })),
  );
  const [bares, services, ratios] = [
    rows.map(({ bare }) => bare),
    rows.map(({ service }) => service),
    rows.map(({ bare, service }) => service / bare),
  ].map(median);
  console.log(
    `\nmedians: bare ${shown(bares ?? 0)}/s, service ${shown(services ?? 0)}/s, ratio ${ratios?.toFixed(2)}`,
  );
}

/** A program under this bun that says where it listens. */
async function start(command: string[], environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, 'run', ...command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += Buffer.from(chunk).toString();
    const url = /listening on (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined) return { url, stop: () => child.kill() };
  }
  throw new Error(`it did not start:\n${printed}`);
}

/** The id of a delivery that was made, of an instance with a history. */
async function oneDelivery(url: string): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as callers do, without types.
  const call = async (path: string, body?: object): Promise<any> => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(new URL(path, url), { headers: HEADERS, ...init });
    return response.json();
  };
  await call('/instance/create', { instanceName: 'bench', provider: 'sandbox' });
  await call('/instance/connect/bench');
  await call('/sandbox/bench/scan', {});
  await call('/sandbox/bench/load', { messages: 1_000 });
  for (;;) {
    const { deliveries } = await call('/delivery/find/bench?state=delivered&limit=500');
    if (deliveries.length === 500) return deliveries[250].id;
    await Bun.sleep(50);
  }
}
