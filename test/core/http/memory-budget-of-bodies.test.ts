import { heapStats } from 'bun:jsc';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { MemoryBudget } from '../../../src/core/http/memory-budget.ts';
import { collectGarbage } from '../../helpers/garbage.ts';
import { memoryOf } from '../../helpers/memory.ts';
import { announce, type RawHttp, rawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';
import { sampleServer } from './sample-server.ts';

const MEBIBYTE = 1024 * 1024;
const MEDIA = '/message/sendMedia';

let memory: MemoryBudget;
let server: ReturnType<typeof sampleServer>;
let port: number;
const open: RawHttp[] = [];

beforeEach(() => {
  // The smallest: 32 MiB for all callers.
  memory = memoryOf(128 * MEBIBYTE);
  server = sampleServer({
    memory,
    bodyLimits: (path) => (path === MEDIA ? 32 : 1) * MEBIBYTE,
  });
  port = server.listen();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await server.stop();
});

function half(bytes: number, key = 'good', path = MEDIA): RawHttp {
  const sender = announce(port, path, bytes, [`apikey: ${key}`]);
  sender.write('{"media":"');
  open.push(sender);
  return sender;
}
const answered = async (sender: RawHttp) => {
  await until('an answer', () => sender.received().includes('\r\n\r\n{'));
  return sender.received();
};
const post = (path: string, body: unknown) =>
  server.ask(`POST ${path}`, {
    headers: { apikey: 'good', 'content-type': 'application/json' },
    body,
  });

test('an announced body counts before a byte of it is read, and what has no room beside it is 429 with retry-after', async () => {
  half(31 * MEBIBYTE);
  await until('31 MiB are held', () => memory.reserved === 31 * MEBIBYTE);
  const refused = half(2 * MEBIBYTE, 'good too');
  expect(await answered(refused)).toContain('RATE_LIMITED');
  expect(refused.status()).toBe(429);
  expect(refused.received()).toMatch(/retry-after: 5/i);
});

test('a refused body is skipped: the connection that goes on sending it can be used again', async () => {
  half(32 * MEBIBYTE);
  await until('32 MiB are held', () => memory.reserved === 32 * MEBIBYTE);
  const refused = announce(port, MEDIA, 2 * MEBIBYTE, ['apikey: good']);
  open.push(refused);
  expect(await answered(refused)).toContain('RATE_LIMITED');
  refused.write(new Uint8Array(2 * MEBIBYTE));
  refused.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until('the next answer', () => refused.received().includes('{"status":"up"}'));
});

test('while the large bodies of others take all the room they may, a small one is read', async () => {
  await server.stop();
  memory = memoryOf(256 * MEBIBYTE);
  server = sampleServer({ memory, bodyLimits: () => 32 * MEBIBYTE });
  port = server.listen();
  half(32 * MEBIBYTE, 'good a');
  half(8 * MEBIBYTE, 'good b');
  await until('40 MiB are held', () => memory.reserved === 40 * MEBIBYTE);
  expect((await post(MEDIA, { media: 'x'.repeat(MEBIBYTE) })).status).toBe(429);
  expect((await post('/instance/connect', { phone: '49' })).status).toBe(200);
});

test('a sender that disconnects releases its memory', async () => {
  const sender = half(31 * MEBIBYTE);
  await until('31 MiB are held', () => memory.reserved === 31 * MEBIBYTE);
  sender.destroy();
  await until('nothing is held', () => memory.reserved === 0);
});

test('a body is held until its answer and no longer, whether it is taken or refused', async () => {
  const text = 'x'.repeat(2 * MEBIBYTE);
  for (const body of [{ media: text }, { media: 1, text }, `{"media":"${text}`, `["${text}"]`]) {
    await post(MEDIA, body);
    expect(memory.reserved).toBe(0);
  }
});

function inChunks(): RawHttp {
  const sender = rawHttp(port, [
    `POST ${MEDIA} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'apikey: good',
  ]);
  open.push(sender);
  return sender;
}

test('a body in chunks counts as it arrives', async () => {
  const sender = inChunks();
  const chunk = `${MEBIBYTE.toString(16)}\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
  for (let sent = 0; sent < 8; sent++) sender.write(chunk);
  await until('8 MiB are held', () => memory.reserved === 8 * MEBIBYTE);
  const other = half(25 * MEBIBYTE);
  expect(await answered(other)).toContain('RATE_LIMITED');
});

test('a body in chunks of one byte takes no more memory than it counts', async () => {
  collectGarbage();
  const others = heapStats().objectTypeCounts.Uint8Array ?? 0;
  const sender = inChunks();
  const body = JSON.stringify({ media: 'x'.repeat(200_000) });
  sender.write([...body].map((byte) => `1\r\n${byte}\r\n`).join(''));
  await until('all of it is held', () => memory.reserved === body.length);
  collectGarbage();
  const chunks = (heapStats().objectTypeCounts.Uint8Array ?? 0) - others;
  expect(chunks).toBeLessThan(body.length / 100);
  sender.write('0\r\n\r\n');
  await answered(sender);
  expect(sender.status()).toBe(200);
});

test('a body that is not whole within 60 s is 400 and ends its connection', async () => {
  const sender = half(31 * MEBIBYTE);
  await until('31 MiB are held', () => memory.reserved === 31 * MEBIBYTE);
  await server.clock.advance(59_999);
  expect(sender.received()).toBe('');
  await server.clock.advance(1);
  expect(await answered(sender)).toContain('The body was not whole within 60 s');
  expect(sender.status()).toBe(400);
  await until('the connection is gone', () => sender.isGone());
  expect(memory.reserved).toBe(0);
});

test('401 comes before the body counts', async () => {
  const sender = half(31 * MEBIBYTE, 'bad');
  expect(await answered(sender)).toContain('UNAUTHORIZED');
  expect(memory.reserved).toBe(0);
});
