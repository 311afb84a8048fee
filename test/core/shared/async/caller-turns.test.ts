/** Whose turn it is to read a page of the store. */
import { expect, test } from 'bun:test';
import { CallerTurns, TurnPace } from '../../../../src/core/shared/async/caller-turns.ts';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { turnsOf } from '../../../helpers/turns.ts';

/** Reads that go on until they are told to end; `begun` has the names of those that have begun, in order. */
function stage() {
  const clock = manualClock();
  const turns = new CallerTurns(
    clock,
    (reason) => new AppError('rate_limited', reason, { headers: { 'retry-after': '5' } }),
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (holder: string, name: string, signal = new AbortController().signal) =>
    turns
      .run(holder, signal, () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        return promise;
      })
      .then(
        () => 'read',
        (error: unknown) => error,
      );
  const end = async (name: string) => {
    ends.get(name)?.();
    await clock.advance(0);
  };
  return { clock, begun, read, end };
}

const facts = (error: unknown) =>
  error instanceof AppError ? [error.reason, error.headers?.['retry-after']] : error;

test('a key reads one page at a time, and the others wait without keeping another key waiting', async () => {
  const { clock, begun, read, end } = stage();
  const all = ['a1', 'a2', 'a3'].map((name) => read('a', name));
  await clock.advance(0);
  expect(begun).toEqual(['a1']);
  all.push(read('b', 'b1'));
  await clock.advance(0);
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  for (const name of ['a2', 'a3', 'b1']) await end(name);
  expect(await Promise.all(all)).toEqual(Array(4).fill('read'));
});

test('beyond sixteen that wait a call of the key is refused at once with retry-after, and no other key is', async () => {
  const { clock, begun, read, end } = stage();
  const all: Promise<unknown>[] = [];
  for (let number = 1; number <= 17; number++) {
    all.push(read('a', `a${number}`));
    await clock.advance(0);
  }
  expect(facts(await read('a', 'one too many'))).toEqual(['rate_limited', '5']);
  all.push(read('b', 'b1'));
  await clock.advance(0);
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  for (let number = 1; number <= 17; number++) await end(`a${number}`);
  expect(await Promise.all(all)).toEqual(Array(18).fill('read'));
});

test('whoever has waited for ten seconds is refused with retry-after, and whoever has gone leaves the line', async () => {
  const { clock, begun, read, end } = stage();
  const running = read('a', 'a1');
  const leaving = new AbortController();
  const gone = read('a', 'gone', leaving.signal);
  const late = read('a', 'late');
  await clock.advance(9_999);
  leaving.abort();
  expect(facts(await gone)).toEqual(['invalid', undefined]);
  await clock.advance(1);
  expect(facts(await late)).toEqual(['rate_limited', '5']);
  const next = read('a', 'a2');
  for (const name of ['a1', 'a2']) await end(name);
  expect(await Promise.all([running, next])).toEqual(['read', 'read']);
  expect(begun).toEqual(['a1', 'a2']);
});

test('so many callers pass in each turn of the event loop, in the order of asking', async () => {
  const pace = new TurnPace(5);
  const passed: number[] = [];
  const calls = Array.from({ length: 50 }, async (_, index) => {
    await pace.pass();
    passed.push(index);
  });
  const [, turns] = await turnsOf(Promise.all(calls));
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(passed).toEqual([...passed.keys()]);
});

test('a caller alone waits for no turn', async () => {
  const [, turns] = await turnsOf(new TurnPace(5).pass());
  expect(turns).toBe(1);
});
