import { expect, test } from 'bun:test';
import {
  type BrokerConnection,
  Link,
  type ReportBlocked,
} from '../../../src/core/channels/broker-link.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

/** A link whose broker does what the test says. */
function linkBench() {
  const clock = manualClock();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  const bench = {
    clock,
    lines,
    isThere: true,
    opened: 0,
    closed: 0,
    ups: 0,
    held: (() => {}) as ReportBlocked,
    gone: new AbortController(),
  };
  const link = new Link<BrokerConnection>({
    name: 'amqp',
    clock,
    log,
    async open(held) {
      bench.opened++;
      if (!bench.isThere) throw new Error('connection_refused: nothing listens there');
      bench.held = held;
      bench.gone = new AbortController();
      const close = async () => void bench.closed++;
      return { gone: bench.gone.signal, close };
    },
  });
  link.whenUp(() => bench.ups++);
  return Object.assign(bench, { link });
}

test('it is down until it is connected, and up from then on', async () => {
  const { link, clock } = linkBench();
  expect(link.condition).toMatchObject({ state: 'down', since: clock.now() });
  expect(link.connection).toBeNull();
  await clock.advance(500);
  link.start();
  await clock.advance(0);
  expect(link.condition).toEqual({ state: 'up', since: clock.now(), error: null });
  expect(link.connection).not.toBeNull();
});

test('it connects again after 1 s, doubling to 60 s, for ever, and begins anew after a success', async () => {
  const bench = linkBench();
  bench.isThere = false;
  bench.link.start();
  await bench.clock.advance(0);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
    const before = bench.opened;
    await bench.clock.advance(seconds * 1_000 - 1);
    expect(bench.opened).toBe(before);
    await bench.clock.advance(1);
    expect(bench.opened).toBe(before + 1);
  }
  bench.isThere = true;
  await bench.clock.advance(60_000);
  expect([bench.link.condition.state, bench.ups]).toEqual(['up', 1]);
  bench.gone.abort(new Error('connection_lost: reset'));
  await bench.clock.advance(0);
  await bench.clock.advance(1_000);
  expect([bench.link.condition.state, bench.ups, bench.closed]).toEqual(['up', 2, 1]);
});

test('the condition says since when and why, and the time does not move while it stays down', async () => {
  const bench = linkBench();
  bench.link.start();
  await bench.clock.advance(5_000);
  bench.isThere = false;
  bench.gone.abort(new Error('connection_lost: reset'));
  await bench.clock.advance(0);
  const since = bench.clock.now();
  expect(bench.link.condition).toMatchObject({
    state: 'down',
    since,
    error: 'connection_lost: reset',
  });
  await bench.clock.advance(10_000);
  const error = 'connection_refused: nothing listens there';
  expect(bench.link.condition).toMatchObject({ state: 'down', since, error });
});

test('the log gets one line a minute at most, however often it fails', async () => {
  const bench = linkBench();
  bench.isThere = false;
  bench.link.start();
  await bench.clock.advance(59_999);
  expect(bench.lines).toHaveLength(1);
  expect(bench.lines[0]).toMatchObject({
    level: 'warn',
    broker: 'amqp',
    error: 'connection_refused: nothing listens there',
  });
  await bench.clock.advance(10 * 60_000);
  expect(bench.lines.length).toBeLessThanOrEqual(11);
  expect(bench.lines.length).toBeGreaterThanOrEqual(5);
});

test('a connection that comes and goes is no more than a line a minute either', async () => {
  const bench = linkBench();
  bench.link.start();
  for (let second = 0; second < 60; second++) {
    bench.gone.abort(new Error('connection_lost: reset'));
    await bench.clock.advance(0);
    await bench.clock.advance(1_000);
  }
  expect(bench.ups).toBeGreaterThan(50);
  expect(bench.lines.length).toBeLessThanOrEqual(2);
});

test('a broker that takes nothing for now is down with its connection open, until it takes again', async () => {
  const bench = linkBench();
  bench.link.start();
  await bench.clock.advance(0);
  bench.held('blocked: low on memory');
  expect(bench.link.condition).toMatchObject({ state: 'down', error: 'blocked: low on memory' });
  expect(bench.link.connection).toBeNull();
  bench.held(null);
  expect([bench.link.condition.state, bench.opened, bench.ups]).toEqual(['up', 1, 2]);
});

test('a stop closes the connection, leaves no timer and logs nothing', async () => {
  const bench = linkBench();
  bench.link.start();
  await bench.clock.advance(0);
  await bench.link.stop();
  expect([bench.closed, bench.clock.pending(), bench.lines.length]).toEqual([1, 0, 0]);
});

test('a stop while it is down ends the pause before the next try', async () => {
  const bench = linkBench();
  bench.isThere = false;
  bench.link.start();
  await bench.clock.advance(5_000);
  await bench.link.stop();
  expect(bench.clock.pending()).toBe(0);
});
