import { expect, test } from 'bun:test';
import { createEventRateLimits } from '../../../../src/core/events/publish/rate-limit.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { CAFE, SHOP } from '../../../helpers/engine.ts';

function paces(perSecond: number) {
  const clock = manualClock();
  const reached: unknown[] = [];
  const limits = {
    reached: (limit: string, fields?: object) => void reached.push({ limit, ...fields }),
  };
  return { clock, reached, paceOf: createEventRateLimits(perSecond, clock, limits) };
}

const NEVER = new AbortController().signal;
/** Seconds to wait by `retry-after`, or null when there was room. */
function refusal(take: () => void): string | undefined | null {
  try {
    take();
    return null;
  } catch (error) {
    const { reason, headers } = error as { reason: string; headers: Record<string, string> };
    expect(reason).toBe('rate_limited');
    return headers['retry-after'];
  }
}

test.each([1, 3, 7, 1_000_000])(
  '%i events fit into a second, one more does not',
  async (perSecond) => {
    const { clock, paceOf } = paces(perSecond);
    const pace = paceOf(SHOP);
    for (let second = 0; second < 3; second++) {
      pace.take(perSecond - 1);
      pace.take(1);
      expect(refusal(() => pace.take(1))).toBe('1');
      await clock.advance(1_000);
    }
  },
);

test('what was not used does not add up beyond one second', async () => {
  const { clock, paceOf } = paces(10);
  await clock.advance(60_000);
  expect(refusal(() => paceOf(SHOP).take(11))).not.toBeNull();
  expect(refusal(() => paceOf(SHOP).take(10))).toBeNull();
});

test('a refusal takes nothing and says when to come again', async () => {
  const { clock, paceOf } = paces(2);
  const pace = paceOf(SHOP);
  pace.take(1);
  expect(refusal(() => pace.take(5))).toBe('2');
  expect(refusal(() => pace.take(1))).toBeNull();
  expect(refusal(() => pace.take(1))).toBe('1');
  await clock.advance(500);
  expect(refusal(() => pace.take(1))).toBeNull();
});

test('each instance has a bucket of its own, and a step of the wall clock fills none', () => {
  const { clock, paceOf } = paces(1);
  paceOf(SHOP).take(1);
  clock.jump(3_600_000);
  expect(refusal(() => paceOf(SHOP).take(1))).toBe('1');
  expect(refusal(() => paceOf(CAFE).take(1))).toBeNull();
});

test('calls that wait go on in their order, at the pace, and each wait is reported', async () => {
  const { clock, reached, paceOf } = paces(2);
  const done: number[] = [];
  for (let call = 1; call <= 5; call++)
    void paceOf(SHOP)
      .wait(1, NEVER)
      .then(() => done.push(call));
  await clock.advance(0);
  expect(done).toEqual([1, 2]);
  await clock.advance(500);
  expect(done).toEqual([1, 2, 3]);
  await clock.advance(1_000);
  expect(done).toEqual([1, 2, 3, 4, 5]);
  expect(reached).toEqual(Array(3).fill({ limit: 'instance_events', instanceName: 'shop' }));
});

test('a wait that is broken off says so, and leaves no timer', async () => {
  const { clock, paceOf } = paces(1);
  const ends = new AbortController();
  paceOf(SHOP).take(1);
  const waiting = paceOf(SHOP).wait(1, ends.signal);
  ends.abort();
  expect(await waiting).toBe(false);
  expect(clock.pending()).toBe(0);
});

test('without a limit no call is refused and none waits', async () => {
  const { paceOf, reached } = paces(0);
  paceOf(SHOP).take(1_000_000);
  expect(await paceOf(SHOP).wait(1_000_000, NEVER)).toBe(true);
  expect(reached).toEqual([]);
});
