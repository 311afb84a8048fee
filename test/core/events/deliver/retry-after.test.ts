/** Receivers that ask to be left alone for a time. */
import { expect, test } from 'bun:test';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { type EngineBench, engineBench, message, SHOP } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const HOUR_MS = 3_600_000;
const REFUSED = refusal(500, 'http_status: 500');
const BUSY = { ...refusal(429, 'http_status: 429'), retryAfterMs: HOUR_MS };

const attempts = ({ rows }: EngineBench, ...counts: readonly number[]) =>
  until(`there were ${counts.join(' and ')} attempts`, async () =>
    Bun.deepEquals(
      (await rows()).map(({ attemptCount }) => attemptCount),
      counts,
    ),
  );

test('the next attempt is made when the receiver asked for it, and there are no more than five', async () => {
  const bench = await engineBench();
  const { engine, channel, clock, rows } = bench;
  channel.script = () => BUSY;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  for (const count of [1, 2, 3, 4]) {
    await attempts(bench, count);
    await clock.advance(HOUR_MS - 1);
    expect(channel.sent).toHaveLength(count);
    await clock.advance(1);
  }
  await attempts(bench, 5);
  expect((await rows())[0]?.state).toBe('discarded');
});

/** In steps, because the engine sleeps by what the clock says after each of its looks. */
async function pass({ clock }: EngineBench, ms: number, stepMs = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) await clock.advance(stepMs);
}

test('a restart forgets no wait, and hastens none that is due earlier in the same lane', async () => {
  const first = await engineBench();
  first.channel.script = () => (first.channel.sent.length === 1 ? BUSY : REFUSED);
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a'), message('b')]);
  await attempts(first, 1, 1);
  first.kill();
  const second = await engineBench({ db: first.db, clock: first.clock });
  second.channel.script = () => REFUSED;
  await second.engine.start();
  for (const count of [2, 3]) {
    await pass(second, 32_000);
    await attempts(second, 1, count);
  }
  await pass(second, HOUR_MS - 100_000);
  await attempts(second, 1, 5);
  second.channel.script = () => OK;
  await pass(second, 40_000);
  await attempts(second, 2, 5);
  await second.engine.stop(0);
});

test('a clock that ran two hours ahead delays neither those that must wait nor the others', async () => {
  const start = Date.UTC(2026, 0, 5);
  const ahead = await engineBench({ clock: manualClock(start) });
  ahead.channel.script = () => (ahead.channel.sent.length === 1 ? BUSY : REFUSED);
  await ahead.engine.start();
  await ahead.engine.publish(SHOP, [message('a'), message('b')]);
  await attempts(ahead, 1, 1);
  ahead.kill();
  const right = await engineBench({ db: ahead.db, clock: manualClock(start - 2 * HOUR_MS) });
  right.channel.script = () => OK;
  await right.engine.start();
  await pass(right, 61_000);
  await attempts(right, 1, 2);
  expect(right.channel.sent).toHaveLength(1);
  await pass(right, HOUR_MS);
  await attempts(right, 2, 2);
  await right.engine.stop(0);
});

test('a redelivery by hand does not wait, and is a new round', async () => {
  const bench = await engineBench();
  const { engine, channel, rows } = bench;
  channel.script = () => BUSY;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await attempts(bench, 1);
  channel.script = () => OK;
  expect(await engine.redeliver(SHOP.id, { state: 'waiting' })).toBe(1);
  await attempts(bench, 2);
  expect((await rows())[0]?.state).toBe('delivered');
});

test('what waits because the receiver asked holds back nothing else of its chat', async () => {
  const bench = await engineBench();
  const { engine, channel, rows } = bench;
  channel.script = () => (channel.sent.length === 1 ? BUSY : OK);
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('a')]);
  await attempts(bench, 1, 1);
  expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
});
