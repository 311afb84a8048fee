/** When the loop looks at the table, and what it does with what it finds. */
import { expect, test } from 'bun:test';
import { OK } from '../../../doubles/scripted-channel.ts';
import { delivery, sendingBench } from './kit.ts';

function scheduling() {
  const bench = sendingBench();
  const { deliveries, scheduler } = bench;
  const start = () => {
    deliveries.start();
    scheduler.start();
  };
  const stop = (graceMs: number) => {
    scheduler.stop();
    return deliveries.stop(graceMs);
  };
  return { ...bench, start, stop };
}

test('nothing is admitted before the loop has started and after it has stopped', async () => {
  const { deliveries, start, stop } = scheduling();
  expect(deliveries.maySkipTable('shop', 'webhook')).toBe(false);
  start();
  expect(deliveries.maySkipTable('shop', 'webhook')).toBe(true);
  await stop(0);
  expect(deliveries.maySkipTable('shop', 'webhook')).toBe(false);
});

test('a retry that is found while the loop sleeps is sent when it is due, not at the next look', async () => {
  const { clock, sequences, lanes, start, stop } = scheduling();
  start();
  await clock.advance(0);
  lanes.expectRetry('shop', 'webhook', clock.steady() + 2_000);
  await clock.advance(1_999);
  expect(sequences()).toEqual([]);
  await clock.advance(1);
  expect(sequences()).toEqual([9]);
  await stop(0);
});

test('what memory had no room for is claimed from the table at once', async () => {
  const { clock, table, sequences, lanes, start, stop } = scheduling();
  start();
  await clock.advance(0);
  table.fresh = [delivery(1), delivery(2)];
  lanes.recordOverflow('shop', 'webhook');
  await clock.advance(0);
  expect(sequences()).toEqual([1, 2]);
  await stop(0);
});

test('an accepted delivery is leased until its result is on disk', async () => {
  const { clock, asked, leased, start, stop, accept } = scheduling();
  start();
  accept(delivery(1));
  await clock.advance(0);
  expect([...leased]).toEqual(['delivery-1']);
  asked[0]!.onCommitted([]);
  expect([...leased]).toEqual([]);
  await stop(0);
});

test('deliveries that wait for certainty are sent when it is there', async () => {
  const { certain, state, sequences, start, stop, accept } = scheduling();
  state.isCertain = false;
  start();
  accept(delivery(1));
  expect(sequences()).toEqual([]);
  state.isCertain = true;
  for (const run of certain) run();
  expect(sequences()).toEqual([1]);
  await stop(0);
});

test('a channel that is up again has its waiting retries brought forward', async () => {
  const { clock, table, up, sequences, lanes, start, stop } = scheduling();
  start();
  lanes.expectRetry('shop', 'webhook', clock.steady() + 60_000);
  await clock.advance(0);
  for (const listener of up) listener();
  await clock.advance(0);
  expect([table.broughtForward, sequences()]).toEqual([1, [9]]);
  await stop(0);
});

test('an end waits until the results of what was sent are on disk', async () => {
  const { channel, clock, asked, leased, start, stop, accept } = scheduling();
  channel.script = () => null;
  start();
  accept(delivery(1));
  const stopped = stop(1_000);
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  await stopped;
  expect([asked.length, leased.size]).toEqual([0, 0]);
});
