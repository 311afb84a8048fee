/**
 * Delivery to a healthy receiver while a million deliveries wait for a dead one, beside the same with an empty
 * table; how long a start takes with that table; what it costs in memory.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message, startEngine } from './engine.ts';
import { fillLog } from './log-rows.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { startReceiver } from './receiver.ts';

const WAITING = Number(process.env.WAITING ?? 1_000_000);
const COUNT = 20_000;
const WIDTH = 64;
const RUNS = Number(process.env.RUNS ?? 5);
const HEALTHY = { id: '01900000-0000-7000-8000-00000000a001', name: 'healthy' };
const DEAD = '01900000-0000-7000-8000-00000000dead';
/** A port without a listener: discard, which no system opens by default. */
const DEAD_URL = 'http://127.0.0.1:9/hook';

const receiver = await startReceiver();
const urlOf = (id: string) => (id === DEAD ? DEAD_URL : receiver.url);

interface Run {
  readonly perSecond: number;
  readonly startMs: number;
  readonly rssMb: number;
}

async function run(path: string): Promise<Run> {
  await receiver.reset();
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const from = performance.now();
  const { engine, stop } = await startEngine({ urlOf, path });
  const startMs = performance.now() - from;
  const perSecond = await rate(
    COUNT,
    WIDTH,
    (index) => engine.publish(HEALTHY, [message(index)]),
    () => receiver.arrived(COUNT),
  );
  const rssMb = (process.memoryUsage.rss() - before) / 1_048_576;
  await stop();
  return { perSecond, startMs, rssMb };
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backlog-'));
const full = join(folder, 'full.db');
const empty = join(folder, 'empty.db');
await fillLog(full, {
  streamId: DEAD,
  count: WAITING,
  state: 'waiting',
  target: DEAD_URL,
  data: '{}',
});
console.log(
  `${formatNumber(WAITING)} waiting deliveries, ${formatNumber(statSync(full).size / 1_048_576)} MB`,
);
await run(empty);
const rows: { empty: Run; full: Run }[] = [];
for (let turn = 0; turn < RUNS; turn++)
  rows.push({ empty: await run(empty), full: await run(full) });
table(
  rows.map(({ empty, full }, turn) => ({
    run: turn + 1,
    'empty: delivered/s': formatNumber(empty.perSecond),
    'backlog: delivered/s': formatNumber(full.perSecond),
    ratio: (full.perSecond / empty.perSecond).toFixed(2),
    'backlog: start ms': formatNumber(full.startMs),
    'empty: RSS MB': formatNumber(empty.rssMb),
    'backlog: RSS MB': formatNumber(full.rssMb),
  })),
);
const ratio = median(rows.map(({ empty, full }) => full.perSecond / empty.perSecond));
console.log(
  `\nmedians: ratio ${ratio.toFixed(2)}, start ${formatNumber(median(rows.map(({ full }) => full.startMs)))} ms`,
);
receiver.stop();
rmSync(folder, { recursive: true });
process.exit(0);
