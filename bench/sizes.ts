/**
 * How the cost of an event grows with its size, with the number of instances while a global webhook is dead, and with
 * the length of the log. Each case has a process of its own; `PART=bytes,instances,log` chooses. `LOG` says how
 * long logs are, and `PACE` how many events a second come and expire then.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observer } from '../src/core/events/deliver/observer.ts';
import { benchFolder } from './child.ts';
import { message, startEngine } from './engine.ts';
import { fillLog } from './log-rows.ts';
import { formatNumber, rate, table } from './measure.ts';
import { obeyOrders, startOrderProcess } from './order-process.ts';
import { type BenchReceiver, startReceiver } from './receiver.ts';
import { type Pace, steady } from './steady.ts';

const PARTS = ['bytes', 'instances', 'log'] as const;
type Part = (typeof PARTS)[number];
type Case = readonly [part: Part, size: number];

const CASES: Record<Part, readonly number[]> = {
  bytes: [1_024, 65_536, 1_048_576],
  instances: [1, 1_000, 20_000],
  log: (process.env.LOG ?? '0,1000000,10000000').split(',').map(Number),
};
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };
/** Discard, which no system opens by default. */
const DEAD_URL = 'http://127.0.0.1:9/hook';
const HOUR_MS = 3_600_000;

interface Figures {
  readonly startMs: number;
  /** µs an attempt: with a dead webhook there are several to an event. */
  readonly cpu: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly memoryMb: number;
}

interface Setting {
  readonly receiver: BenchReceiver;
  /** Events that are counted. */
  readonly count: number;
  readonly pace: Pace;
  readonly options: Parameters<typeof startEngine>[0];
  readonly streamOf?: (index: number) => { readonly id: string; readonly name: string };
  readonly characters?: number;
}

async function measure(setting: Setting): Promise<Figures> {
  const { receiver, count, pace, options, streamOf = () => STREAM, characters } = setting;
  let attempts = 0;
  const observer: Observer = {
    onAttempt: () => void attempts++,
    onDrop() {},
    onClear() {},
    onFilter() {},
  };
  const from = performance.now();
  const { engine, stop } = await startEngine({ urlOf: () => receiver.url, observer, ...options });
  const startMs = performance.now() - from;
  const publish = (index: number) =>
    engine.publish(streamOf(index), [message(index, undefined, characters)]);
  const run = async (events: number) => {
    await receiver.reset();
    return rate(events, 64, publish, () => receiver.arrived(events));
  };
  await run(Math.ceil(count / 4));
  attempts = 0;
  const before = process.cpuUsage();
  const perSecond = await run(count);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / attempts;
  const { p50, p99 } = await steady(engine, streamOf, receiver, { ...pace, characters });
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  await stop();
  return { startMs, cpu, perSecond, p50, p99, memoryMb: Number(peak) / 1_024 };
}

const idOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;

async function obey([part, size]: Case): Promise<Figures> {
  const receiver = await startReceiver();
  const path = join(benchFolder(), 'bench.db');
  switch (part) {
    case 'bytes': {
      const count = Math.max(200, Math.min(20_000, 2 ** 28 / size));
      const pace = { perSecond: Math.max(10, Math.min(500, 2 ** 23 / size)), seconds: 8 };
      return measure({ receiver, count, pace, options: {}, characters: size });
    }
    case 'instances': {
      const streamOf = (index: number) => ({ id: idOf(index % size), name: 'bench' });
      const options = { path, globalUrl: DEAD_URL };
      // One event of each waits for the dead webhook when the engine starts that is measured.
      const first = await startEngine({ urlOf: () => receiver.url, ...options });
      await rate(size, 64, (index) => first.engine.publish(streamOf(index), [message(index)]));
      await first.stop();
      return measure({
        ...{ receiver, count: 20_000, options, streamOf },
        pace: { perSecond: 500, seconds: 8 },
      });
    }
    case 'log': {
      const perSecond = Number(process.env.PACE ?? 5_000);
      const pace = { perSecond, seconds: Number(process.env.SECONDS ?? 70) };
      // As many events expire as arrive, and the pass that deletes them is part of the time.
      const spanMs = (size * 1_000) / pace.perSecond;
      const until = Date.now() - 168 * HOUR_MS + spanMs;
      const rows = { streamId: STREAM.id, count: size, state: 'delivered' } as const;
      // Bodies of a long log are short, so that it can be made in minutes.
      const data = size > 1_000_000 ? '{}' : undefined;
      if (size > 0) await fillLog(path, { ...rows, until, spanMs, ...(data && { data }) });
      return measure({ receiver, count: 20_000, pace, options: { path } });
    }
  }
}

async function main(): Promise<void> {
  const wanted = (process.env.PART ?? PARTS.join(',')).split(',');
  for (const part of PARTS.filter((name) => wanted.includes(name))) {
    const rows = [];
    for (const size of CASES[part]) {
      const { child, order } = startOrderProcess<Case>(import.meta.path);
      const figures = (await order([part, size])) as Figures;
      child.disconnect();
      await child.exited;
      rows.push({
        [part]: size.toLocaleString('en-US'),
        'CPU µs an attempt': formatNumber(figures.cpu),
        'events/s': formatNumber(figures.perSecond),
        'p50, p99 ms': `${formatNumber(figures.p50)}, ${formatNumber(figures.p99)}`,
        'start ms': formatNumber(figures.startMs),
        'peak MB': formatNumber(figures.memoryMb),
      });
    }
    console.log(`### ${part}\n`);
    table(rows);
    console.log();
  }
  process.exit(0);
}

if (process.send === undefined) await main();
else obeyOrders(obey);
