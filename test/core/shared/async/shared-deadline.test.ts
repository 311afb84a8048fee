import { expect, test } from 'bun:test';
import { createSharedDeadline } from '../../../../src/core/shared/async/deadline.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

const never = () => new Promise<never>(() => {});

function waits(ms = 1_000) {
  const clock = manualClock();
  const gone = new AbortController();
  const wait = createSharedDeadline({ clock, ms, gone: gone.signal });
  return { clock, gone, wait, signal: new AbortController().signal };
}

test('an answer in time is passed on, and no timer is left', async () => {
  const { wait, clock, signal } = waits();
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const both = Promise.all([wait(first.promise, signal), wait(second.promise, signal)]);
  expect(clock.pending()).toBe(1);
  second.resolve(2);
  first.resolve(1);
  expect(await both).toEqual([1, 2]);
  expect(clock.pending()).toBe(0);
});

test('a failure is passed on as it is', async () => {
  const { wait, signal } = waits();
  const failure = new Error('refused: no');
  expect(wait(Promise.reject(failure), signal)).rejects.toBe(failure);
});

test('each wait has its whole time, whenever the one before it began', async () => {
  const { wait, clock, signal } = waits();
  const ended: string[] = [];
  const named = (name: string) =>
    wait(never(), signal).catch((error: Error) => ended.push(`${name} ${error.message}`));
  void named('first');
  await clock.advance(600);
  void named('second');
  await clock.advance(399);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toEqual(['first timeout: no answer within 1000 ms']);
  await clock.advance(599);
  expect(ended).toHaveLength(1);
  await clock.advance(1);
  expect(ended[1]).toBe('second timeout: no answer within 1000 ms');
  expect(clock.pending()).toBe(0);
});

test('a connection that is lost ends all waits with its reason, and any that begins later', async () => {
  const { wait, clock, gone, signal } = waits();
  const open = [wait(never(), signal), wait(never(), signal)];
  gone.abort(new Error('connection_lost: closed'));
  for (const one of [...open, wait(never(), signal)]) {
    expect(one).rejects.toThrow('connection_lost: closed');
  }
  expect(clock.pending()).toBe(0);
});

test('what is broken off ends at once and leaves the others waiting', async () => {
  const { wait, clock, signal } = waits();
  const abort = new AbortController();
  const other = Promise.withResolvers<string>();
  const answered = wait(other.promise, signal);
  const broken = wait(never(), abort.signal);
  abort.abort();
  expect(broken).rejects.toThrow('aborted: broken off');
  expect(wait(never(), abort.signal)).rejects.toThrow('aborted: broken off');
  other.resolve('late');
  expect(await answered).toBe('late');
  expect(clock.pending()).toBe(0);
});
