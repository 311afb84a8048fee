import { expect, test } from 'bun:test';
import type { SignalDataSet } from '@whiskeysockets/baileys';
import {
  KEYS_TRIES,
  type KeysWithMessages,
  KeyWrites,
  keyOfMessage,
} from '../../../src/providers/whatsapp/key-writes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryStore } from '../../doubles/whatsapp/key-store.ts';
import { until } from '../../helpers/until.ts';

const session = (name: string, value: string | null): SignalDataSet => ({
  session: { [name]: value === null ? null : Buffer.from(value) },
});

/** A disk that notes each write, and that can be held up or made to fail. */
function stage() {
  const clock = manualClock();
  const end = new AbortController();
  const stored = memoryStore();
  const disk = { writes: [] as SignalDataSet[], fails: false, mayWrite: Promise.resolve() };
  const store: KeysWithMessages = {
    get: (type, ids) => stored.get(type, ids),
    async set(data) {
      disk.writes.push(data);
      await disk.mayWrite;
      if (disk.fails) throw new Error('the disk is full');
      await stored.set(data);
    },
  };
  const keys = new KeyWrites(store, { clock, ended: end.signal });
  const onDisk = async (name: string) => String((await stored.get('session', [name]))[name] ?? '');
  const known = async (name: string) => String((await keys.get('session', [name]))[name] ?? '');
  return { clock, end, disk, keys, known, onDisk };
}

const problemOf = (work: Promise<unknown> | null) =>
  Promise.resolve(work).then(
    () => null,
    (error) => error.message,
  );

/** Every second once more, until all tries have failed. */
async function givenUp({ clock, keys }: ReturnType<typeof stage>): Promise<void> {
  const { generation } = keys;
  await until('it is given up', async () => {
    await clock.advance(1_000);
    return keys.generation !== generation;
  });
}

test('keys that change in one turn are known at once and on disk in one write', async () => {
  const { disk, keys, known, onDisk } = stage();
  await keys.set(session('ana', 'first'));
  await keys.set(session('bob', 'only'));
  await keys.set(session('ana', 'second'));
  expect([await known('ana'), await known('bob')]).toEqual(['second', 'only']);
  expect([await onDisk('ana'), disk.writes.length]).toEqual(['', 0]);
  await keys.unwritten();
  expect([await onDisk('ana'), await onDisk('bob'), disk.writes.length]).toEqual([
    'second',
    'only',
    1,
  ]);
  expect(keys.unwritten()).toBeNull();
});

test('a key that changes or goes while the one before is written is known as it is now', async () => {
  const { disk, keys, known, onDisk } = stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  await keys.set({ session: { ana: Buffer.from('first'), bob: Buffer.from('only') } });
  await until('it is being written', () => disk.writes.length === 1);
  expect(await known('ana')).toBe('first');
  await keys.set(session('ana', 'second'));
  await keys.set(session('bob', null));
  expect([await known('ana'), await known('bob')]).toEqual(['second', '']);
  write();
  await keys.settled();
  expect([await onDisk('ana'), await onDisk('bob'), disk.writes.length]).toEqual(['second', '', 2]);
});

test('changes beyond two hundred wait until others are on disk', async () => {
  const { keys, disk } = stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  await keys.set(session('first', '1'));
  await until('it is being written', () => disk.writes.length === 1);
  for (let count = 0; count < 200; count++) await keys.set(session(`${count}`, '1'));
  let isTaken = false;
  const beyond = keys.set(session('beyond', '1')).then(() => {
    isTaken = true;
  });
  await keys.get('session', ['0']);
  expect(isTaken).toBe(false);
  write();
  await beyond;
  await keys.settled();
  expect(disk.writes).toHaveLength(3);
});

test('what cannot be written in thirty tries is as if it had never been, with what joined it', async () => {
  const made = stage();
  const { disk, keys, known } = made;
  await keys.set(session('ana', 'first'));
  await keys.settled();
  disk.fails = true;
  disk.writes = [];
  const fate: string[] = [];
  const message = keyOfMessage({
    id: '1',
    messageKey: 'A1',
    statement: { sql: '', params: [] },
    publication: null,
    written: () => fate.push('written'),
    dropped: () => fate.push('dropped'),
  });
  await keys.set({ ...message, ...session('ana', 'second') });
  const problem = problemOf(keys.unwritten());
  await givenUp(made);
  expect(await problem).toBe('the disk is full');
  expect([disk.writes.length, await known('ana'), fate]).toEqual([
    KEYS_TRIES,
    'first',
    ['dropped'],
  ]);
});

test('after that a change that cannot be written fails, and takes no other along', async () => {
  const made = stage();
  const { disk, keys, known, onDisk } = made;
  disk.fails = true;
  await keys.set(session('ana', 'first'));
  await givenUp(made);
  expect(await problemOf(keys.set(session('ana', 'second')))).toBe('the disk is full');
  disk.fails = false;
  await keys.set(session('bob', 'only'));
  expect([await known('ana'), await onDisk('bob')]).toEqual(['', 'only']);
  // Until a hundred have succeeded.
  for (let count = 1; count < 100; count++) await keys.set(session('bob', `${count}`));
  await keys.set(session('bob', 'later'));
  expect(await onDisk('bob')).toBe('99');
  await keys.settled();
  expect(await onDisk('bob')).toBe('later');
});

test('a session that has ended tries nothing again', async () => {
  const { clock, disk, keys, end } = stage();
  disk.fails = true;
  await keys.set(session('ana', 'first'));
  const problem = problemOf(keys.unwritten());
  await until('it is to be tried again', () => clock.pending() === 1);
  end.abort();
  expect(await problem).toBe('the disk is full');
  expect(clock.pending()).toBe(0);
});
