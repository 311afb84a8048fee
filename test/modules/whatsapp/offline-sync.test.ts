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
  const begin = async () => {
    if (disk.isBroken) throw new Error('no space left on device');
    recorded.push('all that waited');
  };
  const publish = async ({ type }: CatalogEvent) => {
    recorded.push(type);
    return true;
  };
  return { clock, recorded, disk, offlineSync: new OfflineSync({ tasks, begin, publish }) };
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
