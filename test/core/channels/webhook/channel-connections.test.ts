/** Reaching a receiver: idle connections, stale ones and refused ones, and names that do not resolve. */
import { expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import {
  close,
  hang,
  held,
  inTurn,
  reset,
  respond,
  startReceiver,
} from '../../../doubles/receiver.ts';
import { until } from '../../../helpers/until.ts';
import { delivered, failed, setUp, TIMEOUT_MS, targetAt } from './setup.ts';

/** A channel for which names lead where `lookup` says. */
const setUpNames = (lookup: (hostname: string) => Promise<readonly string[]>) =>
  setUp({
    guard: (clock) =>
      createNetworkGuard({ allow: 'everything', clock, lookup, lookupTimeoutMs: 5_000 }),
  });

test('attempts to one receiver share a connection, whatever the size of the answers', async () => {
  const receiver = await startReceiver();
  const { send } = setUp();
  for (const body of ['', 'ok', 'x'.repeat(1024)]) {
    receiver.script(respond(200, { body }), respond(500, { body }));
    await send(targetAt(receiver.url));
    await send(targetAt(receiver.url));
  }
  expect(receiver.requests).toHaveLength(6);
  expect(receiver.connections()).toBe(1);
  await receiver.stop();
});

test('an idle connection that the receiver closed meanwhile is not used', async () => {
  const receiver = await startReceiver();
  const { send } = setUp();
  receiver.script(inTurn(respond(200), close));
  await send(targetAt(receiver.url));
  await until('the connection is closed', () => receiver.open() === 0);
  expect(await send(targetAt(receiver.url))).toEqual(delivered(200));
  expect(receiver.requests).toHaveLength(2);
  await receiver.stop();
});

test('an idle connection that breaks at reuse is replaced once, within the attempt', async () => {
  for (const broken of [close, reset]) {
    const receiver = await startReceiver();
    const { send } = setUp();
    receiver.script(respond(200), broken, respond(202));
    await send(targetAt(receiver.url));
    const outcome = await send(targetAt(receiver.url), { attempt: 4, body: '{"n":4}' });
    expect(outcome).toEqual(delivered(202));
    const [, first, again, ...more] = receiver.requests;
    expect(more).toHaveLength(0);
    expect([first?.connection, again?.connection]).toEqual([1, 2]);
    expect(again?.header('webhook-id')).toBe(first?.header('webhook-id') ?? '');
    expect([first, again].map((one) => one?.header('x-gatehouse-attempt'))).toEqual(['4', '4']);
    expect(again?.body).toBe('{"n":4}');
    await receiver.stop();
  }
});

test('the replacement is a new connection, not the next idle one', async () => {
  const receiver = await startReceiver();
  const { send } = setUp();
  const [first, second] = [held(respond(200)), held(respond(200))];
  receiver.script(first.answer, second.answer, close, respond(202));
  const both = [send(targetAt(receiver.url)), send(targetAt(receiver.url))];
  await until('both are there', () => receiver.requests.length === 2);
  first.release();
  second.release();
  await Promise.all(both);
  expect(await send(targetAt(receiver.url))).toEqual(delivered(202));
  expect(receiver.requests[3]?.connection).toBe(3);
  await receiver.stop();
});

test('a receiver that always breaks off sees one request per attempt', async () => {
  for (const broken of [close, reset]) {
    const receiver = await startReceiver();
    const { send } = setUp();
    receiver.script(broken, broken, broken);
    for (let attempt = 1; attempt <= 3; attempt++) {
      const outcome = await send(targetAt(receiver.url), { attempt });
      expect(outcome).toEqual(failed('connection_reset'));
      expect(receiver.requests).toHaveLength(attempt);
    }
    await receiver.stop();
  }
});

test('a receiver that begins to break off sees one request more, once', async () => {
  const receiver = await startReceiver();
  const { send } = setUp();
  receiver.script(respond(200), reset, reset, reset);
  await send(targetAt(receiver.url));
  expect(await send(targetAt(receiver.url))).toEqual(failed('connection_reset'));
  expect(receiver.requests).toHaveLength(3);
  expect(await send(targetAt(receiver.url))).toEqual(failed('connection_reset'));
  expect(receiver.requests).toHaveLength(4);
  await receiver.stop();
});

test('a receiver that closes after each answer leaves no idle connection to go stale', async () => {
  const receiver = await startReceiver();
  const { send } = setUp();
  const last = respond(200, { headers: { connection: 'close' } });
  receiver.script(inTurn(last, close), reset);
  expect(await send(targetAt(receiver.url))).toEqual(delivered(200));
  expect(await send(targetAt(receiver.url))).toEqual(failed('connection_reset'));
  expect(receiver.requests).toHaveLength(2);
  await receiver.stop();
});

test('an idle connection that goes silent ends with the attempt, and is not replaced', async () => {
  const receiver = await startReceiver();
  const { send, clock } = setUp();
  receiver.script(respond(200), hang);
  await send(targetAt(receiver.url));
  const sending = send(targetAt(receiver.url));
  await until('the request is there', () => receiver.requests.length === 2);
  await clock.advance(TIMEOUT_MS);
  expect(await sending).toEqual(failed('timeout'));
  expect(receiver.requests).toHaveLength(2);
  await receiver.stop();
});

test('a refused connection is a failure that names it', async () => {
  const receiver = await startReceiver();
  await receiver.stop();
  const { send, clock } = setUp();
  expect(await send(targetAt(receiver.url))).toEqual(failed('connection_refused'));
  expect(clock.pending()).toBe(0);
});

test('a name is asked for once and dialled by address, with its own host header', async () => {
  const receiver = await startReceiver();
  const asked: string[] = [];
  const { send } = setUpNames(async (name) => {
    asked.push(name);
    return ['127.0.0.1'];
  });
  const target = targetAt(`http://Hooks.Test.:${receiver.port}/a?b=c`);
  expect(await send(target)).toEqual(delivered(200));
  expect(await send(target)).toEqual(delivered(200));
  expect(asked).toEqual(['hooks.test']);
  expect(receiver.requests[1]?.header('host')).toBe(`hooks.test.:${receiver.port}`);
  expect(receiver.requests[1]?.path).toBe('/a?b=c');
  expect(receiver.connections()).toBe(1);
  await receiver.stop();
});

test('the next address of a name is tried where nothing listens at the first', async () => {
  const receiver = await startReceiver();
  const { send } = setUpNames(async () => ['127.0.0.2', '127.0.0.1']);
  const target = targetAt(`http://hooks.test:${receiver.port}/`);
  expect(await send(target)).toEqual(delivered(200));
  await receiver.stop();
  expect(await send(target)).toEqual(failed('connection_refused'));
});

test('a name that does not exist is a failure that names it', async () => {
  const missing = Object.assign(new Error('no'), { code: 'DNS_ENOTFOUND' });
  const { send } = setUpNames(() => Promise.reject(missing));
  expect(await send(targetAt('http://hooks.test/'))).toEqual(failed('dns_error'));
  const { send: sendToEmpty } = setUpNames(async () => []);
  expect(await sendToEmpty(targetAt('http://hooks.test/'))).toEqual(failed('dns_error'));
});

test('a name that is not answered for fails after 5 s, and is asked for again', async () => {
  let asked = 0;
  const { send, clock } = setUpNames(() => {
    asked += 1;
    return new Promise(() => {});
  });
  for (const attempt of [1, 2]) {
    const sending = send(targetAt('http://hooks.test/'), { attempt });
    await clock.advance(4_999);
    expect(Bun.peek.status(sending)).toBe('pending');
    await clock.advance(1);
    expect(await sending).toEqual(failed('dns_error'));
    expect(asked).toBe(attempt);
  }
  expect(clock.pending()).toBe(0);
});

test('200 names without an answer delay no other receiver', async () => {
  const receiver = await startReceiver();
  const { send, clock } = setUpNames((name) =>
    name.startsWith('dead') ? new Promise(() => {}) : Promise.resolve(['127.0.0.1']),
  );
  const dead = Array.from({ length: 200 }, (_, i) => send(targetAt(`http://dead${i}.test/`)));
  expect(await send(targetAt(`http://alive.test:${receiver.port}/`))).toEqual(delivered(200));
  expect(dead.every((one) => Bun.peek.status(one) === 'pending')).toBe(true);
  await clock.advance(5_000);
  for (const outcome of await Promise.all(dead)) expect(outcome).toEqual(failed('dns_error'));
  await receiver.stop();
});

test('an attempt that waits for a name ends when its caller breaks it off', async () => {
  const { send } = setUpNames(() => new Promise(() => {}));
  const caller = new AbortController();
  const sending = send(targetAt('http://hooks.test/'), { signal: caller.signal });
  caller.abort();
  expect(await sending).toEqual(failed('network_error'));
});

test('names of this machine resolve without a name server', async () => {
  const guard = createNetworkGuard({ allow: 'everything', clock: manualClock() });
  const resolved = await guard.resolve('localhost', new AbortController().signal);
  if (!('address' in resolved)) throw new Error('localhost does not resolve');
  expect([resolved.address, ...resolved.others]).toContain('127.0.0.1');
});

test('a post that runs out of time breaks off neither the answers before it nor those that are on their way', async () => {
  const own = await startReceiver();
  const slow = await startReceiver();
  const { send, clock } = setUp();
  own.script(respond(200, { body: 'first' }), respond(200, { body: 'second' }));
  expect(await send(targetAt(own.url))).toEqual(delivered(200, 'first'));
  slow.script(hang, hang);
  const late = send(targetAt(slow.url));
  await until('the first post is there', () => slow.requests.length === 1);
  await clock.advance(TIMEOUT_MS - 1);
  const later = send(targetAt(slow.url));
  await until('the second post is there', () => slow.requests.length === 2);
  await clock.advance(1);
  expect(await late).toEqual(failed('timeout'));
  expect(Bun.peek.status(later)).toBe('pending');
  expect(await send(targetAt(own.url))).toEqual(delivered(200, 'second'));
  await clock.advance(TIMEOUT_MS);
  expect(await later).toEqual(failed('timeout'));
  await Promise.all([own.stop(), slow.stop()]);
});
