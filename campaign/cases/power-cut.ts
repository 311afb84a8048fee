/** Power cuts: what the disk held at some moment, opened by a new service. */
import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isOpen, openInstance, SHORT_PAUSE_MS, startPublishers } from '../kit/publishers.ts';

const FILES = ['gatehouse.db', 'gatehouse.db-wal'];

interface Copy {
  readonly dataDir: string;
  /** The events that were acknowledged before the copy began. */
  readonly acknowledged: readonly string[];
}

/** The files of one moment: the service stands still while they are copied. */
async function copyOf(gateway: Gateway, dataDir: string): Promise<string> {
  const copy = newDataDir();
  await mkdir(copy, { mode: 0o700 });
  gateway.process.signal('SIGSTOP');
  try {
    for (const file of FILES) await copyFile(join(dataDir, file), join(copy, file));
  } finally {
    gateway.process.signal('SIGCONT');
  }
  return copy;
}

/** The ids of every message in the event log. */
async function messagesOf(gateway: Gateway, name: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let after = 0, isMore = true; isMore; ) {
    const { body } = await gateway.call(
      'GET',
      `/event/find/${name}?event=Message&limit=500&after=${after}`,
    );
    for (const event of body.events) found.add(event.data.Info.ID);
    isMore = body.events.length === 500;
    after = body.next;
  }
  return found;
}

/**
 * While 16 callers write, database and log are copied at seeded moments; every other copy gets up to 8 KiB of
 * random bytes at the end of its log. A new service must open each copy and find everything that was acknowledged
 * before it. Whether the disk keeps what it synced is not tested.
 */
export default {
  promise: 'A power cut at any moment loses nothing that was acknowledged.',
  limitSeconds: 120,
  async run({ scale, random, findings }) {
    const count = scale === 'long' ? 12 : 2;
    const ledger = await startLedger();
    const dataDir = newDataDir();
    const gateway = await startGateway({ dataDir });
    await openInstance(gateway, 'shop', ledger.url);
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: ['shop'],
      chats: 16,
      most: 100_000,
      pauseMs: scale === 'long' ? 0 : SHORT_PAUSE_MS,
    });
    const copies: Copy[] = [];
    while (copies.length < count) {
      await pause(random.between(100, scale === 'long' ? 2_500 : 500));
      const acknowledged = [...publishers.acknowledged];
      const copy = await copyOf(gateway, dataDir);
      if (copies.length % 2 === 1) {
        const rubbish = Uint8Array.from({ length: random.between(1, 8_192) }, () =>
          random.between(0, 255),
        );
        await appendFile(join(copy, 'gatehouse.db-wal'), rubbish);
      }
      copies.push({ dataDir: copy, acknowledged });
    }
    await publishers.stop();
    await gateway.stop();
    let lost = 0;
    for (const { dataDir: copy, acknowledged } of copies) {
      const second = await startGateway({ dataDir: copy });
      await isOpen(second, 'shop');
      const found = await messagesOf(second, 'shop');
      lost += acknowledged.filter((id) => !found.has(id)).length;
      await second.kill();
    }
    findings.figure('copies opened', count);
    findings.atLeast(
      'acknowledged before the last copy',
      copies.at(-1)?.acknowledged.length ?? 0,
      count * 10,
    );
    findings.atMost('lost', lost, 0);
    ledger.stop();
  },
} satisfies Case;
