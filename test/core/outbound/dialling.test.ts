/** Receivers with several addresses, of which some are dead: the request goes to one that accepts connections. */
import { afterEach, describe, expect, test } from 'bun:test';
import { createApiCall } from '../../../src/core/outbound/call-api.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { SharedTimer } from '../../../src/core/shared/async/shared-timer.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { close, hang, type Receiver, respond, startReceiver } from '../../doubles/receiver.ts';
import { silentAddress } from '../../doubles/silent-address.ts';
import { until } from '../../helpers/until.ts';

const GOOD = '127.0.0.1';
const [SILENT, SILENT_TOO, SILENT_THIRD] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;
const REFUSING = '127.0.0.9';
/** How long an address may take before the next one is dialled. */
const TURN_MS = 300;
const MINUTE_MS = 60_000;
const TIMEOUT_MS = 30_000;

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A receiver at `GOOD`, whose name leads to `addresses`; the silent ones listen at its port and never accept. */
async function setUp(addresses: readonly string[], allow: 'everything' | string[] = 'everything') {
  const receiver = await startReceiver();
  ending.push(() => receiver.stop());
  for (const address of addresses)
    if ([SILENT, SILENT_TOO, SILENT_THIRD].some((silent) => silent === address))
      ending.push(await silentAddress(address, receiver.port));
  const clock = manualClock();
  const { after } = clock;
  let turns = 0;
  clock.after = (ms, run) => {
    if (ms === TURN_MS) turns++;
    return after(ms, run);
  };
  /** Resolves when as many addresses as `count` were dialled that have one behind them. */
  const turn = (count: number) =>
    until('the next address waits for its turn', () => turns >= count);
  const names = { current: addresses };
  const lookup = async () => names.current;
  const guard = createNetworkGuard({ allow, clock, lookup });
  const options = { clock, guard, userAgent: 'gatehouse/test' };
  const outbound = createOutbound(options);
  const url = `http://hooks.test:${receiver.port}/`;
  const target = outbound.target(url);
  if ('problem' in target) throw new Error(target.problem);
  const timer = new SharedTimer(clock, TIMEOUT_MS);
  const post = (signal = new AbortController().signal) =>
    outbound.post(target, { headers: {}, body: '{}' }, { timer, signal });
  return { receiver, clock, turn, turns: () => turns, names, outbound, options, url, post };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Starts something with `start` and lets `times` addresses be silent for 300 ms each. */
async function passOver<T>(bench: Setup, times: number, start: () => Promise<T>): Promise<T> {
  const before = bench.turns();
  const started = start();
  for (let time = 1; time <= times; time++) {
    await bench.turn(before + time);
    await bench.clock.advance(TURN_MS);
  }
  return started;
}

const bodiesAt = ({ requests }: Receiver) => requests.map(({ body }) => body);
const ok = expect.objectContaining({ status: 200 });

test('a dead address costs 300 ms, and nothing while the good one is remembered', async () => {
  const bench = await setUp([SILENT, GOOD]);
  const posted = bench.post();
  await bench.turn(1);
  await bench.clock.advance(299);
  expect([Bun.peek.status(posted), bench.receiver.connections()]).toEqual(['pending', 0]);
  await bench.clock.advance(1);
  expect(await posted).toEqual(ok);
  expect(await bench.post()).toEqual(ok);
  expect(bodiesAt(bench.receiver)).toEqual(['{}', '{}']);
  // One connection without a request found the address; the other is kept.
  expect(bench.receiver.connections()).toBe(2);
  await until('the first is closed', () => bench.receiver.open() === 1);
  expect(bench.clock.pending()).toBe(0);
});

test('deliveries at the same time share one search', async () => {
  const bench = await setUp([SILENT, GOOD]);
  const three = () => Promise.all([bench.post(), bench.post(), bench.post()]);
  expect(await passOver(bench, 1, three)).toEqual([ok, ok, ok]);
  expect(bench.turns()).toBe(1);
  expect(bench.receiver.connections()).toBeLessThanOrEqual(4);
  expect(bench.clock.pending()).toBe(0);
});

test('the addresses are compared again after 10 minutes', async () => {
  const bench = await setUp([SILENT, GOOD]);
  expect(await passOver(bench, 1, () => bench.post())).toEqual(ok);
  await bench.clock.advance(10 * MINUTE_MS);
  expect(await passOver(bench, 1, () => bench.post())).toEqual(ok);
});

test('an address that refuses is passed over at once', async () => {
  const bench = await setUp([REFUSING, GOOD]);
  expect(await bench.post()).toEqual(ok);
});

test('an IPv6 address without a route is passed over', async () => {
  const bench = await setUp(['2001:db8::1', GOOD]);
  expect(await bench.post()).toEqual(ok);
});

test('the good one of four addresses is found', async () => {
  const bench = await setUp([SILENT, SILENT_TOO, SILENT_THIRD, GOOD]);
  expect(await passOver(bench, 3, () => bench.post())).toEqual(ok);
});

describe('when every address is dead', () => {
  test('the reason of a timeout names what was tried', async () => {
    const bench = await setUp([SILENT, REFUSING, SILENT_TOO]);
    const posted = bench.post();
    await bench.turn(1);
    await bench.clock.advance(TURN_MS);
    await until('the last address is dialled', () => bench.clock.pending() === 1);
    await bench.clock.advance(TIMEOUT_MS);
    expect(await posted).toEqual({
      problem: `timeout: no answer within 30000 ms; no answer from ${SILENT}, ${SILENT_TOO}; nothing accepts connections at ${REFUSING}`,
    });
    expect([bench.receiver.connections(), bench.clock.pending()]).toEqual([0, 0]);
  });

  test('refusals are reported at once', async () => {
    const bench = await setUp([REFUSING, '127.0.0.8']);
    expect(await bench.post()).toEqual({
      problem: `connection_refused: nothing accepts connections at ${REFUSING}, 127.0.0.8`,
    });
    expect(bench.clock.pending()).toBe(0);
  });

  test('a file and a call of an API name them too, and the call says that nothing was sent', async () => {
    const bench = await setUp([SILENT, SILENT_TOO]);
    const file = bench.outbound.fetchFile(bench.url, {
      bytesMax: 10,
      signal: new AbortController().signal,
    });
    await bench.turn(1);
    await bench.clock.advance(TIMEOUT_MS);
    const tried = `no answer from ${SILENT}, ${SILENT_TOO}`;
    expect(await file).toEqual({ problem: `timeout: no whole file within 30000 ms; ${tried}` });
    const call = createApiCall(bench.options);
    const called = call({
      ...{ method: 'POST', url: bench.url, headers: {}, body: '{}' },
      ...{ timeoutMs: 5_000, bytesMax: 10 },
    });
    await bench.turn(2);
    await bench.clock.advance(5_000);
    expect(await called).toEqual({
      problem: `timeout: no whole answer within 5000 ms; ${tried}`,
      isUnsent: true,
    });
  });

  test('a caller that breaks off ends the search, and leaves the one of another caller alone', async () => {
    const bench = await setUp([SILENT, GOOD]);
    const caller = new AbortController();
    const [broken, other] = [bench.post(caller.signal), bench.post()];
    await bench.turn(1);
    caller.abort();
    expect(await broken).toEqual({
      problem: `network_error: the attempt was broken off; no answer from ${SILENT}`,
    });
    await bench.clock.advance(300);
    expect(await other).toEqual(ok);
    expect(bench.clock.pending()).toBe(0);
  });
});

describe('what was sent is never sent again', () => {
  test('to another address when the first accepts and then says nothing', async () => {
    const bench = await setUp([GOOD, SILENT]);
    bench.receiver.script(hang);
    const posted = bench.post();
    await until('the request is there', () => bench.receiver.requests.length === 1);
    await bench.clock.advance(TIMEOUT_MS);
    expect(await posted).toEqual({ problem: 'timeout: no answer within 30000 ms' });
    expect(bodiesAt(bench.receiver)).toEqual(['{}']);
  });

  test('when the first accepts and closes', async () => {
    const bench = await setUp([GOOD, SILENT]);
    bench.receiver.script(close);
    expect(await bench.post()).toEqual({
      problem: 'connection_reset: the connection was closed before an answer',
    });
    expect(bodiesAt(bench.receiver)).toEqual(['{}']);
  });
});

test('an address that was good and now refuses is replaced within the same attempt', async () => {
  const bench = await setUp([GOOD, SILENT, SILENT_TOO]);
  bench.receiver.script(respond(200, { headers: { connection: 'close' } }));
  expect(await bench.post()).toEqual(ok);
  const { port } = bench.receiver;
  await bench.receiver.stop();
  const other = Bun.serve({ hostname: '127.0.0.5', port, fetch: () => new Response() });
  ending.push(() => other.stop(true));
  bench.names.current = [GOOD, SILENT_TOO, '127.0.0.5'];
  await bench.clock.advance(5_000);
  expect(await passOver(bench, 1, () => bench.post())).toEqual(ok);
});

test('an address that the name no longer has is not dialled', async () => {
  const bench = await setUp([SILENT, GOOD]);
  expect(await passOver(bench, 1, () => bench.post())).toEqual(ok);
  bench.names.current = [REFUSING, '127.0.0.8'];
  await bench.clock.advance(5_000);
  expect(await bench.post()).toEqual({
    problem: expect.stringMatching(/^connection_refused: .*127\.0\.0\.8$/),
  });
  expect(bench.receiver.requests).toHaveLength(1);
});

test('an address that the guard refuses is never dialled', async () => {
  const bench = await setUp([SILENT, GOOD], [`${GOOD}/32`]);
  expect(await bench.post()).toEqual(ok);
  expect(bench.receiver.connections()).toBe(1);
});

test('a redirect to a name with a dead address is followed', async () => {
  const bench = await setUp([SILENT, GOOD]);
  bench.receiver.script(
    respond(302, { headers: { location: `http://files.test:${bench.receiver.port}/b` } }),
    respond(200, { body: 'bytes' }),
  );
  const { signal } = new AbortController();
  const limits = { bytesMax: 10, redirectsMax: 1, signal };
  const fetching = () => bench.outbound.fetchFile(bench.url, limits);
  expect(await passOver(bench, 2, fetching)).toMatchObject({ bytes: Buffer.from('bytes') });
});

test('a receiver with one address is dialled once', async () => {
  const bench = await setUp([GOOD]);
  expect(await bench.post()).toEqual(ok);
  expect(bench.receiver.connections()).toBe(1);
});
