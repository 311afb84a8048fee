/** Servers stop soon, and not before they have answered. */
import { afterEach, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { stopListening } from '../../src/app/closing.ts';
import { systemClock } from '../../src/core/shared/clock.ts';
import { until } from '../helpers/until.ts';

const clock = systemClock();
const LARGE = new Uint8Array(2 * 1024 * 1024);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** `/refused` is answered before its body is read, `/slow` when `answer` is called. */
function listening() {
  const waiting: (() => void)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 120,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/refused') return new Response('too large', { status: 413 });
      await new Promise<void>((resolve) => waiting.push(resolve));
      return new Response('done');
    },
  });
  ends.push(() => server.stop(true));
  const app = { server, stop: () => server.stop() };
  const url = `http://127.0.0.1:${server.port}`;
  const answer = () => {
    for (const resolve of waiting) resolve();
  };
  return { app, url, waiting, answer };
}

/** Without end where the server would wait for what never comes: the test's own time limit says so. */
async function secondsToStop(app: Parameters<typeof stopListening>[0], graceMs: number) {
  const from = clock.steady();
  await stopListening(app, { clock, graceMs });
  return (clock.steady() - from) / 1_000;
}

async function refusedOverSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  let answered = '';
  socket.on('data', (data) => {
    answered += data;
  });
  socket.write(`POST /refused HTTP/1.1\r\nhost: here\r\ncontent-length: ${LARGE.length}\r\n\r\n`);
  socket.write(LARGE);
  await until('refused', () => answered.includes('too large'));
  await until('all was written', () => socket.writableLength === 0);
  return socket;
}

test('a caller that was refused for a body nobody read, and stays connected, does not hold up the end', async () => {
  const { app, url } = listening();
  const refused = await fetch(`${url}/refused`, { method: 'POST', body: LARGE });
  expect([refused.status, await refused.text()]).toEqual([413, 'too large']);
  const socket = await refusedOverSocket(app.server.port ?? 0);
  expect(await secondsToStop(app, 30_000)).toBeLessThan(5);
  await until('its connection is closed', () => socket.closed);
});

test('a request under way is answered before the end, and the server stops then', async () => {
  const { app, url, waiting, answer } = listening();
  await (await fetch(`${url}/refused`, { method: 'POST', body: LARGE })).text();
  const answered = fetch(`${url}/slow`).then((response) => response.text());
  await until('the request is under way', () => waiting.length === 1);
  const stopped = secondsToStop(app, 30_000);
  answer();
  expect(await answered).toBe('done');
  expect(await stopped).toBeLessThan(5);
});

test('a request that is never answered is cut when the grace is over', async () => {
  const { app, url, waiting } = listening();
  const cut = fetch(`${url}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await until('the request is under way', () => waiting.length === 1);
  expect(await secondsToStop(app, 200)).toBeLessThan(5);
  expect(await cut).toBe('cut');
});

test('a server that never listened is stopped at once', async () => {
  const app = { server: null, stop: () => new Promise<void>(() => {}) };
  await stopListening(app, { clock, graceMs: 30_000 });
});
