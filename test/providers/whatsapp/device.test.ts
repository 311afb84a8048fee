import { expect, test } from 'bun:test';
import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import { PairingProgress } from '../../../src/providers/pairing-state.ts';
import { Device } from '../../../src/providers/whatsapp/device.ts';
import { loadBaileys } from '../../../src/providers/whatsapp/engine/baileys.ts';
import { KeyCache } from '../../../src/providers/whatsapp/key-memory.ts';
import { KeyStore } from '../../../src/providers/whatsapp/key-store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryRows } from '../../doubles/whatsapp/key-rows.ts';

/** A device over a disk that has at most one. */
async function stage() {
  const stored = { creds: null as AuthenticationCreds | null };
  const { disk, rows, commit } = memoryRows();
  const signal = new AbortController().signal;
  const store = new KeyStore({
    instanceId: 'shop',
    commit,
    rows: {
      ...rows,
      async removeAll() {
        stored.creds = null;
        await disk.stored.set({ session: { a: null } });
      },
    },
    keyCache: new KeyCache(),
    clock: manualClock(),
    ended: signal,
    abandoned: signal,
  });
  const progress = new PairingProgress(false);
  const device = new Device(
    await loadBaileys(),
    {
      load: async () => stored.creds,
      save: async (creds) => {
        stored.creds = { ...creds };
      },
    },
    store,
    progress,
  );
  const connect = () => store.forConnection({ end() {}, changesWritten: async () => true });
  return { device, stored, connect, progress };
}

test('what a connection still writes for a device that is gone goes nowhere', async () => {
  const { device, connect } = await stage();
  const first = await device.renewed();
  const keys = connect();
  const write = (text: string) => ({ session: { a: Buffer.from(text) } });
  await keys.set(write('of the first'));
  expect(Object.keys(await keys.get('session', ['a']))).toEqual(['a']);
  expect(await device.renewed()).not.toBe(first);
  await keys.set(write('of the first, late'));
  expect(await keys.get('session', ['a'])).toEqual({});
  const second = connect();
  expect(await second.get('session', ['a'])).toEqual({});
  await second.set(write('of the second'));
  await device.forget();
  await second.set(write('of nobody'));
  expect(await connect().get('session', ['a'])).toEqual({});
});

test('a device that no phone has accepted is not stored; a stored one is one object', async () => {
  const { device, stored, progress } = await stage();
  const creds = await device.renewed();
  for (const step of ['begin', 'accept'] as const) {
    progress.take(step);
    await device.save();
    expect(stored.creds).toBeNull();
  }
  await device.saveFirst();
  progress.take('save');
  expect(await device.paired()).toBe(creds);
  creds.nextPreKeyId = 99;
  await device.save();
  expect(stored.creds).toMatchObject({ nextPreKeyId: 99 });
});
