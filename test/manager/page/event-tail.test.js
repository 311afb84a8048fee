import { expect, test } from 'bun:test';
import { followEvents, lastSequence } from '../../../src/manager/page/event-tail.js';

/** A log that holds the sequences from `first` to `last`. */
function log(first, last) {
  let calls = 0;
  const find = async (after) => {
    calls++;
    const sequence = Math.max(after + 1, first);
    return sequence <= last ? [{ sequence }] : [];
  };
  return { find, calls: () => calls };
}

test.each([
  [1, 0],
  [1, 1],
  [1, 63],
  [1, 64],
  [1, 65],
  [1, 1000],
  [900, 1000],
  [999_000, 1_000_001],
])('the newest of %i to %i is found', async (first, last) => {
  expect(await lastSequence(log(first, last).find)).toBe(last);
});

test('a million events take no more than 40 questions', async () => {
  const { find, calls } = log(1, 1_000_000);
  await lastSequence(find);
  expect(calls()).toBeLessThanOrEqual(40);
});

test('the latest events are read first, then what has come since', async () => {
  const stored = Array.from({ length: 30 }, (_, index) => ({ sequence: index + 1 }));
  const find = async (after, limit) =>
    stored.filter(({ sequence }) => sequence > after).slice(0, limit);
  const follow = followEvents(find, 10);
  const taken = [];
  const take = (events) => taken.push(...events.map(({ sequence }) => sequence));
  await follow(take);
  expect(taken).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  stored.push({ sequence: 31 });
  await follow(take);
  expect(taken.slice(10)).toEqual([31]);
});
