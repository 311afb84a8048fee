import { expect, test } from 'bun:test';
import type { ReplayProgress } from '../../../../src/core/events/contract/replay.ts';
import { readReplay } from '../../../../src/core/events/log/replays.ts';
import { replayView } from '../../../../src/core/webhooks/replays.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { CAFE, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const failing = () => refusal(500, 'http_status: 500');

test('a discarded delivery is sent again with the same event id, numbers going on', async () => {
  const { engine, channel, clock, rows } = await engineBench();
  channel.script = failing;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  for (const count of [1, 2, 3, 4, 5]) {
    await until(`attempt ${count}`, async () => (await rows())[0]?.attemptCount === count);
    await clock.advance(30_000);
  }
  expect(await engine.redeliver(SHOP.id, { state: 'discarded' })).toBe(1);
  await until('it was tried again', async () => (await rows())[0]?.attemptCount === 6);
  expect((await rows())[0]?.state).toBe('waiting');
  channel.script = () => OK;
  await clock.advance(30_000);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  expect(channel.sent.map(({ outgoing }) => outgoing.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(channel.sent.map(({ outgoing }) => outgoing.eventId)).size).toBe(1);
});

test('a delivered event is sent again on request', async () => {
  const { engine, db, channel, rows } = await engineBench();
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  const [[id]] = (await db.query('select id from deliveries', [])) as [[string]];
  for (const count of [2, 3]) {
    expect(await engine.redeliver(SHOP.id, { ids: [id] })).toBe(1);
    await until(`sent ${count} times`, async () => {
      const [row] = await rows();
      return row?.state === 'delivered' && row.attemptCount === count;
    });
  }
  expect(channel.sent).toHaveLength(3);
});

test('what is sent again of a replay that goes on is counted once, however often', async () => {
  const rules = { retryDelayMs: 1_000, maxAttempts: 1 };
  const { engine, db, channel, clock, rows } = await engineBench({ rules });
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  await until('both are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  // The second one keeps the replay going.
  channel.script = ({ body }) => (body.includes('"b"') ? null : failing());
  const all = { types: null, chat: null, eventIds: null, onlyFailed: false, ratePerSecond: 500 };
  const request = { endpoint: 'webhook', since: 0, until: clock.now(), ...all };
  const begun = await engine.replays.begin(SHOP.id, request);
  const become = (expected: readonly [string, number, number, number]) =>
    until(`it is ${expected}`, async () => {
      await clock.advance(50);
      const id = 'id' in begun ? begun.id : '';
      const found = (await readReplay(db, SHOP.id, 'webhook', id)) as ReplayProgress;
      const { state, delivered, waiting, discarded } = replayView(found);
      return Bun.deepEquals([state, delivered, waiting, discarded], [...expected]);
    });
  await become(['running', 0, 1, 1]);
  for (const selection of [{ state: 'discarded' }, { to: clock.now() + 60_000 }] as const) {
    const failed = channel.script;
    channel.script = () => null;
    await engine.redeliver(SHOP.id, { ...selection, endpoint: 'webhook' });
    await become(['running', 0, 2, 0]);
    channel.script = failed;
    for (const attempt of [...channel.open])
      if (attempt.outgoing.attempt > 1) attempt.end(failing());
    await become(['running', 0, 1, 1]);
  }
  channel.script = () => OK;
  await engine.redeliver(SHOP.id, { state: 'discarded' });
  for (const attempt of [...channel.open]) attempt.end(OK);
  await become(['done', 2, 0, 0]);
});

test('a pending retry is brought forward, not doubled', async () => {
  const { engine, channel, clock, rows } = await engineBench();
  channel.script = failing;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
  channel.script = () => OK;
  expect(await engine.redeliver(SHOP.id, { state: 'waiting' })).toBe(1);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  await clock.advance(120_000);
  expect(channel.sent).toHaveLength(2);
});

test('a delivery that is being sent is left alone', async () => {
  const { engine, db, channel } = await engineBench();
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it runs', () => channel.open.size === 1);
  const [[id]] = (await db.query('select id from deliveries', [])) as [[string]];
  expect(await engine.redeliver(SHOP.id, { ids: [id] })).toBe(0);
});

test('a long range is taken in slices, each delivery once, of this instance alone', async () => {
  const { engine, channel, rows, clock } = await engineBench();
  await engine.start();
  const many = Array.from({ length: 1_300 }, (_, index) => message(`chat${index % 40}`));
  await engine.publish(SHOP, many);
  await engine.publish(CAFE, [message('a')]);
  await until('all are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
  const before = channel.sent.length;
  expect(await engine.redeliver(SHOP.id, { from: clock.now() + 1 })).toBe(0);
  expect(await engine.redeliver(SHOP.id, { from: 0, to: clock.now() })).toBe(1_300);
  await until('all are sent again', () => channel.sent.length === before + 1_300);
  await until('all are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
  expect((await rows()).reduce((sum, row) => sum + row.attemptCount, 0)).toBe(2_601);
});

test('a delivery discarded again names the reasons of its last five attempts', async () => {
  const { engine, channel, clock, rows, lines } = await engineBench();
  let attempt = 0;
  channel.script = () => refusal(500, `http_status: at ${++attempt}`);
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  const fail = async (from: number) => {
    for (const count of [1, 2, 3, 4, 5]) {
      await until(`attempt ${count}`, async () => (await rows())[0]?.attemptCount === from + count);
      await clock.advance(30_000);
    }
  };
  await fail(0);
  await engine.redeliver(SHOP.id, { state: 'discarded' });
  await fail(5);
  const reports = () => lines.filter((line) => line.message === 'deliveries discarded');
  await until('both are reported', () => reports().length === 2);
  expect(reports()[1]?.reasons).toEqual([6, 7, 8, 9, 10].map((n) => `http_status: at ${n}`));
});

test('what was discarded before its first attempt goes out in order again, and events published after that come after it', async () => {
  const { engine, channel, targets, rows } = await engineBench();
  const wait = async (state: string) =>
    until(`all are ${state}`, async () => (await rows()).every((row) => row.state === state));
  channel.script = () => null;
  await engine.start();
  await engine.publish(
    SHOP,
    ['1', '2', '3'].map((text) => message('a', text)),
  );
  await until('the first is being sent', () => channel.open.size === 1);
  targets.set('webhook', { gone: 'webhook not set' });
  await engine.retarget(SHOP.id, 'webhook');
  await wait('discarded');
  expect((await rows()).map(({ attemptCount }) => attemptCount)).toEqual([0, 0, 0]);
  targets.set('webhook', target());
  expect(await engine.redeliver(SHOP.id, { state: 'discarded' })).toBe(3);
  await engine.publish(SHOP, [message('a', '4')]);
  await until('the first is being sent again', () => channel.open.size === 1);
  channel.script = () => OK;
  for (const sent of channel.open) sent.end(OK);
  await wait('delivered');
  const [, ...afterwards] = channel.sent;
  expect(afterwards.map(({ body }) => body.sequence)).toEqual([1, 2, 3, 4]);
  expect(afterwards.map(({ outgoing }) => outgoing.attempt)).toEqual([1, 1, 1, 1]);
});
