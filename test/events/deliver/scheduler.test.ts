/** When the loop looks at the table, and what it does with what it finds. */
import { expect, test } from 'bun:test';
import type { Delivery } from '../../../src/events/contract/delivery.ts';
import type { Claims } from '../../../src/events/deliver/leases.ts';
import { Scheduler } from '../../../src/events/deliver/scheduler.ts';
import { soleOwnership } from '../../../src/events/publish/ownership.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { OK, scriptedChannel } from '../../doubles/scripted-channel.ts';
import { target } from '../../helpers/engine.ts';
import { delivery, HEALTHY, heldCommits } from './kit.ts';

function scheduling() {
  const clock = manualClock();
  const up: (() => void)[] = [];
  const channel = {
    ...scriptedChannel(),
    whenUp: (listener: () => void) => void up.push(listener),
  };
  const { commits, asked } = heldCommits();
  const certain: (() => void)[] = [];
  const state = { isCertain: true };
  const table: { fresh: Delivery[]; broughtForward: number } = { fresh: [], broughtForward: 0 };
  const leased = new Set<string>();
  const claims: Claims = {
    async fresh(lane, limit) {
      const taken = table.fresh.splice(0, limit);
      lane.overflowing = taken.length === limit;
      return taken;
    },
    async retries(lane) {
      lane.retryDueAt = null;
      return [delivery(9, { attemptCount: 1 })];
    },
    async bringForward() {
      table.broughtForward++;
    },
  };
  const scheduler = new Scheduler({
    clock,
    commits,
    claims,
    log: createLog('error', clock.now, () => {}),
    leases: {
      begin: ({ id }) => void leased.add(id),
      end: ({ id }) => void leased.delete(id),
      release: async () => 0,
      areKnown: true,
    },
    db: { query: async () => [] },
    bodies: { sizeOf: async () => 0, with: async ({ body }) => body, without: ({ body }) => body },
    channels: { webhook: channel },
    destinations: { of: () => ['webhook'], target: () => target() },
    observer: { attempted() {}, dropped() {}, cleared() {}, filtered() {} },
    rules: { retryDelayMs: 30_000, maxAttempts: 3 },
    ownership: {
      ...soleOwnership('process'),
      get isCertain() {
        return state.isCertain;
      },
      whenCertain: (run) => void certain.push(run),
    },
    health: HEALTHY,
    reconcile() {},
    isHeld: () => false,
    random: () => 0,
    limits: { total: 10, perHost: 10 },
    mediaInBodies: false,
    bodyBytesInFlight: 1_000_000,
  });
  const sequences = () => channel.sent.map(({ body }) => body.sequence);
  return { scheduler, clock, channel, asked, certain, state, table, leased, sequences, up };
}

test('nothing is admitted before the loop has started and after it has stopped', async () => {
  const { scheduler } = scheduling();
  expect(scheduler.admits('shop', 'webhook')).toBe(false);
  scheduler.start();
  expect(scheduler.admits('shop', 'webhook')).toBe(true);
  await scheduler.stop(0);
  expect(scheduler.admits('shop', 'webhook')).toBe(false);
});

test('a retry that is found while the loop sleeps is sent when it is due, not at the next look', async () => {
  const { scheduler, clock, sequences } = scheduling();
  scheduler.start();
  await clock.advance(0);
  scheduler.expectRetry('shop', 'webhook', clock.steady() + 2_000);
  await clock.advance(1_999);
  expect(sequences()).toEqual([]);
  await clock.advance(1);
  expect(sequences()).toEqual([9]);
  await scheduler.stop(0);
});

test('what memory had no room for is claimed from the table at once', async () => {
  const { scheduler, clock, table, sequences } = scheduling();
  scheduler.start();
  await clock.advance(0);
  table.fresh = [delivery(1), delivery(2)];
  scheduler.overflowed('shop', 'webhook');
  await clock.advance(0);
  expect(sequences()).toEqual([1, 2]);
  await scheduler.stop(0);
});

test('an accepted delivery is leased until its result is on disk', async () => {
  const { scheduler, clock, asked, leased } = scheduling();
  scheduler.start();
  scheduler.accept(delivery(1));
  await clock.advance(0);
  expect([...leased]).toEqual(['delivery-1']);
  asked[0]!.committed([]);
  expect([...leased]).toEqual([]);
  await scheduler.stop(0);
});

test('deliveries that wait for certainty are sent when it is there', async () => {
  const { scheduler, certain, state, sequences } = scheduling();
  state.isCertain = false;
  scheduler.start();
  scheduler.accept(delivery(1));
  expect(sequences()).toEqual([]);
  state.isCertain = true;
  for (const run of certain) run();
  expect(sequences()).toEqual([1]);
  await scheduler.stop(0);
});

test('a channel that is up again has its waiting retries brought forward', async () => {
  const { scheduler, clock, table, up, sequences } = scheduling();
  scheduler.start();
  scheduler.expectRetry('shop', 'webhook', clock.steady() + 60_000);
  await clock.advance(0);
  for (const listener of up) listener();
  await clock.advance(0);
  expect([table.broughtForward, sequences()]).toEqual([1, [9]]);
  await scheduler.stop(0);
});

test('an end waits until the results of what was sent are on disk', async () => {
  const { scheduler, channel, clock, asked, leased } = scheduling();
  channel.script = () => null;
  scheduler.start();
  scheduler.accept(delivery(1));
  const stopped = scheduler.stop(1_000);
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  await stopped;
  expect([asked.length, leased.size]).toEqual([0, 0]);
});
