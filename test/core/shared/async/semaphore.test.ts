import { expect, test } from 'bun:test';
import { Semaphore } from '../../../../src/core/shared/async/semaphore.ts';
import { generator } from '../../../helpers/generator.ts';
import { listening } from '../../../helpers/listening.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

test('no more than its count hold a place, and the others get theirs in the order of asking', async () => {
  const semaphore = new Semaphore(2);
  const granted: string[] = [];
  const ask = async (name: string) => {
    const place = await semaphore.acquire(never);
    if (place !== null) granted.push(name);
    return place;
  };
  const [a, b, ...others] = ['a', 'b', 'c', 'd'].map(ask);
  await turn();
  expect(granted).toEqual(['a', 'b']);
  (await a)?.release();
  await turn();
  expect(granted).toEqual(['a', 'b', 'c']);
  (await b)?.release();
  await Promise.all(others);
  expect(granted).toEqual(['a', 'b', 'c', 'd']);
});

test('a call that stops waiting is answered at once, and its place goes to the next', async () => {
  const semaphore = new Semaphore(1);
  const first = await semaphore.acquire(never);
  const impatient = new AbortController();
  const [second, third] = [semaphore.acquire(impatient.signal), semaphore.acquire(never)];
  impatient.abort();
  expect(await second).toBeNull();
  expect(await semaphore.acquire(impatient.signal)).toBeNull();
  first?.release();
  expect(await third).not.toBeNull();
});

test('a place that is freed twice is free once, and frees none of another', async () => {
  const semaphore = new Semaphore(1);
  const first = await semaphore.acquire(never);
  first?.release();
  first?.release();
  const second = await semaphore.acquire(never);
  const third = semaphore.acquire(never);
  first?.release();
  await turn();
  expect([second === null, Bun.peek.status(third)]).toEqual([false, 'pending']);
  second?.release();
  expect(await third).not.toBeNull();
});

test('a place that was granted in time stays taken when the signal aborts just afterwards', async () => {
  const semaphore = new Semaphore(1);
  const first = await semaphore.acquire(never);
  const late = new AbortController();
  const listeners = listening(late.signal);
  const waiting = semaphore.acquire(late.signal);
  first?.release();
  expect(listeners()).toBe(0);
  late.abort();
  const second = await waiting;
  expect(second).not.toBeNull();
  const next = semaphore.acquire(never);
  await turn();
  expect(Bun.peek.status(next)).toBe('pending');
  second?.release();
  expect(await next).not.toBeNull();
});

test.each([1, 2, 3, 4, 5])(
  'no place is lost or granted twice, however many give up (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const semaphore = new Semaphore(3);
    let [held, most, gaveUp] = [0, 0, 0];
    const use = async () => {
      const abort = new AbortController();
      if (chance(3) === 0) setImmediate(() => abort.abort());
      const place = await semaphore.acquire(abort.signal);
      if (place === null) {
        gaveUp++;
        return;
      }
      most = Math.max(most, ++held);
      for (let left = chance(4); left > 0; left--) await turn();
      held--;
      place.release();
    };
    const all: Promise<void>[] = [];
    for (let id = 0; id < 200; id++) {
      all.push(use());
      if (chance(3) === 0) await turn();
    }
    await Promise.all(all);
    expect(most).toBe(3);
    expect(gaveUp).toBeGreaterThan(0);
    const rest = [1, 2, 3].map(() => semaphore.acquire(never));
    expect(await Promise.all(rest)).not.toContain(null);
  },
);
