/**
 * What healthy receivers notice of others that never answer: from `publish` to arrival, alone and beside 100 and 300
 * hosts that take the connection and stay silent, from their first second on and after their first time-outs.
 */
import { CHATS, message, startEngine } from './engine.ts';
import { percentile, shown, table } from './measure.ts';
import { startReceiver, wallMs } from './receiver.ts';

const HEALTHY = 10;
const PER_SECOND = 200;
const SECONDS = Number(process.env.SECONDS ?? 40);
/** What each silent host gets within the first second, in chats of its own. */
const BURST = 64;

const receiver = await startReceiver();
const { port } = new URL(receiver.url);
const silent = Bun.listen({ hostname: '0.0.0.0', port: 0, socket: { data() {} } });

/** Stream `h3` goes to a healthy host, `s7` to a silent one; each is a host of its own. */
const urlOf = (id: string): string => {
  const number = Number(id.slice(1));
  return id.startsWith('h')
    ? `http://127.1.0.${number + 1}:${port}/hook`
    : `http://127.2.${number >> 7}.${(number & 127) + 1}:${silent.port}/hook`;
};
const stream = (id: string) => ({ id, name: id });

async function measure(silentHosts: number) {
  await receiver.reset();
  const { engine, stop } = await startEngine({ urlOf, perHost: 32 });
  const from = performance.now();
  let burst = 0;
  const total = PER_SECOND * SECONDS;
  for (let index = 0; index < total; index++) {
    const due = from + (index * 1_000) / PER_SECOND;
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    for (; burst < BURST * silentHosts * (index / PER_SECOND); burst++) {
      if (burst >= BURST * silentHosts) break;
      void engine.publish(stream(`s${burst % silentHosts}`), [message(burst % CHATS)]);
    }
    void engine.publish(stream(`h${index % HEALTHY}`), [message(index, wallMs())]);
  }
  const delays = await receiver.arrived(total);
  const held = engine.inFlight;
  await stop();
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    worst: Math.max(...delays),
    held,
  };
}

const rows = [];
await measure(0);
for (const silentHosts of [0, 100, 300])
  rows.push({ silentHosts, ...(await measure(silentHosts)) });
const alone = rows[0]?.p99 ?? Number.NaN;
table(
  rows.map(({ silentHosts, p50, p99, worst, held }) => ({
    'silent hosts': silentHosts,
    'p50 ms': shown(p50),
    'p99 ms': shown(p99),
    'p99 beside alone': shown(p99 / alone),
    'worst ms': shown(worst),
    'in flight at the end': held,
  })),
);
silent.stop(true);
receiver.stop();
process.exit(0);
