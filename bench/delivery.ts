/**
 * Delivery from `publish` to a receiver in another process, beside a raw loop of signed posts in the same run.
 * Everything is on: signing, attempt rows, one full sync per commit.
 */

import { newId } from '../src/core/shared/ids.ts';
import { sign, signingKey } from '../src/core/webhooks/signature.ts';
import { message, SECRET, startEngine } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { steady } from './steady.ts';

const COUNT = 20_000;
/** The number of webhooks in the last column. */
const ENDPOINTS = 3;
const WIDTH = Number(process.env.WIDTH ?? 64);
const RUNS = Number(process.env.RUNS ?? 5);
const STEADY = { perSecond: 500, seconds: 8 };
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

const keys = [signingKey(SECRET)];
const receiver = await startReceiver();
const body = JSON.stringify({ id: newId(), event: 'Message', ...message(1) }).padEnd(1_024);

async function raw(): Promise<number> {
  await receiver.reset();
  return rate(
    COUNT,
    WIDTH,
    async () => {
      const id = newId();
      const seconds = String(Math.floor(Date.now() / 1_000));
      const response = await fetch(receiver.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': seconds,
          'webhook-signature': sign(keys, { id, seconds, body }),
        },
      });
      await response.text();
    },
    () => receiver.arrived(COUNT),
  );
}

/**
 * Deliveries a second, and µs of this process's CPU for each: the rate follows the machine's other work, that hardly.
 */
async function engine(endpoints = 1): Promise<{ perSecond: number; cpu: number }> {
  await receiver.reset();
  const { engine, stop } = await startEngine({
    urlOf: (_, place) => `${receiver.url}/${place}`,
    endpoints,
  });
  const before = process.cpuUsage();
  const perSecond = await rate(
    COUNT,
    WIDTH,
    (index) => engine.publish(STREAM, [message(index)]),
    () => receiver.arrived(COUNT * endpoints),
  );
  const { user, system } = process.cpuUsage(before);
  await stop();
  return { perSecond: perSecond * endpoints, cpu: (user + system) / COUNT / endpoints };
}

// Until then compilers take about a quarter of the CPU of an event.
await raw();
for (const endpoints of [1, ENDPOINTS]) await engine(endpoints);
const rows: { raw: number; engine: number; cpu: number; several: number }[] = [];
for (let run = 0; run < RUNS; run++) {
  const posted = await raw();
  const { perSecond, cpu } = await engine();
  const { perSecond: several } = await engine(ENDPOINTS);
  rows.push({ raw: posted, engine: perSecond, cpu, several });
}
table(
  rows.map(({ raw, engine, cpu, several }, run) => ({
    run: run + 1,
    'raw posts/s': formatNumber(raw),
    'delivered/s': formatNumber(engine),
    ratio: (engine / raw).toFixed(2),
    'CPU µs an event': formatNumber(cpu),
    [`delivered/s to ${ENDPOINTS}`]: formatNumber(several),
    'to one': (several / engine).toFixed(2),
  })),
);
const ratio = median(rows.map(({ raw, engine }) => engine / raw));
console.log(
  `\nmedians: raw ${formatNumber(median(rows.map((row) => row.raw)))}/s, delivered ${formatNumber(median(rows.map((row) => row.engine)))}/s, ratio ${ratio.toFixed(2)}, CPU ${formatNumber(median(rows.map(({ cpu }) => cpu)))} µs an event; with ${ENDPOINTS} endpoints ${formatNumber(median(rows.map((row) => row.several)))}/s, ${median(rows.map(({ several, engine }) => several / engine)).toFixed(2)} of one`,
);
const latencies = [];
for (let run = 0; run < Math.min(RUNS, 5); run++) {
  const { engine, stop } = await startEngine({ urlOf: () => receiver.url });
  latencies.push(await steady(engine, () => STREAM, receiver, STEADY));
  await stop();
}
console.log(
  `at ${STEADY.perSecond}/s: p50 ${formatNumber(median(latencies.map(({ p50 }) => p50)))} ms, p99 ${formatNumber(median(latencies.map(({ p99 }) => p99)))} ms`,
);
receiver.stop();
process.exit(0);
