import { expect, test } from 'bun:test';
import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import { PairingProgress } from '../../../src/core/providers/pairing-state.ts';
import { SessionTasks } from '../../../src/core/providers/session-tasks.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { Device } from '../../../src/modules/whatsapp/device.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { KeyCache } from '../../../src/modules/whatsapp/key-memory.ts';
import { KeyStore } from '../../../src/modules/whatsapp/key-store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryRows } from '../../doubles/whatsapp/key-rows.ts';

const nobodyAsks = async () => {};

/** A device over a disk that has at most one. */
async function stage() {
  const stored = { creds: null as AuthenticationCreds | null, saves: 0, isBroken: false };
  const clock = manualClock();
  const lines: string[] = [];
  const log = createLog('debug', clock.now, (line) => lines.push(line));
  const tasks = new SessionTasks(clock, log, 'shop');
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
    clock,
    ended: signal,
    abandoned: signal,
  });
  const progress = new PairingProgress(false);
  const device = new Device({
    baileys: await loadBaileys(),
    rows: {
      load: async () => stored.creds,
      async save(creds) {
        if (stored.isBroken) throw new Error('no space left on device');
        stored.saves += 1;
        stored.creds = { ...creds };
      },
    },
    keys: store,
    progress,
    tasks,
  });
  const connect = () => store.forConnection({ end() {}, changesWritten: async () => true });
  return { device, stored, connect, progress, clock, lines, tasks };
}

/** A device that a phone has accepted, and the names with which its changes were said to be on disk. */
async function paired() {
  const one = await stage();
  const { device, progress, stored } = one;
  const creds = await device.renewed();
  creds.me = { id: '1:2@s.whatsapp.net', name: 'Shop' };
  for (const step of ['begin', 'accept', 'save'] as const) progress.take(step);
  await device.saveFirst();
  stored.saves = 0;
  const names: string[] = [];
  const saved = async (name: string) => void names.push(name);
  return { ...one, names, change: () => device.saveLater(saved) };
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
    await device.save(nobodyAsks);
    expect(stored.creds).toBeNull();
  }
  await device.saveFirst();
  progress.take('save');
  expect(await device.paired()).toBe(creds);
  creds.nextPreKeyId = 99;
  await device.save(nobodyAsks);
  expect(stored.creds).toMatchObject({ nextPreKeyId: 99 });
});

test('changes close together are one write', async () => {
  const { clock, stored, names, change } = await paired();
  for (let times = 0; times < 50; times++) change();
  await clock.advance(0);
  expect([stored.saves, names]).toEqual([1, ['Shop']]);
  change();
  await clock.advance(0);
  expect(stored.saves).toBe(2);
});

test('a write that fails is tried again every second until it is done, and logged', async () => {
  const { clock, lines, stored, names, change } = await paired();
  stored.isBroken = true;
  change();
  await clock.advance(0);
  change();
  expect(clock.pending()).toBe(1);
  await clock.advance(2_500);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('no space left');
  stored.isBroken = false;
  await clock.advance(500);
  expect([stored.saves, names]).toEqual([1, ['Shop']]);
  expect(clock.pending()).toBe(0);
});

test('what is due at the end is written at the end', async () => {
  const { clock, tasks, device, stored, change } = await paired();
  stored.isBroken = true;
  change();
  await clock.advance(0);
  stored.isBroken = false;
  await tasks.stop();
  await device.flush();
  expect(stored.saves).toBe(1);
  await device.flush();
  expect(stored.saves).toBe(1);
});
