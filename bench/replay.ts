/**
 * How long a new event takes to a receiver while the log is replayed to it, beside the same receiver alone in the same
 * run; and how many events are replayed in a second. The log of the replay is written into the table before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReplay } from '../src/core/events/log/replays.ts';
import { message, startEngine } from './engine.ts';
import { fillLog } from './log-rows.ts';
import { formatNumber, median, percentile, table } from './measure.ts';
import { startReceiver, wallMs } from './receiver.ts';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const RUNS = Number(process.env.RUNS ?? 5);
const RATE = Number(process.env.RATE ?? 500);
const LIVE_PER_SECOND = 100;
const SECONDS = Number(process.env.SECONDS ?? 10);
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

const receiver = await startReceiver();

/** The delays of new events, while `during` runs. */
async function live(
  publish: (index: number) => unknown,
  arrived: () => Promise<{ readonly delayMs: number }[]>,
): Promise<number[]> {
  const from = performance.now();
  const total = LIVE_PER_SECOND * SECONDS;
  for (let index = 0; index < total; index++) {
    const due = from + (index * 1_000) / LIVE_PER_SECOND;
    await Bun.sleep(Math.max(0, due - performance.now()));
    void publish(index);
  }
  return (await arrived()).map(({ delayMs }) => delayMs);
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-replay-'));
const path = join(folder, 'bench.db');
// The events are an hour old and went to no endpoint.
await fillLog(path, {
  streamId: STREAM.id,
  count: EVENTS,
  state: null,
  until: Date.now() - 3_600_000,
});
console.log(`${formatNumber(EVENTS)} events, replayed at ${formatNumber(RATE)}/s at most`);
const { db, engine, stop } = await startEngine({ urlOf: () => receiver.url, path });
const publish = (index: number) => engine.publish(STREAM, [message(index, wallMs())]);
const begin = () =>
  engine.replays.begin(STREAM.id, {
    endpoint: 'webhook',
    since: Date.now() - 7_200_000,
    until: Date.now() - 1_800_000,
    types: null,
    chat: null,
    eventIds: null,
    onlyFailed: false,
    ratePerSecond: RATE,
  });
const total = LIVE_PER_SECOND * SECONDS;
/** The receiver counts everything that came; only new events say when they were sent. */
async function measure(isReplaying: boolean) {
  await receiver.reset();
  const begun = isReplaying ? await begin() : null;
  const id = begun && 'id' in begun ? begun.id : null;
  const from = performance.now();
  const delays = await live(publish, async () => {
    // Replayed events are counted too, so what has come is asked for until the new ones are all there.
    for (let count = total; ; count++) {
      const found = await receiver.arrived(count);
      if (found.length >= total) return found;
    }
  });
  const replay = id === null ? null : await readReplay(db, STREAM.id, 'webhook', id);
  const seconds = (performance.now() - from) / 1_000;
  if (id !== null) await engine.replays.act(STREAM.id, id, 'cancel');
  await Bun.sleep(1_000);
  const delivered = replay === null ? 0 : replay.handed - replay.unfinished;
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    perSecond: delivered / seconds,
  };
}

await measure(false);
const rows = [];
for (let run = 0; run < RUNS; run++)
  rows.push({ alone: await measure(false), beside: await measure(true) });
table(
  rows.map(({ alone, beside }, run) => ({
    run: run + 1,
    'alone: p50, p99 ms': `${formatNumber(alone.p50)}, ${formatNumber(alone.p99)}`,
    'beside: p50, p99 ms': `${formatNumber(beside.p50)}, ${formatNumber(beside.p99)}`,
    ratio: (beside.p99 / alone.p99).toFixed(2),
    'replayed/s': formatNumber(beside.perSecond),
  })),
);
const ratio = median(rows.map(({ alone, beside }) => beside.p99 / alone.p99));
console.log(
  `\nmedians: p99 ${formatNumber(median(rows.map(({ alone }) => alone.p99)))} ms alone, ${formatNumber(median(rows.map(({ beside }) => beside.p99)))} ms beside, ratio ${ratio.toFixed(2)}, replayed ${formatNumber(median(rows.map(({ beside }) => beside.perSecond)))}/s`,
);
await stop();
receiver.stop();
rmSync(folder, { recursive: true });
process.exit(0);
