/** What receivers may do with an attempt, and what each of it counts as. */
import { afterEach, expect, test } from 'bun:test';
import {
  close,
  hang,
  held,
  inTurn,
  raw,
  reset,
  respond,
  startReceiver,
} from '../../../doubles/receiver.ts';
import { shared } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';
import { attempt, delivered, EVENT_ID, failed, setUp, TIMEOUT_MS, targetAt } from './setup.ts';

/** Somewhere a redirect could lead. */
const receiver = shared(startReceiver);
const elsewhere = shared(startReceiver);
afterEach(() => expect(elsewhere.requests).toHaveLength(0));

test('a receiver that never answers is given up after 30 s, not before', async () => {
  const { send, clock } = setUp();
  const own = await startReceiver();
  own.script(hang);
  let ended = false;
  const sending = send(targetAt(own.url)).finally(() => {
    ended = true;
  });
  await until('the request is there', () => own.requests.length === 1);
  await clock.advance(TIMEOUT_MS - 1);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await sending).toEqual(failed('timeout'));
  await until('the connection is closed', () => own.open() === 0);
  expect(clock.pending()).toBe(0);
  await own.stop();
});

test('while one receiver hangs, others are served', async () => {
  const { send, clock } = setUp();
  const seen = receiver.requests.length;
  receiver.script(hang);
  const hanging = send(targetAt(receiver.url));
  await until('the request is there', () => receiver.requests.length > seen);
  expect(await send(targetAt(receiver.url))).toEqual(delivered(200));
  await clock.advance(TIMEOUT_MS);
  expect(await hanging).toEqual(failed('timeout'));
});

test('an answer with 2 MB of headers is malformed', async () => {
  const big = raw(`HTTP/1.1 200 X\r\nx-big: ${'a'.repeat(2_000_000)}\r\n\r\n`);
  expect((await attempt(big)).outcome).toEqual(failed('malformed'));
  const lines = Array.from({ length: 20_000 }, (_, i) => `x-${i}: ${'a'.repeat(80)}\r\n`);
  expect((await attempt(raw(`HTTP/1.1 200 X\r\n${lines.join('')}\r\n`))).outcome).toEqual(
    failed('malformed'),
  );
});

test('redirects are not followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `${elsewhere.url}/private?token=hidden`;
    const { outcome, requests } = await attempt(respond(status, { headers: { location } }));
    expect(outcome).toEqual(failed('redirect', status));
    expect(outcome).toMatchObject({ error: expect.stringContaining(`${elsewhere.url}/private?`) });
    expect(JSON.stringify(outcome)).not.toContain('hidden');
    expect(requests).toBe(1);
  }
});

test('a redirect is reported whatever its location is', async () => {
  const reported = async (headers: Record<string, string>) => {
    const { outcome } = await attempt(respond(302, { headers }));
    return outcome.kind === 'failed' ? outcome.error : outcome.kind;
  };
  expect(await reported({})).toBe('redirect: 302, which is not followed');
  expect(await reported({ location: '/new?key=hidden' })).toMatch(
    /^redirect: 302 to http:\S+\/new\?key=/,
  );
  expect(await reported({ location: '/new?key=hidden' })).not.toContain('hidden');
  expect(await reported({ location: 'http://user:hidden@127.0.0.1/' })).not.toContain('hidden');
  expect(await reported({ location: 'http://[' })).toBe(
    'redirect: 302 to no valid URL, which is not followed',
  );
  expect((await reported({ location: `/${'a'.repeat(9_000)}` })).length).toBeLessThan(400);
});

test('only a final status of 200 to 299 is success', async () => {
  for (const status of [200, 201, 202, 204, 206, 226, 299]) {
    expect((await attempt(respond(status))).outcome).toEqual(delivered(status));
  }
  for (const status of [300, 304])
    expect((await attempt(respond(status))).outcome).toEqual(failed('redirect', status));
  for (const status of [400, 500, 503, 599, 600, 999])
    expect((await attempt(respond(status))).outcome).toEqual(failed('http_status', status));
});

test('an interim answer is no answer', async () => {
  const hints = raw('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
  expect((await attempt(inTurn(hints, respond(200)))).outcome).toEqual(delivered(200));
  const goOn = raw('HTTP/1.1 100 Continue\r\n\r\n');
  expect((await attempt(inTurn(goOn, respond(202)))).outcome).toEqual(delivered(202));
  expect((await attempt(inTurn(hints, close))).outcome).toEqual(failed('connection_reset'));
  const switching = raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  expect((await attempt(switching)).outcome).toEqual(failed('malformed'));
});

test('client errors, 410 and 429 are failures like any other', async () => {
  for (const status of [400, 404, 410, 422, 429, 503]) {
    const headers = { 'retry-after': '3600' };
    const { outcome, requests } = await attempt(respond(status, { headers, body: 'no' }));
    expect(outcome).toEqual({ ...failed('http_status', status, 'no'), retryAfterMs: 3_600_000 });
    expect(requests).toBe(1);
  }
});

test('a receiver may ask to be left alone for a day at most, and says so in every failure', async () => {
  const asking = (value: string, status = 429) =>
    attempt(respond(status, { headers: { 'retry-after': value } }));
  const { outcome } = await asking('3600');
  expect(outcome).toMatchObject({
    error: 'http_status: 429, which is not a success; its retry-after is 3600 s',
  });
  for (const value of ['86401', '9'.repeat(40)])
    expect((await asking(value)).outcome).toMatchObject({ retryAfterMs: 86_400_000 });
  expect((await asking('60', 302)).outcome).toMatchObject({ retryAfterMs: 60_000 });
  for (const value of ['0', '-5', 'soon', ''])
    expect((await asking(value)).outcome).toEqual(failed('http_status', 429));
  expect((await asking('60', 200)).outcome).toEqual(delivered(200));
});

test('a reset before the headers is a failure, after 2xx headers it is not', async () => {
  expect((await attempt(reset)).outcome).toEqual(failed('connection_reset'));
  expect((await attempt(close)).outcome).toEqual(failed('connection_reset'));
  const begun = raw('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n');
  expect((await attempt(inTurn(begun, close))).outcome).toMatchObject({ kind: 'delivered' });
  const declared = raw('HTTP/1.1 200 X\r\ncontent-length: 5000\r\n\r\nok');
  expect((await attempt(inTurn(declared, close))).outcome).toMatchObject({ kind: 'delivered' });
});

test('a body shorter than announced does not change a status', async () => {
  const short = raw('HTTP/1.1 200 X\r\ncontent-length: 10\r\n\r\nok');
  expect((await attempt(inTurn(short, close))).outcome).toEqual(delivered(200));
});

test('an answer that is no HTTP is malformed', async () => {
  const answers = [
    'HTTP/1.1 200 X\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok',
    'HTTP/1.1 200 X\r\ncontent-length: -5\r\n\r\nok',
    'HTTP/1.1 200 X\r\nno colon here\r\n\r\n',
    'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n\r\n',
    'HTTP/1.1 99 X\r\n\r\n',
  ];
  for (const answer of answers)
    expect((await attempt(raw(answer))).outcome).toEqual(failed('malformed'));
});

test('an answer after 29.9 s is success', async () => {
  const { send, clock } = setUp();
  const late = held(respond(200, { body: 'late' }));
  const seen = receiver.requests.length;
  receiver.script(late.answer);
  const sending = send(targetAt(receiver.url));
  await until('the request is there', () => receiver.requests.length > seen);
  await clock.advance(29_900);
  late.release();
  expect(await sending).toEqual(delivered(200, 'late'));
});

test('an answer after 30.1 s is too late, and the next attempt has the same id', async () => {
  const { send, clock } = setUp();
  const late = held(respond(200));
  const seen = receiver.requests.length;
  receiver.script(late.answer);
  const target = targetAt(receiver.url);
  const sending = send(target);
  await until('the request is there', () => receiver.requests.length > seen);
  await clock.advance(30_100);
  late.release();
  expect(await sending).toEqual(failed('timeout'));
  expect(await send(target, { attempt: 2 })).toEqual(delivered(200));
  const ids = receiver.requests.slice(seen).map((request) => request.header('webhook-id'));
  expect(ids).toEqual([EVENT_ID, EVENT_ID]);
});

test('an attempt ends when its caller breaks it off, and its connection is closed', async () => {
  const { send, clock } = setUp();
  const own = await startReceiver();
  own.script(hang);
  const caller = new AbortController();
  const sending = send(targetAt(own.url), { signal: caller.signal });
  await until('the request is there', () => own.requests.length === 1);
  caller.abort();
  expect(await sending).toEqual(failed('network_error'));
  await until('the connection is closed', () => own.open() === 0);
  expect(clock.pending()).toBe(0);
  expect(await send(targetAt(own.url), { signal: caller.signal })).toEqual(failed('network_error'));
  expect(own.requests).toHaveLength(1);
  await own.stop();
});

test('an attempt that is over leaves nothing on its caller', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(signal, args);
  };
  receiver.script(respond(200), respond(500), reset);
  for (let attempt = 1; attempt <= 3; attempt++)
    await setUp().send(targetAt(receiver.url), { signal, attempt });
  expect(listeners).toBe(0);
});

test('no failure repeats the query, the credentials or a secret', async () => {
  const own = await startReceiver();
  const { send } = setUp();
  const address = own.url.replace('//', '//user:hidden-password@');
  const target = targetAt(`${address}/?token=hidden-token`, { headers: { 'x-key': 'hidden-key' } });
  const answers = [reset, raw('HTTP/1.1 99 X\r\n\r\n'), respond(500), respond(302)];
  own.script(...answers);
  for (const _ of answers) {
    const outcome = JSON.stringify(await send(target));
    expect(outcome).toContain('failed');
    expect(outcome).not.toContain('hidden');
  }
  await own.stop();
  expect(JSON.stringify(await send(target))).not.toContain('hidden');
});

test('an address that is no http URL fails without being opened', async () => {
  const { send } = setUp();
  for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,a'])
    expect(await send(targetAt(address))).toEqual(failed('network_error'));
});
