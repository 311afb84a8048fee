import { afterEach, beforeEach, expect, test } from 'bun:test';
import { jsonAnswer, streamFile, streamJson } from '../../../src/core/http/large-answer.ts';
import type { MemoryBudget } from '../../../src/core/http/memory-budget.ts';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { memoryOf } from '../../helpers/memory.ts';
import { type RawHttp, rawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';
import { KEY, sampleServer } from './sample-server.ts';

const MEBIBYTE = 1024 * 1024;
/** More than the socket buffers of both ends take together. */
const LARGE = 15 * MEBIBYTE;

let memory: MemoryBudget;
let server: ReturnType<typeof sampleServer>;
let port: number;
const open: RawHttp[] = [];
/** What `/instance/made` answers with. */
let pieces: AsyncIterable<string>;
/** How often `/instance/changed` was done, whose answer is large. */
let changes = 0;
/** And `/instance/file`. */
let file: AsyncIterable<Uint8Array>;

beforeEach(() => {
  // The smallest: 32 MiB for all callers.
  memory = memoryOf(128 * MEBIBYTE);
  server = sampleServer({ memory });
  const { app, clock } = server;
  changes = 0;
  app.post('/instance/changed', () => ({ changes: ++changes, text: 'x'.repeat(LARGE) }));
  app.get('/instance/made', ({ request }) => streamJson({ memory, clock }, request, pieces));
  app.get('/instance/file', ({ request }) =>
    streamFile({ memory, clock }, request, file, {
      headers: { 'content-type': 'image/png', 'content-length': String(LARGE) },
    }),
  );
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
function unread(times: number, key = 'good', path = pathOf('x', times)): RawHttp {
  const reader = rawHttp(port, [`GET ${path} HTTP/1.1`, 'Host: localhost', `apikey: ${key}`]);
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

test('an answer without room to a request that was done says so, and never that nothing was', async () => {
  unread(LARGE);
  unread(LARGE);
  await until('both are held', () => memory.reserved > 2 * LARGE);
  const answer = await fetch(`http://127.0.0.1:${port}/instance/changed`, {
    method: 'POST',
    headers: KEY,
  });
  expect([answer.status, changes]).toEqual([503, 1]);
  expect(await answer.json()).toMatchObject({ error: { reason: 'answer_without_room' } });
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

/** A list of 64 KiB texts that counts the ones that were asked for. */
function madeTexts(count: number, failsAt = count) {
  const state = { made: 0, isOver: false };
  pieces = (async function* () {
    try {
      for (yield '['; state.made < count; state.made++) {
        if (state.made === failsAt) throw new AppError('unavailable', 'it is gone');
        yield `${state.made > 0 ? ',' : ''}"${'x'.repeat(64 * 1024 - 3)}"`;
      }
      yield ']';
    } finally {
      state.isOver = true;
    }
  })();
  return state;
}

/** Resolves when the reader's socket takes no more. */
const untilNothingIsMade = (state: { readonly made: number }) =>
  until('the socket takes no more', async () => {
    const { made } = state;
    for (let turn = 0; turn < 200; turn++) await yieldToEventLoop();
    return made === state.made;
  });

const asMade = () => fetch(`http://127.0.0.1:${port}/instance/made`, { headers: KEY });

test('an answer that is made while it is sent holds the same memory however large it is', async () => {
  const state = madeTexts(512);
  const reader = unread(0, 'good', '/instance/made');
  await until('it has begun', () => state.made > 1);
  await untilNothingIsMade(state);
  expect(state.made).toBeLessThan(512);
  expect(memory.reserved).toBe(256 * 1024);
  reader.resume();
  await until('it was read', () => memory.reserved === 0);
  expect([state.made, state.isOver]).toEqual([512, true]);
  expect(reader.received().length).toBeGreaterThan(32 * MEBIBYTE);
});

test('a small answer that is made while it is sent comes in one piece', async () => {
  pieces = (async function* () {
    yield '{"text":';
    yield '"x"}';
  })();
  const answer = await asMade();
  expect(answer.headers.get('content-length')).toBe('12');
  expect(await answer.json()).toEqual({ text: 'x' });
  expect(memory.reserved).toBe(0);
});

test('what fails before the answer begins is answered as any failure, and what fails later cuts it off', async () => {
  madeTexts(4, 0);
  const refused = await asMade();
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { message: 'it is gone' } },
  ]);
  const state = madeTexts(100, 50);
  const cut = await asMade();
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  expect([state.made, state.isOver, memory.reserved]).toEqual([50, true, 0]);
});

test('an answer that is made while it is sent is cut off once its reader takes nothing for 30 s, and not before', async () => {
  const { clock } = server;
  const state = madeTexts(512);
  const reader = unread(0, 'good', '/instance/made');
  for (let times = 0; times < 2; times++) {
    const { made } = state;
    reader.resume();
    await until('more is made', () => state.made > made);
    reader.pause();
    await untilNothingIsMade(state);
    await clock.advance(29_999);
    expect(memory.reserved).toBe(256 * 1024);
  }
  await clock.advance(1);
  await until('it is cut off', () => memory.reserved === 0 && state.isOver);
  expect(state.made).toBeLessThan(512);
});

test('nothing more is made for a reader that has gone', async () => {
  const state = madeTexts(512);
  const reader = unread(0, 'good', '/instance/made');
  await until('it has begun', () => state.made > 1);
  reader.destroy();
  await until('nothing is held', () => memory.reserved === 0 && state.isOver);
  expect(state.made).toBeLessThan(512);
});

/** LARGE bytes in pieces of half a mebibyte; counts those that were read. */
function fileOf(broken = new Error('never'), breaksAfter = Number.POSITIVE_INFINITY) {
  const seen = { read: 0 };
  async function* content() {
    for (let at = 0; at < LARGE; at += MEBIBYTE / 2) {
      if (seen.read >= breaksAfter) throw broken;
      seen.read++;
      yield new Uint8Array(MEBIBYTE / 2).fill(at / MEBIBYTE);
    }
  }
  file = content();
  return seen;
}

test('a file is sent while it is read, with its type and size, and holds little memory however large it is', async () => {
  const seen = fileOf();
  const reader = unread(0, 'good', '/instance/file');
  await until('it is held', () => memory.reserved > 0);
  expect(memory.reserved).toBeLessThanOrEqual(MEBIBYTE);
  expect(seen.read).toBeLessThan(LARGE / MEBIBYTE);
  reader.resume();
  await until('it was read', () => memory.reserved === 0);
  await until('all has come', () => reader.received().length > LARGE);
  const [head = ''] = reader.received().split('\r\n\r\n', 1);
  expect(head).toContain('image/png');
  expect(reader.received().length).toBeGreaterThanOrEqual(LARGE + head.length + 4);
  fileOf();
  const whole = await fetch(`http://127.0.0.1:${port}/instance/file`, { headers: KEY });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([LARGE, 0, 14]);
});

test('a file that cannot be read is answered as any failure, and one that ends later is cut off', async () => {
  fileOf(new AppError('gone', 'the file was removed'), 0);
  const gone = await fetch(`http://127.0.0.1:${port}/instance/file`, { headers: KEY });
  expect([gone.status, memory.reserved]).toEqual([410, 0]);
  fileOf(new Error('the disk is gone'), 20);
  const cut = await fetch(`http://127.0.0.1:${port}/instance/file`, { headers: KEY });
  await expect(cut.arrayBuffer()).rejects.toThrow();
  await until('its memory is free', () => memory.reserved === 0);
});

test.each(['/instance/made', '/instance/file'])(
  'whoever makes an answer (%s) learns that its reader left before any of it was sent',
  async (path) => {
    const gate = Promise.withResolvers<void>();
    let hasBegun = false;
    let hasEnded = false;
    async function* made<T>(piece: T): AsyncGenerator<T, void> {
      hasBegun = true;
      try {
        await gate.promise;
        for (;;) yield piece;
      } finally {
        hasEnded = true;
      }
    }
    pieces = made('x'.repeat(60_000));
    file = made(new Uint8Array(60_000));
    const reader = unread(1, 'good', path);
    await until('it is being made', () => hasBegun);
    reader.destroy();
    await until('the reader has left', () => server.app.server?.pendingRequests === 0);
    gate.resolve();
    await until('its maker knows', () => hasEnded);
    await until('nothing is held', () => memory.reserved === 0);
  },
);
