/** A disk whose every sync takes its time. */
import { percentile } from '../../bench/measure.ts';
import { liveClient } from '../../test/helpers/live-client.ts';
import { preload } from '../../test/helpers/preload.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { apiKey, type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { type Ledger, startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { openInstance, startPublishers } from '../kit/publishers.ts';

const MANY = 64;

/** A question that is asked repeatedly; it resolves when it is answered. */
type Probe = readonly [what: string, ask: (gateway: Gateway) => Promise<unknown>];
const PROBES: readonly Probe[] = [
  ['/health', (gateway) => gateway.call('GET', '/health')],
  ['a read', (gateway) => gateway.call('GET', '/delivery/find/shop?limit=10')],
  ['a WebSocket', firstFrame],
];

/** From the upgrade to the first event out of the log. */
async function firstFrame(gateway: Gateway): Promise<void> {
  const url = `${gateway.url.replace('http', 'ws')}/ws?instance=shop&after=0`;
  const socket = liveClient(url, { headers: { apikey: apiKey } });
  try {
    await until('the first frame came', () => socket.frames.length > 0, 30_000);
  } finally {
    socket.close();
  }
}

/** Returns the ms of each answer, while 8 callers write. */
async function answers(gateway: Gateway, lengthMs: number): Promise<Map<string, number[]>> {
  const publishers = startPublishers({
    gateway: () => gateway,
    instances: ['shop'],
    chats: 8,
    most: 20_000,
    pauseMs: 20,
  });
  const end = performance.now() + lengthMs;
  const took = new Map<string, number[]>();
  const probe = async ([what, ask]: Probe) => {
    const times: number[] = [];
    took.set(what, times);
    while (performance.now() < end) {
      const from = performance.now();
      await ask(gateway);
      times.push(performance.now() - from);
      await pause(20);
    }
  };
  await Promise.all(PROBES.map(probe));
  await publishers.stop();
  return took;
}

/** Acknowledged messages a second. */
async function rate(
  gateway: Gateway,
  instances: string[],
  chats: number,
  lengthMs: number,
): Promise<number> {
  const publishers = startPublishers({ gateway: () => gateway, instances, chats, most: 100_000 });
  await pause(1_000);
  const before = publishers.acknowledged.length;
  await pause(lengthMs);
  const count = publishers.acknowledged.length - before;
  await publishers.stop();
  return (count * 1_000) / lengthMs;
}

async function instancesOf(gateway: Gateway, ledger: Ledger): Promise<string[]> {
  const names = Array.from({ length: MANY }, (_, index) => `one${index}`);
  for (const name of names) await openInstance(gateway, name, ledger.url);
  return names;
}

/**
 * A preloaded library makes every sync 50 and then 500 ms longer while 8 callers write. The p99 of `/health`, of a
 * list of deliveries and of the first frame of a WebSocket must stay below 20 ms at 50 ms and below 50 ms at 500
 * ms; on a machine that takes more than half of that at 0 ms, below twice what it takes there.
 *
 * At 10 ms a sync, 64 callers of one instance must get at least 0.8 of the messages a second of 64 instances with
 * one caller each.
 */
export default {
  promise:
    'A slow disk delays only what must be written, and callers of one instance share its syncs.',
  limitSeconds: 240,
  lacks: () => (preload('slow-fsync') === null ? 'it needs Linux and a C compiler' : null),
  async run({ scale, findings }) {
    const lengthMs = scale === 'long' ? 10_000 : 1_000;
    const disk = preload('slow-fsync');
    if (disk === null) throw new Error('the library did not compile');
    const ledger = await startLedger();
    const dataDir = newDataDir();
    const gateway = await startGateway({ dataDir, environment: disk.environment });
    await openInstance(gateway, 'shop', ledger.url);
    const readers = { websocketEnable: 'enabled' };
    await gateway.call('POST', '/instance/connect', readers, { instanceId: 'shop' });
    const names = await instancesOf(gateway, ledger);
    await answers(gateway, 1_000);
    const alone = await answers(gateway, lengthMs);
    const aloneP99 = (what: string) => percentile(alone.get(what) ?? [], 99);
    for (const [what] of PROBES) findings.figure(`${what} at 0 ms: p99`, aloneP99(what));
    for (const [ms, limit] of [
      [50, 20],
      [500, 50],
    ] as const) {
      disk.turn(ms);
      for (const [what, times] of await answers(gateway, lengthMs)) {
        findings.figure(`${what} at ${ms} ms: p50`, percentile(times, 50));
        const allowed = Math.max(limit, 2 * aloneP99(what));
        findings.atMost(`${what} at ${ms} ms: p99`, percentile(times, 99), allowed);
      }
    }
    disk.turn(10);
    await pause(2_000);
    const many = await rate(gateway, names, 1, lengthMs);
    const one = await rate(gateway, ['shop'], MANY, lengthMs);
    findings.figure('64 instances, a second', Math.round(many));
    findings.figure('one instance, a second', Math.round(one));
    findings.atLeast('one beside 64', one / many, 0.8);
    disk.turn(0);
    await gateway.stop();
    ledger.stop();
  },
} satisfies Case;
