import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../src/core/events/contract/catalog.ts';
import { SessionTasks } from '../../../src/core/providers/session-tasks.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { OfflineSync } from '../../../src/modules/whatsapp/offline-sync.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const EVENT: CatalogEvent = { type: 'OfflineSyncCompleted', data: { Count: 3 } };

function bench() {
  const clock = manualClock();
  const tasks = new SessionTasks(
    clock,
    createLog('debug', clock.now, () => {}),
    'shop',
  );
  const recorded: string[] = [];
  const disk = { isBroken: false };
  const waited = { count: 0 };
  const begin = async () => {
    if (disk.isBroken) throw new Error('no space left on device');
    recorded.push('all that waited');
  };
  const publish = async ({ type, data }: CatalogEvent) => {
    recorded.push('Unconfirmed' in data ? `${type}: ${JSON.stringify(data)}` : type);
    return true;
  };
  const offlineSync = new OfflineSync(tasks, begin, publish, () => waited.count);
  return { clock, recorded, disk, waited, offlineSync };
}

test.each(['opened first', 'handed over first'])(
  'it is published once, after all: %s',
  async (order) => {
    const { clock, recorded, offlineSync } = bench();
    const steps = [() => offlineSync.opened(), () => offlineSync.handedOver(EVENT)];
    for (const step of order === 'opened first' ? steps : steps.reverse()) {
      step();
      await clock.advance(0);
    }
    expect(recorded.filter((one) => one === EVENT.type)).toHaveLength(1);
    expect(recorded.at(-1)).toBe(EVENT.type);
  },
);

test('nothing is published before Connected is', async () => {
  const { clock, recorded, offlineSync } = bench();
  offlineSync.handedOver(EVENT);
  await clock.advance(60_000);
  expect(recorded).toEqual([]);
});

test('where the disk fails it is tried again, and still published once', async () => {
  const { clock, recorded, disk, offlineSync } = bench();
  disk.isBroken = true;
  offlineSync.opened();
  await clock.advance(0);
  offlineSync.handedOver(EVENT);
  await clock.advance(2_500);
  expect(recorded).toEqual([]);
  disk.isBroken = false;
  await clock.advance(5_000);
  expect(recorded.filter((one) => one === EVENT.type)).toHaveLength(1);
  expect(clock.pending()).toBe(0);
});

test('a connection that has ended publishes nothing more', async () => {
  const { clock, recorded, disk, offlineSync } = bench();
  disk.isBroken = true;
  offlineSync.opened();
  offlineSync.handedOver(EVENT);
  await clock.advance(0);
  offlineSync.end();
  disk.isBroken = false;
  await clock.advance(60_000);
  expect(recorded).toEqual([]);
  expect(clock.pending()).toBe(0);
});

/** The event of a connection on which WhatsApp did not say that this was all. */
const unconfirmed = (Count: number) =>
  `${EVENT.type}: ${JSON.stringify({ Count, Unconfirmed: true })}`;

test('where WhatsApp never says that this was all, an event says so after a minute in which nothing that waited came', async () => {
  const { clock, recorded, waited, offlineSync } = bench();
  waited.count = 2;
  offlineSync.opened();
  await clock.advance(30_000);
  waited.count = 3;
  await clock.advance(89_999);
  expect(recorded).toEqual(['all that waited']);
  await clock.advance(1);
  expect(recorded).toEqual(['all that waited', 'all that waited', unconfirmed(3)]);
  expect(clock.pending()).toBe(0);
});

test('where WhatsApp says after all that this was all, the event comes again without a doubt', async () => {
  const { clock, recorded, offlineSync } = bench();
  offlineSync.opened();
  await clock.advance(60_000);
  expect(recorded.at(-1)).toBe(unconfirmed(0));
  offlineSync.handedOver(EVENT);
  await clock.advance(60_000);
  expect(recorded.at(-1)).toBe(EVENT.type);
  expect(recorded.filter((one) => one.startsWith(EVENT.type))).toHaveLength(2);
});

test('a connection that ends before WhatsApp says that this was all leaves nothing behind', async () => {
  const { clock, recorded, offlineSync } = bench();
  offlineSync.opened();
  await clock.advance(0);
  offlineSync.end();
  await clock.advance(60_000);
  expect(recorded).toEqual(['all that waited']);
  expect(clock.pending()).toBe(0);
});
