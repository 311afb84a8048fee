import { expect, test } from 'bun:test';
import type { LTHashState, SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { AppStateVersions } from '../../../src/providers/whatsapp/app-state-versions.ts';

const VERSION = 'app-state-sync-version';
const at = (version: number): LTHashState => ({
  version,
  hash: Buffer.alloc(0),
  indexValueMap: {},
});
const setTo = (version: number): SignalDataSet => ({ [VERSION]: { regular: at(version) } });

/** A disk with version 1, and changes that are on disk once `write` is called. */
function stage() {
  let stored = at(1);
  const disk = {
    get: async () => ({ regular: stored }),
    async set(data: SignalDataSet) {
      stored = data[VERSION]?.regular ?? stored;
    },
  } as SignalKeyStore;
  const changes = Promise.withResolvers<boolean>();
  const versions = new AppStateVersions(() => changes.promise);
  const found = async (keys: SignalKeyStore) =>
    (await keys.get(VERSION, ['regular'])).regular?.version;
  return { disk, versions, found, stored: () => stored.version, write: changes.resolve };
}

test('a new version is found at once, and is on disk once the changes up to it are', async () => {
  const { disk, versions, found, stored, write } = stage();
  const keys = versions.heldBack(disk);
  await keys.set(setTo(2));
  const settled = versions.settle();
  expect([await found(keys), stored()]).toEqual([2, 1]);
  write(true);
  expect([await settled, stored(), await found(keys)]).toEqual([true, 2, 2]);
});

test('a version stays off the disk when the session ends before the changes up to it are written', async () => {
  const { disk, versions, stored, write } = stage();
  await versions.heldBack(disk).set(setTo(2));
  write(false);
  expect([await versions.settle(), stored()]).toEqual([false, 1]);
});

test('a version waits for what is done beside it, and is forgotten when that fails', async () => {
  const { disk, versions, found, stored, write } = stage();
  const keys = versions.heldBack(disk);
  write(true);
  for (const [version, isLost] of [
    [2, false],
    [3, true],
  ] as const) {
    const work = Promise.withResolvers<void>();
    const running = versions.during(() => work.promise);
    await keys.set(setTo(version));
    const settled = versions.settle();
    expect(stored()).toBe(version - 1);
    if (isLost) work.reject(new Error('the disk is full'));
    else work.resolve();
    await running.catch(() => {});
    await settled;
    expect([stored(), await found(keys)]).toEqual([2, 2]);
  }
});

test('a new connection finds what is on disk', async () => {
  const { disk, versions, found, stored, write } = stage();
  await versions.heldBack(disk).set(setTo(2));
  expect(await found(versions.heldBack(disk))).toBe(1);
  write(true);
  await versions.settle();
  expect(stored()).toBe(1);
});

test('a version that is written while it is asked for is found', async () => {
  const { disk, versions, found, stored, write } = stage();
  const asked = Promise.withResolvers<void>();
  const { get } = disk;
  const keys = versions.heldBack({
    ...disk,
    async get(type, ids) {
      await asked.promise;
      return ids.length === 0 ? {} : get(type, ids);
    },
  });
  await keys.set(setTo(2));
  const finding = found(keys);
  write(true);
  await versions.settle();
  expect(stored()).toBe(2);
  asked.resolve();
  expect(await finding).toBe(2);
});
