/** What an attempt waits for, what is written of it, and what happens when its delivery or target changes meanwhile. */
import { expect, test } from 'bun:test';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { target } from '../../../helpers/engine.ts';
import { takeUnhandled } from '../../../helpers/left-unhandled.ts';
import { delivery, sendingBench } from './kit.ts';

/** Deliveries that are sent at once, to a receiver that answers when the test says so. */
function sending(slots?: number) {
  const bench = sendingBench(slots);
  bench.channel.script = () => null;
  bench.deliveries.start();
  return bench;
}

test('an attempt counts as ended only when its result is on disk', async () => {
  const { channel, clock, asked, told, attempted, accept } = sending();
  accept(delivery(1));
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  expect([told, attempted]).toEqual([['released 1'], []]);
  asked[0]!.onCommitted([]);
  expect(told).toEqual(['released 1', 'ended 1']);
  expect(attempted.map(({ decision }) => decision.state)).toEqual(['delivered']);
});

test('a failed attempt is tried again after the delay, from when its result is on disk', async () => {
  const { channel, clock, asked, told, scheduler, accept } = sending();
  accept(delivery(1));
  channel.sent[0]!.end(refusal(503, 'http_status 503'));
  await clock.advance(0);
  expect(told).toEqual(['released 1']);
  asked[0]!.onCommitted([]);
  expect(told).toEqual(['released 1', 'ended 1']);
  expect(await scheduler.tick()).toBe(30_000);
});

test('an attempt whose result cannot be written ends its lease, and the table is reconciled', async () => {
  const { channel, clock, asked, told, attempted, accept } = sending();
  accept(delivery(1));
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  asked[0]!.onFailed(new Error('the disk cannot be read'));
  expect(told).toEqual(['released 1', 'ended 1', 'left in the table']);
  expect(attempted).toEqual([]);
});

test('no attempt begins while it is not certain what this process owns', () => {
  const { channel, state, deliveries, accept } = sending();
  state.isCertain = false;
  accept(delivery(1));
  expect(channel.sent).toEqual([]);
  state.isCertain = true;
  deliveries.pump();
  expect(channel.sent).toHaveLength(1);
});

test('a delivery whose target cannot be looked up keeps its place, and is sent a second later', async () => {
  const { channel, clock, state, told, deliveries, accept, sequences } = sending(1);
  const { errors, restore } = takeUnhandled();
  state.isCertain = false;
  accept(delivery(1, { chat: 'one' }), delivery(2, { chat: 'one' }));
  Object.assign(state, { isCertain: true, isFaulty: true });
  deliveries.pump();
  await clock.advance(0);
  restore();
  expect([errors.length, told, channel.sent.length]).toEqual([1, [], 0]);
  state.isFaulty = false;
  await clock.advance(1_000);
  channel.sent[0]?.end(OK);
  await clock.advance(0);
  expect(sequences()).toEqual([1, 2]);
});

test('what was claimed while targets cannot be looked up is sent afterwards', async () => {
  const { clock, state, lanes, deliveries, sequences } = sending();
  const { errors, restore } = takeUnhandled();
  state.isFaulty = true;
  deliveries.takeClaimed(lanes.of('shop', 'webhook'), [delivery(1), delivery(2)], false);
  deliveries.pump();
  await clock.advance(0);
  restore();
  expect([errors.length, sequences()]).toEqual([3, []]);
  state.isFaulty = false;
  await clock.advance(1_000);
  expect(sequences()).toEqual([1, 2]);
});

test('a fault of its channel while one leaves does not keep those behind it', async () => {
  const { channel, clock, state, accept, sequences } = sending();
  const { errors, restore } = takeUnhandled();
  accept(delivery(1, { chat: 'one' }), delivery(2, { chat: 'one' }));
  channel.script = () => OK;
  state.isFaulty = true;
  channel.sent[0]?.end(OK);
  await clock.advance(0);
  state.isFaulty = false;
  await clock.advance(1_000);
  restore();
  expect(errors.length).toBeGreaterThan(0);
  expect(sequences()).toEqual([1, 2]);
});

test('a delivery whose stream another process owns by now is not sent, and nothing is written of it', () => {
  const { channel, state, asked, told, deliveries, accept } = sending();
  state.isCertain = false;
  accept(delivery(1));
  Object.assign(state, { isCertain: true, holder: 'later' });
  deliveries.pump();
  expect([channel.sent, asked, told]).toEqual([[], [], ['ended 1', 'released 1']]);
});

test('a delivery whose endpoint is gone is discarded with the reason', () => {
  const { channel, state, asked, told, accept } = sending();
  state.goes = { gone: 'the webhook was removed' };
  accept(delivery(1));
  expect([channel.sent.length, told]).toEqual([0, ['released 1']]);
  asked[0]!.onCommitted([]);
  expect(told).toEqual(['released 1', 'ended 1', 'dropped 1: the webhook was removed']);
});

test('what could not be sent for a cause on this side counts as no attempt and is tried again a second later', async () => {
  const { channel, clock, asked, accept } = sending();
  accept(delivery(1));
  channel.sent[0]!.end({ kind: 'unsent', reason: 'database_error: away' });
  await clock.advance(0);
  await clock.advance(999);
  expect(channel.sent).toHaveLength(1);
  await clock.advance(1);
  expect(channel.sent.map(({ outgoing }) => outgoing.attempt)).toEqual([1, 1]);
  expect(asked).toEqual([]);
});

test('an attempt to what is no longer the address is broken off and begins anew at the new one', async () => {
  const { channel, state, asked, deliveries, accept } = sending();
  accept(delivery(1));
  state.goes = target('http://receiver.test/new');
  await deliveries.retarget('shop', 'webhook');
  expect(channel.sent.map((one) => one.target.address)).toEqual([
    'http://receiver.test/hook',
    'http://receiver.test/new',
  ]);
  expect(asked).toEqual([]);
});

test('a change that leaves the address as it is breaks nothing off', async () => {
  const { channel, deliveries, accept } = sending();
  accept(delivery(1));
  await deliveries.retarget('shop', 'webhook');
  expect([channel.open.size, channel.sent.length]).toEqual([1, 1]);
});

test('at the end what runs may end within its grace, what does not is broken off and left leased', async () => {
  const { clock, channel, asked, told, leased, deliveries, accept } = sending();
  accept(delivery(1), delivery(2));
  const stopped = deliveries.stop(5_000);
  accept(delivery(3));
  channel.sent[0]!.end(OK);
  await clock.advance(4_999);
  expect(channel.open.size).toBe(1);
  await clock.advance(1);
  await stopped;
  expect([channel.sent.length, asked, told]).toEqual([2, [], ['released 1', 'ended 1']]);
  expect([...leased]).toEqual(['delivery-2', 'delivery-3']);
});

test('while 4 097 results are not on disk yet no more is sent', async () => {
  const { channel, clock, asked, deliveries, accept } = sending(10_000);
  channel.script = () => OK;
  accept(...Array.from({ length: 4_097 }, (_, index) => delivery(index + 1)));
  await clock.advance(0);
  expect(asked).toHaveLength(4_097);
  accept(delivery(5_000));
  expect(channel.sent).toHaveLength(4_097);
  asked.shift()!.onCommitted([]);
  expect(channel.sent).toHaveLength(4_098);
  await deliveries.stop(0);
});
