/** The engine over a libSQL server, by HTTP and by WebSocket, beside a file in the same run: `publish` to delivered. */
import type { Channel } from '../src/core/events/contract/channel.ts';
import { until } from '../test/helpers/until.ts';
import { message, startEngine } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { startServer } from './sqld.ts';

const RUNS = Number(process.env.RUNS ?? 5);
/** Callers at once, and events of each run on the file; a server gets a quarter of them. */
const LOADS = [
  { callers: 1, events: 2_000 },
  { callers: 64, events: 16_000 },
  { callers: 512, events: 32_000 },
];
const PLACES = ['file', 'http', 'ws'] as const;
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

/** Every receiver answers at once: only the database is measured. */
function countingChannel() {
  let sent = 0;
  const channel: Channel = {
    async send() {
      sent++;
      return { kind: 'delivered', status: 200, responseBody: '' };
    },
  };
  return { channel, sent: () => sent };
}

/** Events a second, all of them delivered and their results on disk. */
async function measure(place: (typeof PLACES)[number], callers: number, events: number) {
  const sqld = place === 'file' ? null : await startServer();
  const { channel, sent } = countingChannel();
  const bench = await startEngine({
    urlOf: () => 'http://receiver.test/hook',
    webhook: channel,
    perHost: 1_024,
    ...(sqld && { server: { url: `${place}://${sqld.address}`, streamId: STREAM.id } }),
  });
  await bench.engine.publish(STREAM, [message(0)]);
  const count = place === 'file' ? events : events / 4;
  const perSecond = await rate(
    count,
    callers,
    (index) => bench.engine.publish(STREAM, [message(index)]),
    async () => {
      await until('all are sent', () => sent() > count);
      await bench.engine.attemptsEnded(STREAM.id);
    },
  );
  await bench.stop();
  await sqld?.stop();
  return perSecond;
}

await measure('file', 64, 4_000);
for (const { callers, events } of LOADS) {
  const runs: Record<(typeof PLACES)[number], number>[] = [];
  for (let run = 0; run < RUNS; run++) {
    const file = await measure('file', callers, events);
    const http = await measure('http', callers, events);
    runs.push({ file, http, ws: await measure('ws', callers, events) });
  }
  const ratioOf = (place: 'http' | 'ws') => median(runs.map((run) => run[place] / run.file));
  console.log(`\n${callers} callers\n`);
  table(
    runs.map(({ file, http, ws }, run) => ({
      run: run + 1,
      'file/s': formatNumber(file),
      'http/s': formatNumber(http),
      'ws/s': formatNumber(ws),
    })),
  );
  console.log(
    `\nmedians of ratios: http ${ratioOf('http').toFixed(2)}, ws ${ratioOf('ws').toFixed(2)}`,
  );
}
process.exit(0);
