/** A full disk: what callers are answered, how soon, and what is there afterwards. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../../test/helpers/small-disk.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case, Context } from '../kit/case.ts';
import { type Gateway, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { lost, openInstance, startPublishers } from '../kit/publishers.ts';

const MEGABYTES = 128;
const canMount = (): boolean => {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
};

/** Publishes until one is acknowledged; how long that took, in ms. */
async function recovery(gateway: Gateway): Promise<number> {
  const from = performance.now();
  const text = { kind: 'text', from: '5511999990000', text: 'still there?' };
  await until(
    'a publish is acknowledged again',
    async () => (await gateway.call('POST', '/sandbox/shop/message', text)).status === 201,
    30_000,
  );
  return performance.now() - from;
}

async function underFullDisk(disk: SmallDisk, { scale, random, findings }: Context): Promise<void> {
  const rounds = scale === 'long' ? 5 : 1;
  const ledger = await startLedger();
  const dataDir = join(disk.path, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const gateway = await startGateway({ dataDir });
  await openInstance(gateway, 'shop', ledger.url);
  const acknowledged: string[] = [];
  const others = new Set<number>();
  const recoveries: number[] = [];
  let slowest = 0;
  let refused = 0;
  let readinessIsRight = true;
  for (let round = 0; round < rounds; round++) {
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: ['shop'],
      chats: 16,
      most: 10_000,
    });
    await pause(random.between(200, 800));
    disk.fill();
    // A write that fits into the rest of the write-ahead log still succeeds.
    await until('a publish is refused', () => publishers.statuses.has(503), 20_000);
    await pause(scale === 'long' ? random.between(2_000, 5_000) : 300);
    const ready = await gateway.call('GET', '/ready');
    readinessIsRight &&=
      ready.status === 503 && /disk is full since/.test(JSON.stringify(ready.body));
    disk.free();
    recoveries.push(await recovery(gateway));
    await pause(300);
    await publishers.stop();
    acknowledged.push(...publishers.acknowledged);
    slowest = Math.max(slowest, ...publishers.answerMs);
    refused += publishers.statuses.get(503) ?? 0;
    for (const status of publishers.statuses.keys()) others.add(status);
  }
  const lostCount = await lost(ledger, acknowledged, 30_000);
  const { gaps, outOfOrder } = await ledger.audit();
  findings.figure('times full', rounds);
  findings.figure('acknowledged', acknowledged.length);
  findings.figure('refused', refused);
  findings.holds(
    'every answer 201 or 503',
    [...others].every((one) => one === 201 || one === 503),
  );
  findings.atMost('slowest answer in ms', slowest, 1_000);
  findings.holds('/ready says since when the disk is full', readinessIsRight);
  findings.atMost('slowest recovery in ms', Math.max(...recoveries), 2_000);
  findings.atMost('lost', lostCount, 0);
  findings.atMost('gaps', gaps, 0);
  findings.atMost('out of order', outOfOrder, 0);
  await gateway.stop();
  ledger.stop();
}

/**
 * The data is on a file system of 128 MiB that is filled several times while 16 callers write. Every publish must
 * be answered within a second, with 201 or 503, `/ready` must say since when the disk is full, and within 2 s after
 * there is room a publish must be acknowledged.
 */
export default {
  promise:
    'A full disk is a 503 with the reason at once; with room again the service continues by itself and has lost nothing.',
  limitSeconds: 120,
  lacks: () => (canMount() ? null : 'mounting a tmpfs is not permitted'),
  async run(context) {
    const disk = mountSmallDisk(MEGABYTES);
    if (disk === null) throw new Error('the file system could not be mounted');
    try {
      await underFullDisk(disk, context);
    } finally {
      disk.unmount();
    }
  },
} satisfies Case;
