import { expect, test } from 'bun:test';
import type { SignalDataSet } from '@whiskeysockets/baileys';
import { SessionRecord } from '../../../src/modules/whatsapp/engine/signal.ts';
import { KeyCache, keyOfMessage } from '../../../src/modules/whatsapp/key-memory.ts';
import { KEYS_TRIES, KeyStore } from '../../../src/modules/whatsapp/key-store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryRows } from '../../doubles/whatsapp/key-rows.ts';
import { until } from '../../helpers/until.ts';

/** Null removes the session as our Signal does: by a record without any. */
const session = (name: string, value: string | null): SignalDataSet => ({
  session: { [name]: value === null ? NO_SESSIONS : Buffer.from(value) },
});

// Baileys takes a session in any form.
const NO_SESSIONS = new SessionRecord([]) as unknown as Uint8Array;

/** The keys of an instance over a disk of its own, as one connection has them. */
function stage({ instanceId = 'shop', keyCache = new KeyCache() } = {}) {
  const clock = manualClock();
  const [end, abandoned] = [new AbortController(), new AbortController()];
  const { disk, ...memory } = memoryRows();
  const signals = { ended: end.signal, abandoned: abandoned.signal };
  const open = () => new KeyStore({ instanceId, ...memory, keyCache, clock, ...signals });
  const store = open();
  const ends: string[] = [];
  const connect = (from = store) =>
    from.forConnection({ end: (reason) => ends.push(reason), changesWritten: async () => true });
  const keys = connect();
  const onDisk = async (name: string) =>
    String((await disk.stored.get('session', [name]))[name] ?? '');
  const known = async (name: string, of = keys) =>
    String((await of.get('session', [name]))[name] ?? '');
  const write = async (data: SignalDataSet) => {
    await keys.set(data);
    await store.settled();
  };
  return { clock, end, abandoned, disk, store, open, connect, keys, ends, known, onDisk, write };
}

const problemOf = (work: unknown) =>
  Promise.resolve(work).then(
    () => null,
    (error) => error.message,
  );

/** Every second once more, until all tries have failed. */
async function givenUp({ clock, store }: ReturnType<typeof stage>): Promise<string> {
  let problem = null as string | null;
  void problemOf(store.unwritten()).then((found) => {
    problem = found;
  });
  await until('it is given up', async () => {
    await clock.advance(1_000);
    return problem !== null;
  });
  return String(problem);
}

test('keys that change in one turn are known at once and on disk in one write', async () => {
  const { disk, keys, store, known, onDisk } = stage();
  await keys.set(session('ana', 'first'));
  await keys.set(session('bob', 'only'));
  await keys.set(session('ana', 'second'));
  expect([await known('ana'), await known('bob')]).toEqual(['second', 'only']);
  expect([await onDisk('ana'), disk.writes.length]).toEqual(['', 0]);
  await store.unwritten();
  expect([await onDisk('ana'), await onDisk('bob'), disk.writes.length]).toEqual([
    'second',
    'only',
    1,
  ]);
  expect(store.unwritten()).toBeNull();
});

test('a key that changes or goes while the one before is written is known as it is now', async () => {
  const { disk, keys, store, known, onDisk } = stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  await keys.set({ session: { ana: Buffer.from('first'), bob: Buffer.from('only') } });
  await until('it is being written', () => disk.writes.length === 1);
  expect(await known('ana')).toBe('first');
  await keys.set(session('ana', 'second'));
  await keys.set(session('bob', null));
  expect([await known('ana'), await known('bob')]).toEqual(['second', '']);
  write();
  await store.settled();
  expect([await onDisk('ana'), await onDisk('bob'), disk.writes.length]).toEqual(['second', '', 2]);
});

test('changes beyond two hundred wait until others are on disk', async () => {
  const { keys, store, disk } = stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  await keys.set(session('first', '1'));
  await until('it is being written', () => disk.writes.length === 1);
  for (let count = 0; count < 200; count++) await keys.set(session(`${count}`, '1'));
  let isTaken = false;
  const beyond = Promise.resolve(keys.set(session('beyond', '1'))).then(() => {
    isTaken = true;
  });
  await keys.get('session', ['0']);
  expect(isTaken).toBe(false);
  write();
  await beyond;
  await store.settled();
  expect(disk.writes).toHaveLength(3);
});

/** A message, and what has become of it. */
function message() {
  const fate: string[] = [];
  const data = keyOfMessage({
    id: '1',
    messageKey: 'A1',
    statement: { sql: '', params: [] },
    publication: null,
    written: () => fate.push('written'),
    dropped: () => fate.push('dropped'),
  });
  return { data, fate };
}

test('what cannot be written in thirty tries is as if it had never been, with what joined it', async () => {
  const made = stage();
  const { disk, keys, connect, known, write } = made;
  await write(session('ana', 'first'));
  disk.fails = true;
  disk.writes = [];
  const { data, fate } = message();
  await keys.set({ ...data, ...session('ana', 'second') });
  expect(await givenUp(made)).toBe('the disk is full');
  expect([disk.writes.length, await known('ana', connect()), fate]).toEqual([
    KEYS_TRIES,
    'first',
    ['dropped'],
  ]);
});

test('a connection whose changes were given up finds no key and changes none, and its messages are dropped', async () => {
  const made = stage();
  const { disk, keys, connect, known, store, write } = made;
  await write(session('ana', 'first'));
  disk.fails = true;
  await keys.set(session('ana', 'second'));
  await givenUp(made);
  disk.fails = false;
  const { data, fate } = message();
  await keys.set({ ...data, ...session('ana', 'third') });
  await store.settled();
  expect([await known('ana'), await known('ana', connect()), fate]).toEqual([
    '',
    'first',
    ['dropped'],
  ]);
});

test('after that a change that cannot be written fails, and takes no other along', async () => {
  const made = stage();
  const { disk, store, onDisk } = made;
  disk.fails = true;
  await made.keys.set(session('ana', 'first'));
  await givenUp(made);
  const keys = made.connect();
  const known = (name: string) => made.known(name, keys);
  expect(await problemOf(keys.set(session('ana', 'second')))).toContain('cannot be reached');
  expect(made.ends).toEqual(['the keys cannot be reached at the moment']);
  disk.fails = false;
  await keys.set(session('bob', 'only'));
  expect([await known('ana'), await onDisk('bob')]).toEqual(['', 'only']);
  // Until a hundred have succeeded.
  for (let count = 1; count < 100; count++) await keys.set(session('bob', `${count}`));
  await keys.set(session('bob', 'later'));
  expect(await onDisk('bob')).toBe('99');
  await store.settled();
  expect(await onDisk('bob')).toBe('later');
});

test('a session that has ended tries nothing again', async () => {
  const { clock, disk, keys, store, end } = stage();
  disk.fails = true;
  await keys.set(session('ana', 'first'));
  const problem = problemOf(store.unwritten());
  await until('it is to be tried again', () => clock.pending() === 1);
  end.abort();
  expect(await problem).toBe('the disk is full');
  expect(clock.pending()).toBe(0);
});

test('a connection ends when its keys cannot be read, and the cause is kept', async () => {
  const { connect, ends } = stage();
  const { rows, commit } = memoryRows();
  const keys = connect(
    new KeyStore({
      instanceId: 'shop',
      keyCache: new KeyCache(),
      clock: manualClock(),
      ended: AbortSignal.abort(),
      abandoned: new AbortController().signal,
      commit,
      rows: { ...rows, read: () => Promise.reject(new Error('no such table')) },
    }),
  );
  const error = await Promise.resolve(keys.get('session', ['ana'])).catch((fault) => fault);
  expect([error.cause.message, ends]).toEqual([
    'no such table',
    ['the keys cannot be reached at the moment'],
  ]);
});

test('a key that was written or read lately is at hand', async () => {
  const { disk, keys, write } = stage();
  await disk.stored.set(session('ana', 'ana'));
  await write(session('bob', 'bob'));
  const both = { ana: Buffer.from('ana'), bob: Buffer.from('bob') };
  for (let time = 0; time < 2; time++)
    expect(await keys.get('session', ['ana', 'bob', 'nobody'])).toEqual(both);
  expect(disk.reads).toEqual(['ana', 'nobody']);
});

test('a session that Baileys removes stays, and nothing is written', async () => {
  const { disk, keys, known, write } = stage();
  await write(session('ana', 'ana'));
  const before = disk.writes.length;
  await keys.set({ session: { ana: null } });
  expect([await known('ana'), disk.writes.length]).toEqual(['ana', before]);
});

test('that there is no such key is asked of the disk once, until somebody writes it', async () => {
  const { disk, known, write } = stage();
  for (let time = 0; time < 3; time++) expect(await known('nobody')).toBe('');
  await write(session('nobody', 'somebody'));
  expect(await known('nobody')).toBe('somebody');
  await write(session('nobody', null));
  expect([await known('nobody'), disk.reads.length]).toEqual(['', 1]);
});

test('a key that changes while it is read is not cached as it was', async () => {
  const { disk, keys, known, write } = stage();
  await disk.stored.set(session('ana', 'old'));
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  disk.mayRead = promise;
  const reading = keys.get('session', ['ana']);
  await write(session('ana', 'new'));
  answer();
  await reading;
  expect(await known('ana')).toBe('new');
});

test('the key unused for longest makes room', async () => {
  const { disk, known, write } = stage({ keyCache: new KeyCache(2) });
  await write(session('ana', 'ana'));
  await write(session('bob', 'bob'));
  await known('ana');
  await write(session('eve', 'eve'));
  await known('ana');
  await known('eve');
  expect(disk.reads).toEqual([]);
  await known('bob');
  expect(disk.reads).toEqual(['bob']);
});

test('hundreds of one-time keys push nothing out', async () => {
  const { disk, keys, known, write } = stage({ keyCache: new KeyCache(2) });
  await write(session('ana', 'ana'));
  const pair = { public: Buffer.alloc(32), private: Buffer.alloc(32) };
  await write({ 'pre-key': Object.fromEntries([1, 2, 3].map((id) => [`${id}`, pair])) });
  await known('ana');
  expect(disk.reads).toEqual([]);
  expect(await keys.get('pre-key', ['3'])).toEqual({ 3: pair });
});

test('forgotten keys of one instance leave those of another, and a connection of before brings none back', async () => {
  const keyCache = new KeyCache();
  const shop = stage({ keyCache });
  const bar = stage({ instanceId: 'bar', keyCache });
  await shop.write(session('ana', 'shop'));
  await bar.write(session('ana', 'bar'));
  const late = shop.store.forget();
  await shop.write(session('ana', 'late'));
  await late;
  await shop.disk.stored.set({ session: { ana: null } });
  expect([await bar.known('ana'), bar.disk.reads]).toEqual(['bar', []]);
  expect([await shop.known('ana'), await shop.known('ana', shop.connect())]).toEqual(['', '']);
});

test('no key of an abandoned session stays in memory, since another node may change them all', async () => {
  const keyCache = new KeyCache();
  const first = stage({ keyCache });
  await first.write(session('ana', 'old'));
  first.abandoned.abort();
  const late = first.connect();
  await late.set(session('bob', 'late'));
  await first.store.settled();
  await first.known('ana', late);
  await first.disk.stored.set({ session: { ana: Buffer.from('new'), bob: Buffer.from('new') } });
  const back = first.connect(first.open());
  expect([await first.known('ana', back), await first.known('bob', back)]).toEqual(['new', 'new']);
});
