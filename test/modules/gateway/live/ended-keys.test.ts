/** WebSockets and tickets of a key that is replaced, or expires. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../../helpers/app.ts';
import { liveClient } from '../../../helpers/live-client.ts';

const DAY_MS = 86_400_000;

let app: RunningApp;
let wallOffset = 0;
beforeAll(async () => {
  const clock = systemClock();
  app = await startApp({ clock: { ...clock, now: () => clock.now() + wallOffset } });
});
afterAll(() => app.stop());

/** An instance with its WebSocket switched on, and its key. */
async function listening(name: string) {
  const key = await app.openInstance(name);
  await app.call('POST', '/instance/connect', { websocketEnable: 'enabled' }, key);
  return key;
}

async function socketOf(name: string, apikey: string) {
  const url = `${app.url.replace('http', 'ws')}/ws?instance=${name}`;
  const socket = liveClient(url, { headers: { apikey } });
  await socket.opened;
  return socket;
}

const arrives = (name: string) =>
  app.call('POST', `/sandbox/${name}/message`, { kind: 'text', from: '5511888880000', text: 'x' });
const rotate = async (name: string, body: object) =>
  (await app.call('POST', `/instance/key/rotate/${name}`, body)).body.apikey as string;

test('replacing a key closes its WebSockets at once with 1008, and no others', async () => {
  const key = await listening('at-once');
  const [own, global] = [await socketOf('at-once', key), await socketOf('at-once', GLOBAL_KEY)];
  const next = await socketOf('at-once', await rotate('at-once', {}));
  expect(await own.ended).toEqual({ code: 1008, reason: 'the key is no longer good' });
  await arrives('at-once');
  await Promise.all([global.has(1), next.has(1)]);
  expect(own.frames).toEqual([]);
});

test('with a grace the WebSockets of the old key go on until a rotation without one ends it', async () => {
  const key = await listening('with-grace');
  const old = await socketOf('with-grace', key);
  await rotate('with-grace', { graceSeconds: 3600 });
  await arrives('with-grace');
  await old.has(1);
  await rotate('with-grace', { graceSeconds: 3600 });
  await arrives('with-grace');
  await old.has(2);
  await rotate('with-grace', {});
  expect((await old.ended).code).toBe(1008);
});

test('an idle WebSocket is closed when the grace of its key is over', async () => {
  const old = await socketOf('with-grace-over', await listening('with-grace-over'));
  const before = performance.now();
  await rotate('with-grace-over', { graceSeconds: 1 });
  expect((await old.ended).code).toBe(1008);
  // A ping would have closed it too, but after 30 seconds.
  expect(performance.now() - before).toBeLessThan(20_000);
});

test('a WebSocket gets no event after its key has expired', async () => {
  await listening('expires');
  const expiresAt = new Date(Date.now() + wallOffset + DAY_MS).toISOString();
  const socket = await socketOf('expires', await rotate('expires', { expiresAt }));
  await arrives('expires');
  await socket.has(1);
  wallOffset += DAY_MS;
  await arrives('expires');
  expect((await socket.ended).code).toBe(1008);
  expect(socket.frames).toHaveLength(1);
});

test('a ticket of a key that was replaced opens nothing', async () => {
  const key = await listening('ticket');
  const { ticket } = (await app.call('POST', '/ws/ticket', undefined, key)).body;
  await rotate('ticket', {});
  const url = `${app.url}/ws?instance=ticket&ticket=${ticket}`;
  expect((await fetch(url)).status).toBe(401);
});

test('a request repeated with the next key is answered, not repeated', async () => {
  const key = await listening('once');
  const send = (apikey: string) =>
    fetch(`${app.url}/message/sendText/once`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ number: '5511888880000', text: 'hello' }),
    });
  const first = await send(key);
  expect(first.status).toBe(201);
  const again = await send(await rotate('once', {}));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
});
