import { expect, test } from 'bun:test';
import { manualClock } from '../doubles/manual-clock.ts';
import { OK, refusal } from '../doubles/scripted-channel.ts';
import { engineBench, message, SHOP } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

for (const [name, jumpMs] of [
  ['an hour forward', 3_600_000],
  ['an hour back', -3_600_000],
] as const) {
  test(`a wall clock that steps ${name} neither hastens nor stalls a retry`, async () => {
    const { engine, channel, clock, rows } = await engineBench();
    channel.script = () => refusal(500, 'http_status: 500');
    await engine.start();
    await engine.publish(SHOP, [message('a')]);
    await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
    clock.jump(jumpMs);
    await clock.advance(29_000);
    expect(channel.sent).toHaveLength(1);
    channel.script = () => OK;
    await clock.advance(1_000);
    await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  });
}

test('a due time written by a clock that ran a year ahead is brought back at start', async () => {
  const year = 365 * 24 * 3_600_000;
  const ahead = await engineBench({ clock: manualClock(Date.UTC(2027, 0, 5)) });
  ahead.channel.script = () => refusal(500, 'http_status: 500');
  await ahead.engine.start();
  await ahead.engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await ahead.rows())[0]?.attemptCount === 1);
  ahead.kill();
  const right = await engineBench({
    db: ahead.db,
    clock: manualClock(Date.UTC(2027, 0, 5) - year),
  });
  await right.engine.start();
  // In steps: the engine sleeps by what the clock says after each of its looks.
  for (let second = 0; second < 61; second++) await right.clock.advance(1_000);
  await until('it is delivered', async () => (await right.rows())[0]?.state === 'delivered');
});

test('retries that came due together are sent within the limits of their host', async () => {
  const bench = await engineBench({ limits: { total: 64, perHost: 8 } });
  bench.channel.script = () => refusal(500, 'http_status: 500');
  await bench.engine.start();
  const many = Array.from({ length: 300 }, (_, index) => message(`chat${index}`));
  await bench.engine.publish(SHOP, many);
  await until('all were tried', async () =>
    (await bench.rows()).every((row) => row.attemptCount === 1),
  );
  let most = 0;
  bench.channel.script = () => {
    most = Math.max(most, bench.channel.open.size);
    return null;
  };
  await bench.clock.advance(2 * 3_600_000);
  while (bench.channel.sent.length < 600 || bench.channel.open.size > 0) {
    for (const sent of [...bench.channel.open]) sent.end(OK);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(most).toBe(8);
});

test('retries of one moment are spread over a second', async () => {
  let seed = 0;
  const random = () => (seed++ % 100) / 100;
  const { engine, channel, db, rows } = await engineBench({ random });
  channel.script = () => refusal(500, 'http_status: 500');
  await engine.start();
  await engine.publish(
    SHOP,
    Array.from({ length: 100 }, (_, index) => message(`chat${index}`)),
  );
  await until('all were tried', async () => (await rows()).every((row) => row.attemptCount === 1));
  const due = await db.query(
    'select min(next_attempt_at), max(next_attempt_at) from deliveries',
    [],
  );
  const [earliest, latest] = due[0] as [number, number];
  expect(latest - earliest).toBe(990);
});
