import { expect, test } from 'bun:test';
import { messageOf } from '../../../src/core/shared/errors.ts';
import { ReadWriteLock } from '../../../src/modules/crm/parts.ts';
import { generator } from '../../helpers/generator.ts';

/** All that can begin has begun. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that is under way until it is ended. */
function scene() {
  const lock = new ReadWriteLock();
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (how: 'read' | 'write', name: string, key = 'k') =>
    lock[how](key, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string, work: Promise<unknown>) => {
    await turn();
    ends.get(name)?.();
    await work;
    await turn();
  };
  return { lock, began, start, end };
}

test('a writer waits for all who came before, and all who come later wait for it', async () => {
  const { began, start, end } = scene();
  const [a, b] = [start('read', 'a'), start('read', 'b')];
  const write = start('write', 'write');
  const c = start('read', 'c');
  const second = start('write', 'second');
  await end('a', a);
  expect(began).toEqual(['a', 'b']);
  await end('b', b);
  expect(began).toEqual(['a', 'b', 'write']);
  await end('write', write);
  expect(began).toEqual(['a', 'b', 'write', 'c']);
  await end('c', c);
  expect(began.at(-1)).toBe('second');
  await end('second', second);
});

test('readers and writers of other keys do not wait', async () => {
  const { began, start, end } = scene();
  const write = start('write', 'write');
  const other = start('read', 'other', 'another key');
  await end('other', other);
  expect(began).toContain('other');
  await end('write', write);
});

test('a reader or writer that fails delays no other', async () => {
  const { lock } = scene();
  const failing = [
    lock.read('k', () => Promise.reject(new Error('first'))),
    lock.write('k', () => Promise.reject(new Error('second'))),
  ];
  const last = lock.read('k', async () => 'done');
  const results = await Promise.allSettled(failing);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await last).toBe('done');
});

test.each([1, 2, 3, 4, 5])(
  'a writer is alone and begins in its turn, whatever the mixture (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const lock = new ReadWriteLock();
    const writers: number[] = [];
    let [reading, writing] = [0, 0];
    let mostReading = 0;
    const all: Promise<string>[] = [];
    const wanted: number[] = [];
    for (let id = 0; id < 200; id++) {
      const fails = chance(5) === 0;
      const read = async () => {
        mostReading = Math.max(mostReading, ++reading);
        expect(writing).toBe(0);
        for (let left = chance(3); left > 0; left--) await turn();
        reading--;
        if (fails) throw new Error('read failed');
      };
      const write = async () => {
        writers.push(id);
        expect([++writing, reading]).toEqual([1, 0]);
        for (let left = chance(3); left > 0; left--) await turn();
        writing--;
        if (fails) throw new Error('write failed');
      };
      const isWriter = chance(4) === 0;
      if (isWriter) wanted.push(id);
      const done = isWriter ? lock.write('k', write) : lock.read('k', read);
      all.push(done.then(() => 'ended', messageOf));
      if (chance(6) === 0) await turn();
    }
    expect(new Set(await Promise.all(all))).toEqual(
      new Set(['ended', 'read failed', 'write failed']),
    );
    expect(writers).toEqual(wanted);
    expect(mostReading).toBeGreaterThan(1);
  },
);
