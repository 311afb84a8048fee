/** How the key store defers what says how far the shared state of an account was read. */

import { expect, test } from 'bun:test';
import type { LTHashState, SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { KeyCache } from '../../../src/modules/whatsapp/key-memory.ts';
import { KeyStore } from '../../../src/modules/whatsapp/key-store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryRows } from '../../doubles/whatsapp/key-rows.ts';

const VERSION = 'app-state-sync-version';
const at = (version: number): LTHashState => ({
  version,
  hash: Buffer.alloc(0),
  indexValueMap: {},
});
const setTo = (version: number): SignalDataSet => ({ [VERSION]: { regular: at(version) } });

/** A disk with version 1, and changes that are on disk once `write` is called. */
async function stage() {
  const { disk, ...memory } = memoryRows();
  await disk.stored.set(setTo(1));
  const changes = Promise.withResolvers<boolean>();
  const signal = new AbortController().signal;
  const store = new KeyStore({
    instanceId: 'shop',
    ...memory,
    keyCache: new KeyCache(),
    clock: manualClock(),
    ended: signal,
    abandoned: signal,
  });
  const connect = () => store.forConnection({ end() {}, changesWritten: () => changes.promise });
  const found = async (keys: SignalKeyStore) =>
    (await keys.get(VERSION, ['regular'])).regular?.version;
  const stored = async () => {
    await store.settled();
    return (await disk.stored.get(VERSION, ['regular'])).regular?.version;
  };
  return { disk, store, connect, found, stored, write: changes.resolve };
}

test('a new version is found at once, and is on disk once the changes up to it are', async () => {
  const { connect, store, found, stored, write } = await stage();
  const keys = connect();
  await keys.set(setTo(2));
  const settled = store.settleVersions();
  expect([await found(keys), await stored()]).toEqual([2, 1]);
  write(true);
  expect([await settled, await stored(), await found(keys)]).toEqual([true, 2, 2]);
});

test('a version stays off the disk when the session ends before the changes up to it are written', async () => {
  const { connect, store, stored, write } = await stage();
  await connect().set(setTo(2));
  write(false);
  expect([await store.settleVersions(), await stored()]).toEqual([false, 1]);
});

test('a version waits for what is done beside it, and is forgotten when that fails', async () => {
  const { connect, store, found, stored, write } = await stage();
  const keys = connect();
  write(true);
  for (const [version, isLost] of [
    [2, false],
    [3, true],
  ] as const) {
    const work = Promise.withResolvers<void>();
    const running = store.deferVersions(() => work.promise);
    await keys.set(setTo(version));
    const settled = store.settleVersions();
    expect(await stored()).toBe(version - 1);
    if (isLost) work.reject(new Error('the disk is full'));
    else work.resolve();
    await running.catch(() => {});
    await settled;
    expect([await stored(), await found(keys)]).toEqual([2, 2]);
  }
});

test('a new connection finds what is on disk', async () => {
  const { connect, store, found, stored, write } = await stage();
  await connect().set(setTo(2));
  expect(await found(connect())).toBe(1);
  write(true);
  await store.settleVersions();
  expect(await stored()).toBe(1);
});

test('a version that is written while it is asked for is found', async () => {
  const { connect, disk, store, found, stored, write } = await stage();
  const keys = connect();
  await keys.set(setTo(2));
  const asked = Promise.withResolvers<void>();
  disk.mayRead = asked.promise;
  const finding = Promise.resolve(keys.get(VERSION, ['regular', 'critical_block']));
  write(true);
  await store.settleVersions();
  expect(await stored()).toBe(2);
  asked.resolve();
  expect((await finding).regular?.version).toBe(2);
  expect(await found(keys)).toBe(2);
});
