import { expect, test } from 'bun:test';
import { createCommitPace } from '../../../src/core/db/commit-pace.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const take = (pace: { record(ms: number): void }, times: readonly number[]) => {
  for (const ms of times) pace.record(ms);
};
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test('commits are slow once twelve of the last sixteen took more than 2 ms', () => {
  const pace = createCommitPace(manualClock());
  take(pace, times(16, 0.3));
  take(pace, times(11, 10));
  expect(pace.isSlow).toBe(false);
  take(pace, times(1, 10));
  expect(pace.isSlow).toBe(true);
});

test('commits are slow after eight of a process that starts on a slow disk', () => {
  const pace = createCommitPace(manualClock());
  take(pace, times(7, 10));
  expect(pace.isSlow).toBe(false);
  pace.record(10);
  expect(pace.isSlow).toBe(true);
});

test('three commits in a row of 20 ms or more are a slow disk at once, two or three apart are not', () => {
  const pace = createCommitPace(manualClock());
  take(pace, times(16, 0.3));
  take(pace, [20, 500, 0.3, 500, 500, 19.9, 20, 20]);
  expect(pace.isSlow).toBe(false);
  pace.record(20);
  expect(pace.isSlow).toBe(true);
});

test('long commits among quick ones, as on a busy machine, are not a slow disk', () => {
  const pace = createCommitPace(manualClock());
  for (let index = 0; index < 100; index++) pace.record(index % 3 === 0 ? 0.4 : 8);
  expect(pace.isSlow).toBe(false);
});

test('commits are quick again when they took less than 1 ms for a minute, and not before', async () => {
  const clock = manualClock();
  const pace = createCommitPace(clock);
  take(pace, times(16, 10));
  take(pace, times(16, 0.5));
  await clock.advance(59_999);
  pace.record(0.5);
  expect(pace.isSlow).toBe(true);
  await clock.advance(1);
  pace.record(0.5);
  expect(pace.isSlow).toBe(false);
});

test('between 1 and 2 ms nothing changes, and the minute begins anew', async () => {
  const clock = manualClock();
  const pace = createCommitPace(clock);
  take(pace, times(16, 1.5));
  expect(pace.isSlow).toBe(false);
  take(pace, times(16, 10));
  take(pace, times(16, 0.5));
  await clock.advance(50_000);
  take(pace, times(16, 1.5));
  await clock.advance(50_000);
  take(pace, times(16, 0.5));
  await clock.advance(59_999);
  pace.record(0.5);
  expect(pace.isSlow).toBe(true);
});
