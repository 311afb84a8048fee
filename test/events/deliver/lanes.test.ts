/** What a lane holds in memory, what it claims from the table and when, with claims that the test answers. */
import { expect, test } from 'bun:test';
import type { Delivery } from '../../../src/events/contract/delivery.ts';
import type { LaneOrder } from '../../../src/events/deliver/lane.ts';
import { Lanes } from '../../../src/events/deliver/lanes.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { delivery, NO_REFUSALS } from './kit.ts';

/** `table` holds what waits in the table; a claim takes it from there. */
function laning() {
  const clock = manualClock();
  const table: { fresh: Delivery[]; retries: Delivery[]; fails: boolean } = {
    fresh: [],
    retries: [],
    fails: false,
  };
  const limits: number[] = [];
  const state = {
    isDown: false,
    isPaused: false,
    isFaulty: false,
    holder: 'process' as string | null,
    wakes: 0,
    order: 'chat' as LaneOrder,
  };
  const returned: Delivery[] = [];
  const ready: Delivery[] = [];
  const lost: Delivery[] = [];
  /** The streams whose lanes were looked at. */
  const lookedAt = new Set<string>();
  const lanes = new Lanes({
    clock,
    log: createLog('error', clock.now, () => {}),
    holderOf: () => state.holder,
    isDown: () => state.isDown,
    refusals: NO_REFUSALS,
    isPaused(streamId) {
      if (state.isFaulty) throw new Error('a fault of a test');
      lookedAt.add(streamId);
      return state.isPaused;
    },
    giveBack: (one) => void returned.push(one),
    orderOf: () => state.order,
    ready: (one) => void ready.push(one),
    lost: (one) => void lost.push(one),
    wake: () => {
      state.wakes++;
    },
    claims: {
      async fresh(lane, limit) {
        if (table.fails) throw new Error('the database is away');
        limits.push(limit);
        const taken = table.fresh.splice(0, limit);
        lane.overflowing = taken.length === limit;
        return taken;
      },
      async retries(lane, limit) {
        lane.retryDueAt = null;
        return table.retries.splice(0, limit);
      },
      async bringForward() {},
    },
  });
  return { lanes, clock, table, limits, state, ready, lost, returned, lookedAt };
}

const upTo = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => delivery(from + index));

test('a new first attempt goes to memory only when nothing older of its lane waits in the table', async () => {
  const { lanes, table } = laning();
  expect(lanes.admits('shop', 'webhook')).toBe(true);
  lanes.overflowed('shop', 'webhook');
  expect(lanes.admits('shop', 'webhook')).toBe(false);
  expect(lanes.admits('shop', 'amqp')).toBe(true);
  expect(lanes.admits('cafe', 'webhook')).toBe(true);
  table.fresh = upTo(1);
  await lanes.claimDue();
  expect(lanes.admits('shop', 'webhook')).toBe(true);
});

test('a lane holds 4 096 first attempts at most, and claims more once half of them have ended', async () => {
  const { lanes, table, ready, limits } = laning();
  for (const one of upTo(4_096)) lanes.hold(one);
  expect(lanes.admits('shop', 'webhook')).toBe(false);
  table.fresh = upTo(1, 5_000);
  lanes.overflowed('shop', 'webhook');
  for (const one of ready.slice(0, 3_839)) lanes.release(one);
  await lanes.claimDue();
  expect(limits).toEqual([]);
  lanes.release(ready[3_839]!);
  await lanes.claimDue();
  expect([limits, ready.length]).toEqual([[512], 4_097]);
});

test('when memory is full a lane may still hold 16, so that the lanes of a dead endpoint starve no other', () => {
  const { lanes } = laning();
  for (const one of upTo(32_768)) lanes.hold({ ...one, streamId: `stream-${one.sequence % 9}` });
  const admitted = upTo(20).filter((one) => {
    const isAdmitted = lanes.admits('quiet', 'webhook');
    if (isAdmitted) lanes.hold({ ...one, streamId: 'quiet' });
    return isAdmitted;
  });
  expect(admitted).toHaveLength(16);
});

test.each([
  [8, 1_024],
  [30, 64],
])(
  '%p lanes that are full and do not move leave a window of at least %p to another',
  (count, least) => {
    const { lanes } = laning();
    const fill = (streamId: string): number => {
      let held = 0;
      for (; lanes.admits(streamId, 'webhook'); held++)
        lanes.hold({ ...delivery(held + 1), streamId });
      return held;
    };
    for (let index = 0; index < count; index++) fill(`hanging-${index}`);
    expect(lanes.held).toBeLessThan(32_768);
    expect(fill('healthy')).toBeGreaterThanOrEqual(least);
  },
);

test('while a channel is down one delivery is tried a second, and the others wait in the table', async () => {
  const { lanes, clock, table, limits, state, ready } = laning();
  state.isDown = true;
  table.fresh = upTo(3);
  lanes.overflowed('shop', 'webhook');
  expect(await lanes.claimDue()).toBe(30_000);
  expect([limits, ready.length]).toEqual([[1], 1]);
  lanes.release(ready[0]!);
  expect(await lanes.claimDue()).toBe(1_000);
  expect(ready).toHaveLength(1);
  await clock.advance(1_000);
  await lanes.claimDue();
  expect(ready).toHaveLength(2);
});

test('when a channel is up again what had failed goes before what is new', async () => {
  const { lanes, clock, table, state, ready } = laning();
  state.isDown = true;
  lanes.expectRetry('shop', 'webhook', clock.steady() + 60_000);
  table.retries = [delivery(1, { attemptCount: 1 })];
  state.isDown = false;
  lanes.resumed(({ endpoint }) => endpoint === 'webhook');
  expect(lanes.admits('shop', 'webhook')).toBe(false);
  await lanes.claimDue();
  expect(ready.map(({ sequence }) => sequence)).toEqual([1]);
  expect(lanes.admits('shop', 'webhook')).toBe(false);
  lanes.release(ready[0]!);
  expect(lanes.admits('shop', 'webhook')).toBe(true);
});

test('the next look is when the earliest retry is due, and no later than in 30 seconds', async () => {
  const { lanes, clock } = laning();
  expect(await lanes.claimDue()).toBe(30_000);
  lanes.expectRetry('shop', 'webhook', clock.steady() + 9_000);
  lanes.expectRetry('cafe', 'webhook', clock.steady() + 4_000);
  lanes.expectRetry('cafe', 'webhook', clock.steady() + 7_000);
  expect(await lanes.claimDue()).toBe(4_000);
});

test('a claim that fails is made again after a second, and nothing is lost by it', async () => {
  const { lanes, table, ready } = laning();
  table.fresh = upTo(2);
  table.fails = true;
  lanes.overflowed('shop', 'webhook');
  expect(await lanes.claimDue()).toBe(1_000);
  table.fails = false;
  await lanes.claimDue();
  expect(ready).toHaveLength(2);
});

test('a pass looks only at lanes that are due or have changed, however many others wait for a retry', async () => {
  const { lanes, clock, lookedAt, ready } = laning();
  const start = clock.steady();
  for (let index = 0; index < 20_000; index++)
    lanes.expectRetry(`dead-${index}`, 'webhook', start + 10_000 + index);
  expect(await lanes.claimDue()).toBe(10_000);
  const lookedAtIn = async (change: () => void) => {
    change();
    lookedAt.clear();
    const waitMs = await lanes.claimDue();
    return [waitMs, [...lookedAt]];
  };
  expect(await lookedAtIn(() => {})).toEqual([10_000, []]);
  const releaseOne = () => {
    lanes.hold({ ...delivery(1), streamId: 'healthy' });
    lanes.overflowed('healthy', 'webhook');
    lanes.release(ready[0]!);
  };
  expect(await lookedAtIn(releaseOne)).toEqual([10_000, ['healthy']]);
  await clock.advance(10_002);
  const due = ['dead-0', 'dead-1', 'dead-2'];
  expect(await lookedAtIn(() => {})).toEqual([1, due]);
});

test('a retry that is found earlier or later than another moves the next look at its lane', async () => {
  const { lanes, clock, table } = laning();
  const now = clock.steady();
  lanes.expectRetry('shop', 'webhook', now + 9_000);
  lanes.expectRetry('cafe', 'webhook', now + 8_000);
  expect(await lanes.claimDue()).toBe(8_000);
  lanes.expectRetry('shop', 'webhook', now + 2_000);
  expect(await lanes.claimDue()).toBe(2_000);
  table.retries = [delivery(1, { attemptCount: 1 })];
  await clock.advance(2_000);
  expect(await lanes.claimDue()).toBe(6_000);
});

test('after a fault in one pass the next one looks at the same lanes', async () => {
  const { lanes, clock, state, table, ready } = laning();
  lanes.expectRetry('shop', 'webhook', clock.steady() + 1_000);
  await lanes.claimDue();
  lanes.overflowed('cafe', 'webhook');
  await clock.advance(1_000);
  Object.assign(table, { fresh: upTo(1), retries: [delivery(2, { attemptCount: 1 })] });
  state.isFaulty = true;
  await expect(lanes.claimDue()).rejects.toThrow('a fault of a test');
  state.isFaulty = false;
  await lanes.claimDue();
  expect(ready).toHaveLength(2);
});

test('a paused lane whose channel is down does not keep the passes busy', async () => {
  const { lanes, clock, state } = laning();
  Object.assign(state, { isDown: true, isPaused: true });
  lanes.overflowed('shop', 'webhook');
  lanes.expectRetry('cafe', 'webhook', clock.steady());
  await clock.advance(1_000);
  expect(await lanes.claimDue()).toBe(30_000);
});

test('what waits for a paused lane is claimed after 30 seconds even if nobody says that the pause is over', async () => {
  const { lanes, clock, state, table, ready } = laning();
  state.isPaused = true;
  table.fresh = upTo(1);
  lanes.overflowed('shop', 'webhook');
  await lanes.claimDue();
  state.isPaused = false;
  await clock.advance(30_000);
  await lanes.claimDue();
  expect(ready).toHaveLength(1);
});

test('a delivery that was leased under an earlier lease of its stream is not sent', () => {
  const { lanes, ready, lost, state } = laning();
  state.holder = 'later';
  lanes.hold(delivery(1));
  expect([ready, lost]).toEqual([[], [delivery(1)]]);
  expect(lanes.held).toBe(0);
});

test('what waited in memory when a stream was lost is given back, and what comes then does not wait for it', () => {
  const { lanes, ready, lost, state } = laning();
  const [first, second] = [delivery(1, { chat: 'a' }), delivery(2, { chat: 'a' })];
  lanes.hold(first);
  lanes.hold(second);
  expect(ready).toEqual([first]);
  state.holder = 'later';
  const third = delivery(3, { chat: 'a', holder: 'later' });
  lanes.hold(third);
  expect([ready, lost]).toEqual([[first, third], [second]]);
  lanes.release(first);
  lanes.release(third);
  expect(lanes.held).toBe(0);
});
