/**
 * The service on a disk whose syncs take 0, 10, 50 or 500 ms: what one instance gets done beside 64 of them, and how
 * long those wait who need no disk. The delay is preloaded; Linux with a C compiler only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preload } from '../test/helpers/preload.ts';
import { percentile, shown, table } from './measure.ts';

const KEY = 'the-key-of-this-benchmark';
const WIDTH = 64;
const SECONDS = Number(process.env.SECONDS ?? 8);
const DELAYS = (process.env.DELAYS ?? '0,10,50,500').split(',').map(Number);
const main = new URL('../src/main.ts', import.meta.url).pathname;

interface Service {
  readonly url: string;
  post(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

async function start(delayMs: number): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const child = Bun.spawn([process.execPath, 'run', main], {
    env: {
      ...process.env,
      ...preload('slow-fsync', delayMs)?.environment,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'gatehouse.db')}`,
      GLOBAL_API_KEY: KEY,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(child.stdout);
  return {
    url,
    async post(path, body) {
      const headers = { apikey: KEY, 'content-type': 'application/json' };
      const response = await fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${text}`);
    },
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const [, url] = /^listening on (\S+)$/m.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`the service did not start:\n${text}`);
}

async function open(service: Service, name: string): Promise<void> {
  await service.post('/instance/create', { instanceName: name, provider: 'sandbox' });
  const headers = { apikey: KEY };
  await (await fetch(`${service.url}/instance/connect/${name}`, { headers })).text();
  await service.post(`/sandbox/${name}/scan`, {});
}

const message = { kind: 'text', from: '551199990001', text: 'x'.repeat(330) };
const text = { number: '551199990001', text: 'x'.repeat(330) };

/** Calls a second, `WIDTH` at once, spread over `names`. */
async function perSecond(
  service: Service,
  names: readonly string[],
  work: 'message' | 'text',
): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  const from = performance.now();
  let done = 0;
  const lane = async (index: number) => {
    const name = names[index % names.length];
    while (performance.now() < end) {
      if (work === 'message') await service.post(`/sandbox/${name}/message`, message);
      else await service.post(`/message/sendText/${name}`, text);
      done++;
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, (_, index) => lane(index)));
  return (done * 1_000) / (performance.now() - from);
}

const get = (service: Service, path: string) => async () => {
  await (await fetch(service.url + path, { headers: { apikey: KEY } })).text();
};

async function enableSockets(service: Service, name: string): Promise<void> {
  const headers = { apikey: KEY, instanceId: name, 'content-type': 'application/json' };
  const body = JSON.stringify({ websocketEnable: 'enabled' });
  await (await fetch(`${service.url}/instance/connect`, { method: 'POST', headers, body })).text();
}

/** Until the first frame of a reader that comes anew: an event that is on disk already. */
const frame = (service: Service, name: string) => async () => {
  const url = `${service.url.replace('http', 'ws')}/ws?instance=${name}&after=0`;
  const socket = new WebSocket(url, ['gatehouse', `apikey.${KEY}`]);
  await new Promise<void>((resolve, reject) => {
    socket.onmessage = () => resolve();
    socket.onclose = ({ code, reason }) => reject(new Error(`${code} ${reason}`));
  });
  socket.close();
};

/** Ms that each `ask` took, one after another, while `work` runs. */
async function waits(ask: () => Promise<void>, work: Promise<unknown>): Promise<number[]> {
  let isRunning = true;
  void work.finally(() => {
    isRunning = false;
  });
  const taken: number[] = [];
  while (isRunning) {
    const from = performance.now();
    await ask();
    taken.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return taken;
}

const names = Array.from({ length: WIDTH }, (_, index) => `bench-${index}`);
const rows: Record<string, string | number>[] = [];
for (const delayMs of DELAYS) {
  const service = await start(delayMs);
  await Promise.all(names.map((name) => open(service, name)));
  await enableSockets(service, 'bench-1');
  await perSecond(service, names, 'message');
  const many = await perSecond(service, names, 'message');
  const one = await perSecond(service, names.slice(0, 1), 'message');
  const manyTexts = await perSecond(service, names, 'text');
  const oneTexts = await perSecond(service, names.slice(0, 1), 'text');
  const load = perSecond(service, names, 'message');
  const [health, reads, frames] = await Promise.all([
    waits(get(service, '/health'), load),
    waits(get(service, '/instance/connectionState/bench-0'), load),
    waits(frame(service, 'bench-1'), load),
  ]);
  await service.stop();
  const both = (taken: number[]) =>
    `${shown(percentile(taken, 50))} / ${shown(percentile(taken, 99))}`;
  rows.push({
    'sync ms': delayMs,
    'messages/s, 64 instances': shown(many),
    'one instance': shown(one),
    ratio: (one / many).toFixed(2),
    'texts/s, 64 instances': shown(manyTexts),
    'one instance ': shown(oneTexts),
    'ratio ': (oneTexts / manyTexts).toFixed(2),
    '/health p50/p99 ms': both(health),
    'state p50/p99 ms': both(reads),
    'first frame p50/p99 ms': both(frames),
  });
}
table(rows);
process.exit(0);
