import { expect, test } from 'bun:test';
import type { SignalKeyStore } from '@whiskeysockets/baileys';
import { RecentKeys } from '../../../src/providers/whatsapp/recent-keys.ts';
import { memoryStore } from '../../doubles/whatsapp/key-store.ts';

const session = (name: string) => Buffer.from(name);

/** A store whose reads are counted, and whose next write can be made to fail. */
function watched() {
  const stored = memoryStore();
  const state = { reads: 0, fails: false };
  const store: SignalKeyStore = {
    get: (type, ids) => {
      state.reads += ids.length;
      return stored.get(type, ids);
    },
    set: async (data) => {
      if (state.fails) throw new Error('the disk is full');
      await stored.set(data);
    },
  };
  return { state, store };
}

test('a key that was written or read lately is at hand', async () => {
  const { state, store } = watched();
  await store.set({ session: { ana: session('ana') } });
  const keys = new RecentKeys().wrap(store, 'shop');
  await keys.set({ session: { bob: session('bob') } });
  const both = { ana: session('ana'), bob: session('bob') };
  expect(await keys.get('session', ['ana', 'bob', 'nobody'])).toEqual(both);
  expect(state.reads).toBe(2);
  expect(await keys.get('session', ['ana', 'bob'])).toEqual(both);
  expect(state.reads).toBe(2);
});

test('that there is no such key is asked of the disk once, until somebody writes it', async () => {
  const { state, store } = watched();
  const keys = new RecentKeys().wrap(store, 'shop');
  for (let time = 0; time < 3; time++) expect(await keys.get('session', ['nobody'])).toEqual({});
  expect(state.reads).toBe(1);
  await keys.set({ session: { nobody: session('somebody') } });
  expect(await keys.get('session', ['nobody'])).toEqual({ nobody: session('somebody') });
  await keys.set({ session: { nobody: null } });
  expect(await keys.get('session', ['nobody'])).toEqual({});
  expect(state.reads).toBe(1);
});

test('a key that could not be written is still the one on disk', async () => {
  const { state, store } = watched();
  const keys = new RecentKeys().wrap(store, 'shop');
  await keys.set({ session: { ana: session('first') } });
  state.fails = true;
  await expect(keys.set({ session: { ana: session('second') } })).rejects.toThrow(
    'the disk is full',
  );
  expect(await keys.get('session', ['ana'])).toEqual({ ana: session('first') });
});

test('a key that changes while it is read is not remembered as it was', async () => {
  const { store } = watched();
  await store.set({ session: { ana: session('old') } });
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let isSlow = true;
  const slow: SignalKeyStore = {
    ...store,
    async get(type, ids) {
      const read = await store.get(type, ids);
      if (isSlow) await mayAnswer;
      return read;
    },
  };
  const keys = new RecentKeys().wrap(slow, 'shop');
  const reading = keys.get('session', ['ana']);
  await keys.set({ session: { ana: session('new') } });
  isSlow = false;
  answer();
  await reading;
  expect(await keys.get('session', ['ana'])).toEqual({ ana: session('new') });
});

test('a removed key is gone', async () => {
  const keys = new RecentKeys().wrap(memoryStore(), 'shop');
  await keys.set({ session: { ana: session('ana') } });
  await keys.set({ session: { ana: null } });
  expect(await keys.get('session', ['ana'])).toEqual({});
});

test('forgotten keys of one instance leave those of another', async () => {
  const { state, store } = watched();
  const recent = new RecentKeys();
  const shop = recent.wrap(store, 'shop');
  const bar = recent.wrap(memoryStore(), 'bar');
  await shop.set({ session: { ana: session('shop') } });
  await bar.set({ session: { ana: session('bar') } });
  shop.forget();
  expect(await bar.get('session', ['ana'])).toEqual({ ana: session('bar') });
  expect(state.reads).toBe(0);
  await shop.get('session', ['ana']);
  expect(state.reads).toBe(1);
});

test('the key unused for longest makes room', async () => {
  const { state, store } = watched();
  const keys = new RecentKeys(2).wrap(store, 'shop');
  await keys.set({ session: { ana: session('ana') } });
  await keys.set({ session: { bob: session('bob') } });
  await keys.get('session', ['ana']);
  await keys.set({ session: { eve: session('eve') } });
  await keys.get('session', ['ana', 'eve']);
  expect(state.reads).toBe(0);
  await keys.get('session', ['bob']);
  expect(state.reads).toBe(1);
});

test('hundreds of one-time keys push nothing out', async () => {
  const { state, store } = watched();
  const keys = new RecentKeys(2).wrap(store, 'shop');
  await keys.set({ session: { ana: session('ana') } });
  const pair = { public: Buffer.alloc(32), private: Buffer.alloc(32) };
  await keys.set({ 'pre-key': Object.fromEntries([1, 2, 3].map((id) => [`${id}`, pair])) });
  await keys.get('session', ['ana']);
  expect(state.reads).toBe(0);
  expect(await keys.get('pre-key', ['3'])).toEqual({ 3: pair });
});

test('no key of an abandoned session stays in memory, since another node may change them all', async () => {
  const { store } = watched();
  const recent = new RecentKeys();
  const keys = recent.wrap(store, 'shop');
  await keys.set({ session: { ana: session('old') } });
  keys.abandon();
  await keys.set({ session: { bob: session('late') } });
  await keys.get('session', ['ana', 'bob']);
  await store.set({ session: { ana: session('new'), bob: session('new') } });
  const back = recent.wrap(store, 'shop');
  expect(await back.get('session', ['ana', 'bob'])).toEqual({
    ana: session('new'),
    bob: session('new'),
  });
});
