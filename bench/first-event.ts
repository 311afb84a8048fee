/**
 * How soon the owner of a checkout sees an event at their receiver: from `npm start`, and from `npm install` with an
 * empty cache. `INSTALLS=0` leaves out the latter, which loads all packages each time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from './listening.ts';
import { median, table } from './measure.ts';

const RUNS = 5;
const INSTALLS = Number(process.env.INSTALLS ?? RUNS);
const KEY = 'key-of-this-measurement';
const project = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-first-event-'));

const received = { resolve: () => {} };
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { event } = (await request.json()) as { event: string };
    if (event === 'Message') received.resolve();
    return new Response('ok');
  },
});

/** Runs the commands that a newcomer types after the start, without the time for typing. */
async function firstEvent(url: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  received.resolve = resolve;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { apikey: KEY, 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.bytes();
  };
  const hook = { enabled: true, url: `http://127.0.0.1:${receiver.port}/hook` };
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await call('GET', '/instance/connect/shop');
  await call('POST', '/sandbox/shop/scan', {});
  await call('POST', '/webhook/set/shop', hook);
  await call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '5511888880000',
    text: 'Hello',
  });
  await promise;
}

/** From `npm start` in the checkout to the event, in seconds. */
async function started(checkout: string, name: string): Promise<number> {
  const dataDir = join(folder, name);
  const begun = performance.now();
  const child = Bun.spawn(['npm', 'start'], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      GLOBAL_API_KEY: KEY,
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${join(dataDir, 'gatehouse.db')}`,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    detached: true,
  });
  try {
    await firstEvent(await addressOf(child.stdout));
    return (performance.now() - begun) / 1_000;
  } finally {
    process.kill(-child.pid, 'SIGTERM');
    await child.exited;
  }
}

/** From `npm install` in a fresh clone to the event, in seconds. */
async function installed(run: number): Promise<number> {
  const checkout = join(folder, `checkout-${run}`);
  await done(['git', 'clone', '--quiet', project, checkout], project);
  const cache = join(folder, `cache-${run}`);
  mkdirSync(cache);
  const begun = performance.now();
  await done(['npm', 'install', '--omit=dev', '--cache', cache], checkout);
  const installs = (performance.now() - begun) / 1_000;
  const total = installs + (await started(checkout, `installed-${run}`));
  for (const path of [checkout, cache]) rmSync(path, { recursive: true, force: true });
  return total;
}

async function done(command: string[], cwd: string): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdout: 'ignore', stderr: 'pipe' });
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${said}`);
}

const row = (what: string, seconds: readonly number[]) => ({
  From: what,
  'Median, s': median(seconds).toFixed(1),
  'Each, s': seconds.map((one) => one.toFixed(1)).join(', '),
});

try {
  const starts: number[] = [];
  for (let run = 0; run < RUNS; run++) starts.push(await started(project, `start-${run}`));
  const installs: number[] = [];
  for (let run = 0; run < INSTALLS; run++) installs.push(await installed(run));
  table([
    row('npm start', starts),
    ...(INSTALLS > 0 ? [row('npm install and npm start', installs)] : []),
  ]);
} finally {
  await receiver.stop(true);
  rmSync(folder, { recursive: true, force: true });
}
