import { afterEach, beforeEach, expect, test } from 'bun:test';
import { jsonAnswer } from '../../src/http/large-answer.ts';
import type { MemoryBudget } from '../../src/http/memory-budget.ts';
import { yieldToEventLoop } from '../../src/shared/clock.ts';
import { memoryOf } from '../helpers/memory.ts';
import { type RawHttp, rawHttp } from '../helpers/raw-http.ts';
import { until } from '../helpers/until.ts';
import { KEY, sampleServer } from './sample-server.ts';

const MEBIBYTE = 1024 * 1024;
/** More than the socket buffers of both ends take together. */
const LARGE = 15 * MEBIBYTE;

let memory: MemoryBudget;
let server: ReturnType<typeof sampleServer>;
let port: number;
const open: RawHttp[] = [];

beforeEach(() => {
  // The smallest: 32 MiB for all callers.
  memory = memoryOf(128 * MEBIBYTE);
  server = sampleServer({ memory });
  port = server.listen();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await server.stop();
});

const pathOf = (text: string, times: number) =>
  `/instance/large?text=${encodeURIComponent(text)}&times=${times}`;
const get = (text: string, times: number, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${pathOf(text, times)}`, { method, headers: KEY });

/** Asks for the answer and reads none of it. */
function unread(times: number, key = 'good'): RawHttp {
  const reader = rawHttp(port, [
    `GET ${pathOf('x', times)} HTTP/1.1`,
    'Host: localhost',
    `apikey: ${key}`,
  ]);
  reader.pause();
  open.push(reader);
  return reader;
}

test('a small answer comes in one piece and counts for nothing', async () => {
  const answer = await get('x', 60_000);
  expect(answer.headers.get('content-length')).toBe('60011');
  expect(answer.headers.get('content-type')).toBe('application/json;charset=utf-8');
  expect(await answer.json()).toEqual({ text: 'x'.repeat(60_000) });
  expect(memory.reserved).toBe(0);
});

test('a large answer arrives whole, whatever characters it is cut between, with the headers of any other', async () => {
  for (const text of ['x', 'é', 'ก', '😀', 'x😀']) {
    const answer = await get(text, 200_001);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json;charset=utf-8');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(await answer.json()).toEqual({ text: text.repeat(200_001) });
  }
  expect(memory.reserved).toBe(0);
});

test('a large answer counts until it is read', async () => {
  const reader = unread(LARGE);
  await until('it is held', () => memory.reserved === LARGE + 11);
  expect((await get('x', LARGE, 'HEAD')).status).toBe(200);
  reader.resume();
  await until('it was read', () => memory.reserved === 0);
  expect(reader.received().length).toBeGreaterThan(LARGE);
});

test('a large answer gives the event loop back while it is sent, however fast its reader takes it', async () => {
  const pieces = Array.from({ length: 32 }, () => 'x'.repeat(256 * 1024));
  const reservation = memory.reserve('somebody', 8 * MEBIBYTE);
  const sent = jsonAnswer(pieces, reservation, server.clock).arrayBuffer();
  let isSent = false;
  void sent.then(() => {
    isSent = true;
  });
  let turns = 0;
  for (; !isSent; turns++) await yieldToEventLoop();
  expect((await sent).byteLength).toBe(8 * MEBIBYTE);
  expect(turns).toBeGreaterThanOrEqual(32);
  expect(memory.reserved).toBe(0);
});

test('an answer that has no room beside those that are unread is 429 with retry-after', async () => {
  unread(LARGE);
  unread(LARGE);
  await until('both are held', () => memory.reserved > 2 * LARGE);
  const refused = await get('x', LARGE);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await get('x', 1000)).status).toBe(200);
});

test('a reader that disconnects releases the memory', async () => {
  const reader = unread(LARGE);
  await until('it is held', () => memory.reserved > LARGE);
  reader.destroy();
  await until('nothing is held', () => memory.reserved === 0);
});

test('an answer that is not read within 30 s is cut off', async () => {
  const reader = unread(LARGE);
  await until('it is held', () => memory.reserved > LARGE);
  await server.clock.advance(29_999);
  expect(memory.reserved).toBeGreaterThan(LARGE);
  await server.clock.advance(1);
  expect(memory.reserved).toBe(0);
  reader.resume();
  await until('the connection is gone', () => reader.isGone());
  expect(reader.received().length).toBeLessThan(LARGE);
});
