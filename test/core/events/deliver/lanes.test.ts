/** What a lane holds in memory, what it claims from the table and when, with claims that the test answers. */
import { expect, test } from 'bun:test';
import type { Delivery } from '../../../../src/core/events/contract/channel.ts';
import type { Claims } from '../../../../src/core/events/deliver/claims.ts';
import { Lanes } from '../../../../src/core/events/deliver/lanes.ts';
import { OwnedDelivery } from '../../../../src/core/events/deliver/owned-delivery.ts';
import { Scheduler } from '../../../../src/core/events/deliver/scheduler.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { target } from '../../../helpers/engine.ts';
import { delivery, NO_REFUSALS } from './kit.ts';

/** `table` holds what waits in the table; a claim takes it from there. */
function laning() {
  const clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  const table: {
    fresh: Delivery[];
    retries: Delivery[];
    fails: boolean;
    /** What a claim of first attempts waits for after it was made. */
    answer: Promise<void>;
  } = { fresh: [], retries: [], fails: false, answer: Promise.resolve() };
  const limits: number[] = [];
  const state = { isDown: false, isPaused: false, isFaulty: false, holder: 'process' };
  const ready: Delivery[] = [];
  const lost: Delivery[] = [];
  const returned: Delivery[] = [];
  const owned = new Map<Delivery, OwnedDelivery>();
  /** The streams whose lanes were looked at. */
  const lookedAt = new Set<string>();
  const pauses = {
    isPaused(streamId: string) {
      if (state.isFaulty) throw new Error('a fault of a test');
      lookedAt.add(streamId);
      return state.isPaused;
    },
    listen() {},
  };
  const claims: Claims = {
    async fresh(lane, limit) {
      if (table.fails) throw new Error('the database is away');
      limits.push(limit);
      const taken = table.fresh.splice(0, limit);
      lane.hasMoreInTable = taken.length === limit;
      await table.answer;
      return taken;
    },
    async retries(lane, limit) {
      lane.retryDueAt = null;
      return table.retries.splice(0, limit);
    },
    async bringForward() {},
  };
  const channels = { webhook: { isDown: () => state.isDown, whenUp() {} } };
  const lanes = new Lanes({
    ...{ clock, log, claims, channels, pauses },
    ownership: { grantToSend: () => ({ node: 'process', term: 0, holder: state.holder }) },
    refusals: NO_REFUSALS,
  });
  lanes.whenLost((one) => void lost.push(one.delivery));
  const place = (one: Delivery, mustFollow: boolean) => {
    const its = new OwnedDelivery(one, lanes.of(one.streamId, one.endpoint), target());
    owned.set(one, its);
    const where = lanes.place(its, mustFollow);
    if (where === 'ready') ready.push(one);
    if (where === 'lost') lost.push(one);
    if (where === 'returned') returned.push(one);
  };
  const scheduler = new Scheduler({
    ...{ clock, log, claims, channels, pauses, lanes },
    deliveries: {
      takeClaimed: (_, all, mustFollow) => all.forEach((one) => void place(one, mustFollow)),
      pause() {},
      pump() {},
    },
  });
  const hold = (one: Delivery) => place(one, false);
  const release = (one: Delivery) => {
    for (const next of lanes.remove(owned.get(one)!)) ready.push(next.delivery);
  };
  const claimDue = () => scheduler.tick();
  return {
    ...{
      lanes,
      hold,
      release,
      claimDue,
      clock,
      table,
      limits,
      state,
      ready,
      lost,
      returned,
      lookedAt,
    },
  };
}

const upTo = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => delivery(from + index));

test('a new first attempt goes to memory only when nothing older of its lane waits in the table', async () => {
  const { lanes, table, claimDue } = laning();
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(true);
  lanes.recordOverflow('shop', 'webhook');
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(false);
  expect(lanes.maySkipTable('shop', 'amqp')).toBe(true);
  expect(lanes.maySkipTable('cafe', 'webhook')).toBe(true);
  table.fresh = upTo(1);
  await claimDue();
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(true);
});

test('a lane holds 4 096 first attempts at most, and claims more once half of them have ended', async () => {
  const { lanes, table, ready, limits, hold, release, claimDue } = laning();
  for (const one of upTo(4_096)) hold(one);
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(false);
  table.fresh = upTo(1, 5_000);
  lanes.recordOverflow('shop', 'webhook');
  for (const one of ready.slice(0, 3_839)) release(one);
  await claimDue();
  expect(limits).toEqual([]);
  release(ready[3_839]!);
  await claimDue();
  expect([limits, ready.length]).toEqual([[512], 4_097]);
});

test('when memory is full a lane may still hold 16, so that the lanes of a dead endpoint starve no other', () => {
  const { lanes, hold } = laning();
  for (const one of upTo(32_768)) hold({ ...one, streamId: `stream-${one.sequence % 9}` });
  const admitted = upTo(20).filter((one) => {
    const isAdmitted = lanes.maySkipTable('quiet', 'webhook');
    if (isAdmitted) hold({ ...one, streamId: 'quiet' });
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
    const { lanes, hold } = laning();
    const fill = (streamId: string): number => {
      let held = 0;
      for (; lanes.maySkipTable(streamId, 'webhook'); held++)
        hold({ ...delivery(held + 1), streamId });
      return held;
    };
    for (let index = 0; index < count; index++) fill(`hanging-${index}`);
    expect(lanes.held).toBeLessThan(32_768);
    expect(fill('healthy')).toBeGreaterThanOrEqual(least);
  },
);

test('while a channel is down one delivery is tried a second, and the others wait in the table', async () => {
  const { lanes, clock, table, limits, state, ready, release, claimDue } = laning();
  state.isDown = true;
  table.fresh = upTo(3);
  lanes.recordOverflow('shop', 'webhook');
  expect(await claimDue()).toBe(30_000);
  expect([limits, ready.length]).toEqual([[1], 1]);
  release(ready[0]!);
  expect(await claimDue()).toBe(1_000);
  expect(ready).toHaveLength(1);
  await clock.advance(1_000);
  await claimDue();
  expect(ready).toHaveLength(2);
});

test('when a channel is up again what had failed goes before what is new', async () => {
  const { lanes, clock, table, state, ready, release, claimDue } = laning();
  state.isDown = true;
  lanes.expectRetry('shop', 'webhook', clock.steady() + 60_000);
  table.retries = [delivery(1, { attemptCount: 1 })];
  state.isDown = false;
  lanes.resume(({ endpoint }) => endpoint === 'webhook');
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(false);
  await claimDue();
  expect(ready.map(({ sequence }) => sequence)).toEqual([1]);
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(false);
  release(ready[0]!);
  expect(lanes.maySkipTable('shop', 'webhook')).toBe(true);
});

test('the next look is when the earliest retry is due, and no later than in 30 seconds', async () => {
  const { lanes, clock, claimDue } = laning();
  expect(await claimDue()).toBe(30_000);
  lanes.expectRetry('shop', 'webhook', clock.steady() + 9_000);
  lanes.expectRetry('cafe', 'webhook', clock.steady() + 4_000);
  lanes.expectRetry('cafe', 'webhook', clock.steady() + 7_000);
  expect(await claimDue()).toBe(4_000);
});

test('a claim that fails is made again after a second, and nothing is lost by it', async () => {
  const { lanes, table, ready, claimDue } = laning();
  table.fresh = upTo(2);
  table.fails = true;
  lanes.recordOverflow('shop', 'webhook');
  expect(await claimDue()).toBe(1_000);
  table.fails = false;
  await claimDue();
  expect(ready).toHaveLength(2);
});

test('a pass looks only at lanes that are due or have changed, however many others wait for a retry', async () => {
  const { lanes, clock, lookedAt, ready, hold, release, claimDue } = laning();
  const start = clock.steady();
  for (let index = 0; index < 20_000; index++)
    lanes.expectRetry(`dead-${index}`, 'webhook', start + 10_000 + index);
  expect(await claimDue()).toBe(10_000);
  const lookedAtIn = async (change: () => void) => {
    change();
    lookedAt.clear();
    const waitMs = await claimDue();
    return [waitMs, [...lookedAt]];
  };
  expect(await lookedAtIn(() => {})).toEqual([10_000, []]);
  const releaseOne = () => {
    hold({ ...delivery(1), streamId: 'healthy' });
    lanes.recordOverflow('healthy', 'webhook');
    release(ready[0]!);
  };
  expect(await lookedAtIn(releaseOne)).toEqual([10_000, ['healthy']]);
  await clock.advance(10_002);
  const due = ['dead-0', 'dead-1', 'dead-2'];
  expect(await lookedAtIn(() => {})).toEqual([1, due]);
});

test('a retry that is found earlier or later than another moves the next look at its lane', async () => {
  const { lanes, clock, table, claimDue } = laning();
  const now = clock.steady();
  lanes.expectRetry('shop', 'webhook', now + 9_000);
  lanes.expectRetry('cafe', 'webhook', now + 8_000);
  expect(await claimDue()).toBe(8_000);
  lanes.expectRetry('shop', 'webhook', now + 2_000);
  expect(await claimDue()).toBe(2_000);
  table.retries = [delivery(1, { attemptCount: 1 })];
  await clock.advance(2_000);
  expect(await claimDue()).toBe(6_000);
});

test('after a fault in one pass the next one looks at the same lanes', async () => {
  const { lanes, clock, state, table, ready, claimDue } = laning();
  lanes.expectRetry('shop', 'webhook', clock.steady() + 1_000);
  await claimDue();
  lanes.recordOverflow('cafe', 'webhook');
  await clock.advance(1_000);
  Object.assign(table, { fresh: upTo(1), retries: [delivery(2, { attemptCount: 1 })] });
  state.isFaulty = true;
  await expect(claimDue()).rejects.toThrow('a fault of a test');
  state.isFaulty = false;
  await claimDue();
  expect(ready).toHaveLength(2);
});

test('a paused lane whose channel is down does not keep the passes busy', async () => {
  const { lanes, clock, state, claimDue } = laning();
  Object.assign(state, { isDown: true, isPaused: true });
  lanes.recordOverflow('shop', 'webhook');
  lanes.expectRetry('cafe', 'webhook', clock.steady());
  await clock.advance(1_000);
  expect(await claimDue()).toBe(30_000);
});

test('what waits for a paused lane is claimed after 30 seconds even if nobody says that the pause is over', async () => {
  const { lanes, clock, state, table, ready, claimDue } = laning();
  state.isPaused = true;
  table.fresh = upTo(1);
  lanes.recordOverflow('shop', 'webhook');
  await claimDue();
  state.isPaused = false;
  await clock.advance(30_000);
  await claimDue();
  expect(ready).toHaveLength(1);
});

test('a delivery that was leased under an earlier lease of its stream is not sent', () => {
  const { lanes, ready, lost, state, hold } = laning();
  state.holder = 'later';
  hold(delivery(1));
  expect([ready, lost]).toEqual([[], [delivery(1)]]);
  expect(lanes.held).toBe(0);
});

test('what waited in memory when a stream was lost is given back, and what comes then does not wait for it', () => {
  const { lanes, ready, lost, state, hold, release } = laning();
  const [first, second] = [delivery(1, { chat: 'a' }), delivery(2, { chat: 'a' })];
  hold(first);
  hold(second);
  expect(ready).toEqual([first]);
  state.holder = 'later';
  const third = delivery(3, { chat: 'a', holder: 'later' });
  hold(third);
  expect([ready, lost]).toEqual([[first, third], [second]]);
  release(first);
  release(third);
  expect(lanes.held).toBe(0);
});

test('what was claimed before others of its lane returned to the table follows them there', async () => {
  const { lanes, hold, claimDue, table, ready, returned } = laning();
  const chat = 'one';
  for (const one of [delivery(1, { chat }), delivery(2, { chat })]) hold(one);
  const answer = Promise.withResolvers<void>();
  Object.assign(table, { fresh: [delivery(3, { chat })], answer: answer.promise });
  lanes.recordOverflow('shop', 'webhook');
  const claim = claimDue();
  expect(lanes.dropWaiting('shop', 'webhook')).toHaveLength(1);
  answer.resolve();
  await claim;
  expect([ready, returned].map((all) => all.map(({ sequence }) => sequence))).toEqual([[1], [3]]);
});
