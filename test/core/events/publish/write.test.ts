/** The order and the pace of writes that must happen and were refused. */
import { expect, test } from 'bun:test';
import { type QueuedWrite, RefusedWrites } from '../../../../src/core/events/publish/write.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

const write = (rows = 1): QueuedWrite => ({
  statements: () => [],
  onCommitted() {},
  onCommittedWithoutRows() {},
  onFailed() {},
  mustSucceed: true,
  rows,
  bytes: 1,
});

function refused() {
  const clock = manualClock();
  let due = 0;
  const writes = new RefusedWrites(clock, () => {
    due++;
  });
  return { clock, writes, timesDue: () => due };
}

test('those that are refused once more stay in front, in their order', async () => {
  const { writes } = refused();
  // Two that fill a commit, and one that waits for the next.
  const [a, b, c] = [write(1_024), write(1_024), write()];
  writes.add([a, b, c]);
  const tried: (readonly QueuedWrite[])[] = [];
  const refuseAll = async (some: readonly QueuedWrite[]) => {
    tried.push(some);
    return [...some];
  };
  expect(await writes.attempt(refuseAll)).toBe(false);
  expect(await writes.attempt(refuseAll)).toBe(false);
  expect(tried).toEqual([
    [a, b],
    [a, b],
  ]);
  expect(writes.size).toBe(3);
});

test('what is taken is gone, and the rest goes with the next try', async () => {
  const { writes } = refused();
  const [a, b] = [write(2_048), write()];
  writes.add([a, b]);
  expect(await writes.attempt(async () => [])).toBe(true);
  expect(writes.size).toBe(1);
  expect(await writes.attempt(async (some) => (some[0] === b ? [] : [...some]))).toBe(true);
  expect(writes.hasAny).toBe(false);
});

test('a write that comes while some are being tried is held behind them', async () => {
  const { writes } = refused();
  writes.add([write()]);
  const answer = Promise.withResolvers<QueuedWrite[]>();
  const attempt = writes.attempt(() => answer.promise);
  expect([writes.size, writes.hasAny]).toEqual([0, true]);
  answer.resolve([]);
  await attempt;
  expect(writes.hasAny).toBe(false);
});

test('they are due after 50 ms, then after twice as long each time, up to a second', async () => {
  const { clock, writes, timesDue } = refused();
  writes.add([write()]);
  for (const pauseMs of [50, 100, 200, 400, 800, 1_000, 1_000]) {
    const before = timesDue();
    expect(await writes.attempt(async (some) => [...some])).toBe(false);
    expect(writes.areDue).toBe(false);
    await clock.advance(pauseMs - 1);
    expect(timesDue()).toBe(before);
    await clock.advance(1);
    expect([timesDue(), writes.areDue]).toEqual([before + 1, true]);
  }
});

test('once the database has taken something they are due at once, and the pauses begin anew', async () => {
  const { clock, writes, timesDue } = refused();
  writes.add([write()]);
  const refuse = async (some: readonly QueuedWrite[]) => [...some];
  await writes.attempt(refuse);
  await clock.advance(50);
  await writes.attempt(refuse);
  writes.resume();
  expect([writes.areDue, clock.pending()]).toEqual([true, 0]);
  await writes.attempt(refuse);
  await clock.advance(50);
  expect(timesDue()).toBe(2);
});
