/** What an attempt waits for, what is written of it, and what happens when its delivery or target changes meanwhile. */
import { expect, test } from 'bun:test';
import type { Target } from '../../../src/events/contract/channel.ts';
import type { Delivery } from '../../../src/events/contract/delivery.ts';
import type { Gone } from '../../../src/events/contract/routing.ts';
import type { AttemptResult } from '../../../src/events/deliver/attempt.ts';
import { Sender } from '../../../src/events/deliver/sender.ts';
import { soleOwnership } from '../../../src/events/publish/ownership.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { OK, refusal, scriptedChannel } from '../../doubles/scripted-channel.ts';
import { target } from '../../helpers/engine.ts';
import { delivery, HEALTHY, heldCommits, NO_REFUSALS } from './kit.ts';

function sending(slots = 10) {
  const clock = manualClock();
  const channel = scriptedChannel();
  channel.script = () => null;
  const { commits, asked } = heldCommits();
  const state = { isCertain: true, holder: 'process', goes: target() as Target | Gone };
  const told: string[] = [];
  const say =
    (word: string) =>
    ({ sequence }: Delivery) =>
      void told.push(`${word} ${sequence}`);
  const attempted: AttemptResult[] = [];
  const sender = new Sender(
    {
      clock,
      commits,
      log: createLog('error', clock.now, () => {}),
      db: { query: async () => [] },
      bodies: {
        sizeOf: async () => 0,
        with: async ({ body }) => body,
        without: ({ body }) => body,
      },
      channels: { webhook: channel },
      destinations: { of: () => ['webhook'], target: () => state.goes },
      observer: {
        attempted: (one) => void attempted.push(one),
        dropped: ({ sequence }, reason) => void told.push(`dropped ${sequence}: ${reason}`),
        cleared() {},
        filtered() {},
      },
      rules: { retryDelayMs: 30_000, maxAttempts: 3 },
      ownership: {
        ...soleOwnership('process'),
        get isCertain() {
          return state.isCertain;
        },
        grantToSend: () => ({ node: 'process', term: 0, holder: state.holder }),
      },
      health: HEALTHY,
      refusals: NO_REFUSALS,
      isHeld: () => false,
      random: () => 0,
      limits: { total: slots, perHost: slots },
      mediaInBodies: false,
      bodyBytesInFlight: 1_000_000,
    },
    {
      released: say('released'),
      ended: say('ended'),
      returned: say('returned'),
      leftInTable: () => void told.push('left in the table'),
      toRetry: ({ sequence }, at) => void told.push(`retry ${sequence} at ${at - clock.steady()}`),
    },
  );
  const begin = (...ones: Delivery[]) => {
    for (const one of ones) sender.ready(one);
    sender.pump();
  };
  return { sender, clock, channel, asked, state, told, attempted, begin };
}

test('an attempt counts as ended only when its result is on disk', async () => {
  const { channel, clock, asked, told, attempted, begin } = sending();
  begin(delivery(1));
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  expect([told, attempted]).toEqual([['released 1'], []]);
  asked[0]!.committed([]);
  expect(told).toEqual(['released 1', 'ended 1']);
  expect(attempted.map(({ decision }) => decision.state)).toEqual(['delivered']);
});

test('a failed attempt is tried again after the delay, from when its result is on disk', async () => {
  const { channel, clock, asked, told, begin } = sending();
  begin(delivery(1));
  channel.sent[0]!.end(refusal(503, 'http_status 503'));
  await clock.advance(0);
  expect(told).toEqual(['released 1']);
  asked[0]!.committed([]);
  expect(told).toEqual(['released 1', 'ended 1', 'retry 1 at 30000']);
});

test('an attempt whose result cannot be written ends its lease, and the table is reconciled', async () => {
  const { channel, clock, asked, told, attempted, begin } = sending();
  begin(delivery(1));
  channel.sent[0]!.end(OK);
  await clock.advance(0);
  asked[0]!.failed(new Error('the disk cannot be read'));
  expect(told).toEqual(['released 1', 'ended 1', 'left in the table']);
  expect(attempted).toEqual([]);
});

test('no attempt begins while it is not certain what this process owns', () => {
  const { sender, channel, state, begin } = sending();
  state.isCertain = false;
  begin(delivery(1));
  expect(channel.sent).toEqual([]);
  state.isCertain = true;
  sender.pump();
  expect(channel.sent).toHaveLength(1);
});

test('a delivery whose stream another process owns by now is not sent, and nothing is written of it', () => {
  const { channel, state, asked, told, begin } = sending();
  state.holder = 'later';
  begin(delivery(1));
  expect([channel.sent, asked, told]).toEqual([[], [], ['ended 1', 'released 1']]);
});

test('a delivery whose endpoint is gone is discarded with the reason', () => {
  const { channel, state, asked, told, begin } = sending();
  state.goes = { gone: 'the webhook was removed' };
  begin(delivery(1));
  expect([channel.sent.length, told]).toEqual([0, ['released 1']]);
  asked[0]!.committed([]);
  expect(told).toEqual(['released 1', 'ended 1', 'dropped 1: the webhook was removed']);
});

test('what could not be sent for a cause on this side counts as no attempt and is tried again a second later', async () => {
  const { channel, clock, asked, begin } = sending();
  begin(delivery(1));
  channel.sent[0]!.end({ kind: 'unsent', reason: 'database_error: away' });
  await clock.advance(0);
  await clock.advance(999);
  expect(channel.sent).toHaveLength(1);
  await clock.advance(1);
  expect(channel.sent.map(({ outgoing }) => outgoing.attempt)).toEqual([1, 1]);
  expect(asked).toEqual([]);
});

test('an attempt to what is no longer the address is broken off and begins anew at the new one', async () => {
  const { sender, channel, state, asked, begin } = sending();
  begin(delivery(1));
  state.goes = target('http://receiver.test/new');
  await sender.retarget('shop', 'webhook');
  expect(channel.sent.map((one) => one.target.address)).toEqual([
    'http://receiver.test/hook',
    'http://receiver.test/new',
  ]);
  expect(asked).toEqual([]);
});

test('a change that leaves the address as it is breaks nothing off', async () => {
  const { sender, channel, begin } = sending();
  begin(delivery(1));
  await sender.retarget('shop', 'webhook');
  expect([channel.open.size, channel.sent.length]).toEqual([1, 1]);
});

test('at the end what runs may end within its grace, what does not is broken off and left leased', async () => {
  const { sender, clock, channel, asked, told, begin } = sending();
  begin(delivery(1), delivery(2));
  const stopped = sender.stop(5_000);
  begin(delivery(3));
  channel.sent[0]!.end(OK);
  await clock.advance(4_999);
  expect(channel.open.size).toBe(1);
  await clock.advance(1);
  await stopped;
  expect([channel.sent.length, asked.length, told]).toEqual([2, 1, ['released 1']]);
});

test('while 4 097 results are not on disk yet no more is sent', async () => {
  const { sender, channel, clock, asked, begin } = sending(10_000);
  channel.script = () => OK;
  begin(...Array.from({ length: 4_097 }, (_, index) => delivery(index + 1)));
  await clock.advance(0);
  expect(asked).toHaveLength(4_097);
  begin(delivery(5_000));
  expect(channel.sent).toHaveLength(4_097);
  asked.shift()!.committed([]);
  expect(channel.sent).toHaveLength(4_098);
  await sender.stop(0);
});
