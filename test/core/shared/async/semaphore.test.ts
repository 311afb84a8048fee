import { describe, expect, test } from 'bun:test';
import {
  FairSemaphore,
  type Place,
  Semaphore,
} from '../../../../src/core/shared/async/semaphore.ts';
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

describe('a semaphore with several holders', () => {
  /** Asks for places and notes who got one, in order. */
  function asking(semaphore: FairSemaphore) {
    const granted: string[] = [];
    const places: Place[] = [];
    const ask = async (holder: string, name = holder) => {
      const place = await semaphore.of(holder).acquire(never);
      if (place === null) return;
      granted.push(name);
      places.push(place);
    };
    return { granted, ask, freeLast: () => places.at(-1)?.release() };
  }

  test('one holder never has all the places, however many calls it makes', async () => {
    const semaphore = new FairSemaphore({ total: 3, perHolder: 2 });
    const { granted, ask } = asking(semaphore);
    for (let call = 0; call < 10; call++) void ask('greedy');
    await turn();
    expect(granted).toEqual(['greedy', 'greedy']);
    await ask('other');
    expect(granted).toEqual(['greedy', 'greedy', 'other']);
  });

  test('a free place goes to the holder that has fewest, then to the one that was served longest ago', async () => {
    const semaphore = new FairSemaphore({ total: 1, perHolder: 1 });
    const { granted, ask, freeLast } = asking(semaphore);
    const asked = ['a', 'a', 'a', 'a', 'b', 'c', 'b'];
    for (const holder of asked) void ask(holder);
    for (const _ of asked) {
      await turn();
      freeLast();
    }
    expect(granted).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('the calls of one holder get their places in the order of asking', async () => {
    const semaphore = new FairSemaphore({ total: 1, perHolder: 1 });
    const { granted, ask, freeLast } = asking(semaphore);
    for (const name of ['first', 'second', 'third']) void ask('one', name);
    for (let done = 0; done < 3; done++) {
      await turn();
      freeLast();
    }
    expect(granted).toEqual(['first', 'second', 'third']);
  });

  test('a call that stops waiting is answered at once, and keeps nobody from its place', async () => {
    const semaphore = new FairSemaphore({ total: 1, perHolder: 1 });
    const slots = semaphore.of('one');
    const first = await slots.acquire(never);
    const impatient = new AbortController();
    const waits = [slots.acquire(impatient.signal), semaphore.of('two').acquire(never)];
    impatient.abort();
    expect(await waits[0]).toBeNull();
    expect(await slots.acquire(impatient.signal)).toBeNull();
    first?.release();
    expect(await waits[1]).not.toBeNull();
  });

  test('a place that is freed twice is free once, and frees none of another', async () => {
    const semaphore = new FairSemaphore({ total: 1, perHolder: 1 });
    const first = await semaphore.of('one').acquire(never);
    first?.release();
    first?.release();
    const second = await semaphore.of('one').acquire(never);
    const third = semaphore.of('two').acquire(never);
    first?.release();
    await turn();
    expect([second === null, Bun.peek.status(third)]).toEqual([false, 'pending']);
    second?.release();
    expect(await third).not.toBeNull();
  });

  test.each([1, 2, 3, 4, 5])(
    'no place is lost or granted twice, and no holder has more than its share (seed %p)',
    async (seed) => {
      const chance = generator(seed);
      const semaphore = new FairSemaphore({ total: 4, perHolder: 2 });
      const held = new Map<string, number>();
      let [most, mostOfOne, gaveUp] = [0, 0, 0];
      const use = async (holder: string) => {
        const abort = new AbortController();
        if (chance(3) === 0) setImmediate(() => abort.abort());
        const place = await semaphore.of(holder).acquire(abort.signal);
        if (place === null) {
          gaveUp++;
          return;
        }
        held.set(holder, (held.get(holder) ?? 0) + 1);
        mostOfOne = Math.max(mostOfOne, held.get(holder) ?? 0);
        most = Math.max(
          most,
          [...held.values()].reduce((sum, count) => sum + count, 0),
        );
        for (let left = chance(4); left > 0; left--) await turn();
        held.set(holder, (held.get(holder) ?? 0) - 1);
        place.release();
      };
      const all: Promise<void>[] = [];
      for (let id = 0; id < 200; id++) {
        all.push(use(`holder ${chance(5)}`));
        if (chance(3) === 0) await turn();
      }
      await Promise.all(all);
      expect([most, mostOfOne]).toEqual([4, 2]);
      expect(gaveUp).toBeGreaterThan(0);
      const rest = ['a', 'a', 'b', 'b'].map((holder) => semaphore.of(holder).acquire(never));
      expect(await Promise.all(rest)).not.toContain(null);
    },
  );
});
