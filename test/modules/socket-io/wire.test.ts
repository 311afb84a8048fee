/** Connections of Socket.IO as they are on the wire, and those that do not behave. */
import { afterEach, describe, expect, test } from 'bun:test';
import {
  CAFE,
  closeServers,
  GLOBAL_KEY,
  type LiveServer,
  type LiveServerOptions,
  liveServer,
  SHOP,
} from '../../helpers/live.ts';
import { type RawSocket, rawSocket } from '../../helpers/raw-socket.ts';
import { until } from '../../helpers/until.ts';

const open: RawSocket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await closeServers();
});

const server = (options: LiveServerOptions = {}) => liveServer([SHOP, CAFE], options);
const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket';
const POLLING = '/socket.io/?EIO=4&transport=polling';

async function raw({ port }: LiveServer, path = WEBSOCKET, key = GLOBAL_KEY): Promise<RawSocket> {
  const socket = await rawSocket(port, path, key);
  open.push(socket);
  return socket;
}

/** Texts as they came; what is random in them is left out. */
const saidBy = ({ texts }: RawSocket) =>
  texts.map((text) => text.replace(/"sid":"[^"]+"/, '"sid":"…"'));

const OPENED = (upgrades: string) =>
  `0{"sid":"…","upgrades":[${upgrades}],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1024}`;

async function ask({ port }: LiveServer, path: string, init: RequestInit = {}) {
  const headers = { apikey: GLOBAL_KEY, 'content-type': 'text/plain' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
  return { status: response.status, text: await response.text() };
}

/** A session by polling, which has joined the shop. */
async function polling(live: LiveServer) {
  const [, sid = ''] = /"sid":"([^"]+)"/.exec((await ask(live, POLLING)).text) ?? [];
  const path = `${POLLING}&sid=${sid}`;
  const say = (body: string) => ask(live, path, { method: 'POST', body });
  expect(await say('40/shop,{}')).toEqual({ status: 200, text: 'ok' });
  return { sid, say, poll: () => ask(live, path) };
}

describe('the Python client', () => {
  test('is told each step in the packets that it knows', async () => {
    const live = await server();
    const one = await raw(live, `${WEBSOCKET}&apikey=shop-key`, '');
    await until('it is open', () => one.texts.length === 1);
    one.say('40/shop,{}');
    await until('it has joined', () => one.texts.length === 2);
    one.say('42/shop,["subscribe",{"instance":"shop"}]');
    await live.publishTexts(SHOP, 1);
    await until('an event', () => one.texts.length === 3);
    const [opened, joined, event = ''] = saidBy(one);
    expect([opened, joined]).toEqual([OPENED(''), '40/shop,{"sid":"…"}']);
    expect(event).toStartWith(
      '42/shop,["messages.upsert",{"event":"messages.upsert","instance":"shop"',
    );
    one.say('41/shop,');
    one.say('40/shop,');
    await until('it has joined again', () => one.texts.length === 4);
  });

  test('that polls first is told to move, and moves', async () => {
    const live = await server();
    const begun = await polling(live);
    const joined = await begun.poll();
    expect(joined.text).toStartWith('40/shop,{"sid":');
    const waiting = begun.poll();
    const socket = await raw(live, `${WEBSOCKET}&sid=${begun.sid}`);
    socket.say('2probe');
    await until('it is answered', () => socket.texts.includes('3probe'));
    expect((await waiting).text).toBe('6');
    await live.publishTexts(SHOP, 2);
    expect(socket.texts).toEqual(['3probe']);
    socket.say('5');
    await until('what waited has come', () => socket.texts.length === 3);
    for (const text of socket.texts.slice(1))
      expect(text).toStartWith('42/shop,["messages.upsert"');
    expect((await begun.poll()).text).toBe('6');
  });
});

describe('a request is refused', () => {
  test.each<[number, string, string, RequestInit]>([
    [401, 'with a wrong key', `${POLLING}&apikey=guess`, { headers: {} }],
    [401, 'with a key of two lines', `${POLLING}&apikey=a%0Ab`, { headers: {} }],
    [401, 'with a key that ends in a NUL', `${POLLING}&apikey=a%00`, { headers: {} }],
    [401, 'with a key that no header can carry', `${POLLING}&apikey=%F0%9F%94%91`, { headers: {} }],
    [401, 'with a key that is no text', `${POLLING}&apikey=%ff%fe`, { headers: {} }],
    [401, 'with a blank key', `${POLLING}&apikey=%20`, { headers: {} }],
    [400, 'of Engine.IO 3', '/socket.io/?EIO=3&transport=polling', {}],
    [400, 'by another transport', '/socket.io/?EIO=4&transport=flash', {}],
    [400, 'without an upgrade', WEBSOCKET, {}],
    [400, 'of a session that is unknown', `${POLLING}&sid=guess`, {}],
    [400, 'that begins with POST', POLLING, { method: 'POST', body: '40' }],
  ])('%i %s', async (status, _, path, init) => {
    const live = await server();
    expect((await ask(live, path, init)).status).toBe(status);
  });

  test('413 a body of more than 16 KiB, and the session goes on', async () => {
    const live = await server();
    const begun = await polling(live);
    expect((await begun.say(`42["${'x'.repeat(16 * 1024)}"]`)).status).toBe(413);
    expect((await begun.poll()).text).toStartWith('40/shop,');
  });

  test('429 beyond the WebSockets of a key, and of an address without one', async () => {
    const live = await server({ socketLimits: { perKey: 2, total: 10 } });
    for (const headers of [{ apikey: GLOBAL_KEY }, {}] as Record<string, string>[]) {
      for (const expected of [200, 200, 429])
        expect((await ask(live, POLLING, { headers })).status).toBe(expected);
    }
  });
});

describe('a connection is ended', () => {
  test('that joins nothing within 10 seconds', async () => {
    const live = await server();
    const idle = await raw(live);
    await until('it is open', () => idle.texts.length === 1);
    await live.clock.advance(9_999);
    expect(idle.isGone()).toBe(false);
    await live.clock.advance(1);
    await until('it is gone', () => idle.isGone() || idle.closeCode() !== null);
  });

  test('that answers no ping, and one that does stays', async () => {
    const live = await server();
    const [mute, well] = [await raw(live), await raw(live)];
    for (const one of [mute, well]) one.say('40/shop,');
    for (let ping = 1; ping <= 3; ping++) {
      await until('both have joined', () => well.texts.length > ping);
      await live.clock.advance(25_000);
      await until('a ping', () => well.texts.filter((text) => text === '2').length === ping);
      well.say('3');
      await live.publishTexts(SHOP, 1);
    }
    await until('it is gone', () => mute.isGone());
    expect(well.isGone()).toBe(false);
  });

  test.each(['x', '7', '4', '4{}', '45-["x"]', '2'])('that says %j', async (packet) => {
    const live = await server();
    const one = await raw(live);
    await until('it is open', () => one.texts.length === 1);
    one.say(packet);
    await until('it is gone', () => one.isGone());
  });

  test('of a WebSocket that does not read, and readers beside it get everything', async () => {
    const live = await server();
    const [slow, quick] = [await raw(live), await raw(live)];
    for (const one of [slow, quick]) one.say('40/shop,');
    await until('both have joined', () => slow.texts.length === 2 && quick.texts.length === 2);
    slow.pause();
    for (let sent = 0; sent < 400; sent += 40) await live.publishTexts(SHOP, 40, 64 * 1024);
    await until('the quick one has all', () => quick.texts.length === 402);
    expect(live.feed.size).toBe(1);
    slow.resume();
    await live.clock.advance(5_000);
    await until('the slow one is gone', () => slow.isGone() || slow.closeCode() !== null);
    expect(slow.texts.length).toBeLessThan(402);
  }, 20_000);

  test('of one that polls no more, before 5 MiB wait for it', async () => {
    const live = await server();
    const begun = await polling(live);
    expect((await begun.poll()).text).toStartWith('40/shop,');
    for (let sent = 0; sent < 80; sent += 20) await live.publishTexts(SHOP, 20, 64 * 1024);
    await until('it is not read any more', () => live.feed.size === 0);
    await live.clock.advance(5_000);
    const late = await begun.poll();
    expect(late.status).toBe(400);
    expect(late.text).toContain('Session ID unknown');
  });

  test('when the service stops, so that its client comes back', async () => {
    const live = await server();
    const one = await raw(live);
    one.say('40/shop,');
    await until('it has joined', () => one.texts.length === 2);
    await live.feed.close();
    await until('it is closed', () => one.closeCode() !== null || one.isGone());
  });
});

test('a namespace is joined once, however often that is asked for', async () => {
  const live = await server();
  const one = await raw(live);
  await until('it is open', () => one.texts.length === 1);
  for (let at = 0; at < 20; at++) one.say(`40/shop?${at},`);
  one.say('40/cafe,');
  await until('it has joined both', () => one.texts.some((text) => text.startsWith('40/cafe,')));
  expect(one.texts.filter((text) => text.startsWith('40/shop,'))).toHaveLength(1);
  expect(live.feed.size).toBe(2);
});
