/**
 * The whole service in a process of its own with MEMORY_LIMIT=512m, and 200 connections that want its memory: half of
 * them never finish a body of 31 MiB, half never read an answer of 20 MiB. How long other callers wait meanwhile, and
 * how much memory the process came to.
 */
import { join } from 'node:path';
import type { HostileOptions } from '../test/helpers/hostile.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnService,
} from '../test/process/spawned.ts';
import { shown, table } from './measure.ts';

const KEY = 'key-of-this-measurement-of-32-chars';
const SECONDS = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 200);
/** How often each hostile connection goes on, or comes again after a refusal. */
const ROUND_MS = Number(process.env.ROUND_MS ?? 1000);
const ATTACKERS = ['a', 'b', 'c', 'd', 'e', 'f'];

const service = spawnService({
  ...isolated(await freshDataDir()),
  GLOBAL_API_KEY: KEY,
  MEMORY_LIMIT: '512m',
  LOG_LEVEL: 'warn',
});
const port = await listening(service);
const call = (method: string, path: string, key: string, body?: unknown) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { apikey: key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function openInstance(name: string): Promise<string> {
  const created = await call('POST', '/instance/create', KEY, {
    instanceName: name,
    provider: 'sandbox',
  });
  const { apikey } = (await created.json()) as { apikey: string };
  await call('GET', `/instance/connect/${name}`, KEY);
  await call('POST', `/sandbox/${name}/scan`, KEY, {});
  return apikey;
}
const peak = async () =>
  Number(/VmHWM:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) / 1024;

const other = await openInstance('other');
const keys: { name: string; key: string }[] = [];
const file = Buffer.alloc(15 << 20, 1).toString('base64');
for (const name of ATTACKERS) {
  const key = await openInstance(name);
  await call('POST', `/sandbox/${name}/message`, key, {
    kind: 'document',
    from: '5511888880000',
    base64: file,
  });
  keys.push({ name, key });
}

async function waits(): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    for (const [method, path, body] of [
      ['GET', '/instance/connectionState/other', undefined],
      ['POST', '/message/sendText/other', { number: '5511888880000', text: 'Hello' }],
    ] as const) {
      const start = performance.now();
      const { status } = await call(method, path, other, body);
      if (status > 201)
        throw new Error(`${path} was answered ${status}: ${service.stdout().slice(-2000)}`);
      times.push(performance.now() - start);
    }
  }
  return times.sort((a, b) => a - b);
}
const row = (when: string, times: number[], mebibytes: number) => ({
  when,
  calls: shown(times.length),
  'p50 ms': times[Math.floor(times.length * 0.5)]!.toFixed(1),
  'p99 ms': times[Math.floor(times.length * 0.99)]!.toFixed(1),
  'longest ms': times.at(-1)!.toFixed(1),
  'peak MiB': mebibytes.toFixed(0),
});

const rows = [row('before', await waits(), await peak())];
const options: HostileOptions = { port, keys, connections: CONNECTIONS, roundMs: ROUND_MS };
const attackers = Bun.spawn(
  [process.execPath, join(import.meta.dir, 'attackers.ts'), JSON.stringify(options)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
rows.push(row('meanwhile', await waits(), await peak()));
attackers.kill();
table(rows);
console.log(`\n${await new Response(attackers.stdout).text()}`);
const errors = service
  .stdout()
  .split('\n')
  .filter((line) => line.includes('"level":"error"'));
if (errors.length > 0) console.log(errors.join('\n'));
await cleanUp();
process.exit(0);
