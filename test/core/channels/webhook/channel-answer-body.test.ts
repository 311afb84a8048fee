/** How little of an answer's body is read, and that it never decides an outcome. */
import { expect, test } from 'bun:test';
import {
  type Answer,
  drip,
  endless,
  raw,
  respond,
  startReceiver,
} from '../../../doubles/receiver.ts';
import { collectGarbage } from '../../../helpers/garbage.ts';
import { until } from '../../../helpers/until.ts';
import { attempt, delivered, failed, setUp, TIMEOUT_MS, targetAt } from './setup.ts';

/** One attempt whose body does not end by itself: how it ended once its second was over. */
async function attemptCutShort(answer: Answer) {
  const own = await startReceiver();
  own.script(answer);
  const { send, clock, waits } = setUp();
  const sending = send(targetAt(own.url));
  await until('the body is waited for', () => waits.includes(1_000));
  await clock.advance(999);
  expect(Bun.peek.status(sending)).toBe('pending');
  await clock.advance(1);
  const outcome = await sending;
  expect(waits).toEqual([TIMEOUT_MS, 1_000]);
  expect(clock.pending()).toBe(0);
  await until('the connection is closed', () => own.open() === 0);
  await own.stop();
  return outcome;
}

test('headers in time decide, and a body that hangs is given one second', async () => {
  const hanging = (status: number) =>
    raw(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n`);
  expect(await attemptCutShort(hanging(200))).toEqual(delivered(200, 'ok'));
  expect(await attemptCutShort(hanging(500))).toEqual(failed('http_status', 500, 'ok'));
  const declared = raw('HTTP/1.1 200 X\r\ncontent-length: 9\r\n\r\nok');
  expect(await attemptCutShort(declared)).toEqual(delivered(200));
});

test('a body that comes byte by byte is cut after one second', async () => {
  const outcome = await attemptCutShort(drip(200, 'x'.repeat(2_000), 1));
  expect(outcome).toMatchObject({ kind: 'delivered', status: 200 });
  expect(outcome.responseBody).toMatch(/^x{0,1023}$/);
});

test('of an endless body 1 KiB is read, the connection closed, and memory does not grow', async () => {
  const own = await startReceiver();
  const { send, waits } = setUp();
  const once = () => {
    own.script(endless(200));
    return send(targetAt(own.url));
  };
  await once();
  collectGarbage();
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 30; i++) expect(await once()).toEqual(delivered(200, 'a'.repeat(1024)));
  await until('every connection is closed', () => own.open() === 0);
  collectGarbage();
  // Both ends are in this process; 30 bodies that are read to no end are gigabytes.
  expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1024 * 1024);
  expect(waits.length).toBeLessThanOrEqual(62);
  await own.stop();
});

test('a compressed answer is not inflated and not asked for', async () => {
  const bomb = Bun.gzipSync(new Uint8Array(1024 * 1024));
  expect(bomb.length).toBeGreaterThan(1024);
  const headers = { 'content-encoding': 'gzip' };
  expect((await attempt(respond(200, { headers, body: bomb }))).outcome).toEqual(
    delivered(200, '[over 1024 bytes, gzip]'),
  );
  const small = Bun.gzipSync('small');
  expect((await attempt(respond(500, { headers, body: small }))).outcome).toEqual(
    failed('http_status', 500, `[${small.length} bytes, gzip]`),
  );
  const receiver = await startReceiver();
  await setUp().send(targetAt(receiver.url));
  expect(receiver.requests[0]?.header('accept-encoding')).toBeUndefined();
  await receiver.stop();
});

test('bytes that are no text become text that can be stored', async () => {
  const { outcome } = await attempt(respond(200, { body: Buffer.from([0x61, 0, 0xff, 0x62]) }));
  expect(outcome).toEqual(delivered(200, 'a\ufffd\ufffdb'));
});

test('of the first KiB only whole characters are stored', async () => {
  const { outcome } = await attempt(respond(500, { body: `a${'é'.repeat(2_000)}` }));
  expect(outcome).toEqual(failed('http_status', 500, `a${'é'.repeat(511)}`));
});

test.each([
  ['a random key', '8e0b6a1f-7c52-4d0e-9b1a-3f6d2c4e5a70'],
  ['the shortest key', 'k3y_of_8'],
  ['a key with signs that JSON escapes', 'a"b\\c"d\\e"f'],
])('%s that a receiver repeats is masked, wherever its answer cuts it', async (_, key) => {
  const own = await startReceiver();
  const { send } = setUp();
  const body = JSON.stringify({ apikey: key, after: true });
  const target = targetAt(own.url, { reshape: () => ({ body, address: null, key }) });
  const inBody = JSON.stringify(key).slice(1, -1);
  const shown = async (text: string) => {
    own.script(respond(200, { body: text }));
    return (await send(target)).responseBody ?? '';
  };
  const parts = [key, inBody].map((one) => one.slice(0, Math.min(8, Math.ceil(one.length / 2))));
  for (let cut = 1; cut <= body.length; cut++) {
    const part = body.slice(0, cut);
    for (const text of [part, JSON.stringify({ received: part })]) {
      const answer = await shown(text);
      for (const one of parts) expect(answer).not.toContain(one);
    }
  }
  expect(await shown(body)).toBe('{"apikey":"********","after":true}');
  expect(await shown(`it was ${key}${key}.`)).toBe('it was ****************.');
  expect(await shown('a part of nothing')).toBe('a part of nothing');
  await own.stop();
});

test('a value of a configured header that a receiver repeats is masked, and other words are not', async () => {
  const own = await startReceiver();
  const { send } = setUp();
  const headers = {
    authorization: 'Bearer t0p-secret',
    'x-env': 'prod',
    'x-note': 'a "quoted"word',
  };
  const target = targetAt(own.url, { headers });
  const shown = async (status: number, body: string) => {
    own.script(respond(status, { body }));
    return (await send(target)).responseBody;
  };
  const heard = JSON.stringify({ headers: { Authorization: 'Bearer t0p-secret' }, is: 'prod' });
  const masked = '{"headers":{"Authorization":"Bearer ********"},"is":"prod"}';
  for (const status of [200, 401]) expect(await shown(status, heard)).toBe(masked);
  expect(await shown(200, JSON.stringify({ note: 'a "quoted"word' }))).toBe(
    '{"note":"a ********"}',
  );
  expect(await shown(200, 'nothing of it')).toBe('nothing of it');
  await own.stop();
});
