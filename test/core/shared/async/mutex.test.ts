import { expect, test } from 'bun:test';
import { createKeyedMutex, Mutex } from '../../../../src/core/shared/async/mutex.ts';
import { generator } from '../../../helpers/generator.ts';

/** Takes a random number of turns, short and long. */
async function pass(chance: (below: number) => number): Promise<void> {
  for (let left = chance(4); left > 0; left--) {
    if (chance(2) === 0) await Promise.resolve();
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

test.each([1, 2, 3, 4, 5])(
  'work under a mutex never overlaps and keeps its order, failures and synchronous throws included (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const mutex = new Mutex();
    const began: number[] = [];
    let running = 0;
    const started: Promise<unknown>[] = [];
    for (let id = 0; id < 100; id++) {
      const kind = chance(4);
      const work = async () => {
        began.push(id);
        expect(++running).toBe(1);
        await pass(chance);
        running--;
        if (kind === 0) throw new Error(`${id}`);
        return id;
      };
      const throwing = () => {
        began.push(id);
        throw new Error(`${id}`);
      };
      started.push(mutex.run(kind === 1 ? throwing : work).catch(({ message }) => Number(message)));
      if (chance(8) === 0) await pass(chance);
    }
    const all = Array.from({ length: 100 }, (_, id) => id);
    expect(await Promise.all(started)).toEqual(all);
    expect(began).toEqual(all);
  },
);

test('a mutex is idle once all that was given to it before has ended, well or not', async () => {
  const mutex = new Mutex();
  await mutex.idle();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing = mutex.run(() => first.promise).catch(() => 'failed');
  void mutex.run(() => second.promise);
  let isIdle = false;
  const idle = mutex.idle().then(() => {
    isIdle = true;
  });
  first.reject(new Error('no'));
  expect(await failing).toBe('failed');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isIdle).toBe(false);
  second.resolve();
  await idle;
  expect(isIdle).toBe(true);
});

test('a caller gets its result before the next work begins', async () => {
  const mutex = new Mutex();
  const steps: string[] = [];
  const settled = mutex.run(async () => steps.push('first')).then(() => steps.push('settled'));
  const second = mutex.run(async () => steps.push('second'));
  await Promise.all([settled, second]);
  expect(steps).toEqual(['first', 'settled', 'second']);
});

test('work under different keys runs side by side, work under one key in order', async () => {
  const mutex = createKeyedMutex();
  const gate = Promise.withResolvers<void>();
  const steps: string[] = [];
  const step = (name: string, wait?: Promise<void>) => async () => {
    steps.push(name);
    await wait;
    if (name === 'a1') throw new Error('a1 failed');
  };
  const a1 = mutex.run('a', step('a1', gate.promise)).catch(() => {});
  const a2 = mutex.run('a', step('a2'));
  await mutex.run('b', step('b1'));
  expect(steps).toEqual(['a1', 'b1']);
  gate.resolve();
  await Promise.all([a1, a2]);
  expect(steps).toEqual(['a1', 'b1', 'a2']);
});

test.each([1, 2, 3, 4, 5])(
  'work under one key never overlaps and keeps its order, however keys mix (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const mutex = createKeyedMutex();
    const began = new Map<string, number[]>();
    const asked = new Map<string, number[]>();
    const running = new Set<string>();
    const all: Promise<unknown>[] = [];
    for (let id = 0; id < 200; id++) {
      const key = `key ${chance(3)}`;
      asked.getOrInsertComputed(key, () => []).push(id);
      const work = async () => {
        began.getOrInsertComputed(key, () => []).push(id);
        expect(running.has(key)).toBe(false);
        running.add(key);
        await pass(chance);
        running.delete(key);
      };
      all.push(mutex.run(key, work));
      await pass(chance);
    }
    await Promise.all(all);
    expect(began).toEqual(asked);
  },
);
