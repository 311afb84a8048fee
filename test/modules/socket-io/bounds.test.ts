/** What one connection of Socket.IO may cost, with a key and without one. */
import { afterEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { createMemoryBudget } from '../../../src/core/http/memory-budget.ts';
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
const SEPARATOR = '\x1e';
const KEY = { apikey: GLOBAL_KEY };

async function raw({ port }: LiveServer, key: string, path = WEBSOCKET): Promise<RawSocket> {
  const socket = await rawSocket(port, path, key);
  open.push(socket);
  return socket;
}

async function ask({ port }: LiveServer, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, text: await response.text() };
}

const begin = async (live: LiveServer, headers: Record<string, string> = {}) => {
  const { status, text } = await ask(live, POLLING, { headers });
  const path = `${POLLING}&sid=${/"sid":"([^"]+)"/.exec(text)?.[1] ?? ''}`;
  return {
    status,
    path,
    say: (...packets: string[]) =>
      ask(live, path, { method: 'POST', headers, body: packets.join(SEPARATOR) }),
    poll: () => ask(live, path, { headers }),
  };
};

/** How many connections can be opened before one is refused; all are closed again. */
async function room(live: LiveServer, headers: Record<string, string> = {}): Promise<number> {
  const opened: Awaited<ReturnType<typeof begin>>[] = [];
  for (
    let next = await begin(live, headers);
    next.status === 200;
    next = await begin(live, headers)
  )
    opened.push(next);
  await Promise.all(opened.map((one) => one.say('1')));
  return opened.length;
}

const isEnded = (socket: RawSocket) => socket.isGone() || socket.closeCode() !== null;

describe('a connection without a key', () => {
  test('by polling gets one refusal, however many joins it asks for, and is closed with it', async () => {
    const live = await server();
    const one = await begin(live);
    expect((await one.say('40/a', '40/b', '40/c')).status).toBe(200);
    const { text } = await one.poll();
    expect(text.split(SEPARATOR)).toEqual([expect.stringMatching(/^44\/a,.*no apikey/), '1']);
    expect((await one.poll()).status).toBe(400);
  });

  test('gives its place back when it ends before it has fetched its refusal', async () => {
    const live = await server({ socketLimits: { perKey: 1, total: 100 } });
    const one = await begin(live);
    await one.say('40/a', '40/b');
    expect(await room(live)).toBe(0);
    await one.say('1');
    expect(await room(live)).toBe(1);
  });

  test('by a WebSocket gets one refusal and is closed', async () => {
    const live = await server();
    const one = await raw(live, '');
    for (let at = 0; at < 5; at++) one.say(`40/${at}`);
    await until('it is closed', () => isEnded(one));
    expect(one.texts.filter((text) => text.startsWith('44'))).toHaveLength(1);
  });

  test('on its way to a WebSocket gets one refusal there and is closed', async () => {
    const live = await server();
    const one = await begin(live);
    const next = await raw(live, '', one.path.replace('polling', 'websocket'));
    next.say('2probe');
    await until('it may move', () => next.texts.includes('3probe'));
    await one.say('40/a', '40/b');
    next.say('5');
    await until('it is closed', () => isEnded(next));
    expect(next.texts.filter((text) => text.startsWith('44'))).toHaveLength(1);
  });

  test('counts for its address while it has none, also when the key that it shows has no place left', async () => {
    const live = await server({ socketLimits: { perKey: 2, total: 100 } });
    const own = [await begin(live, KEY), await begin(live, KEY)];
    const one = await begin(live);
    await one.say(`40/shop,{"apikey":"${GLOBAL_KEY}"}`);
    expect(await room(live)).toBe(1);
    expect((await one.poll()).text).toContain('2 WebSockets of this key are open already');
    expect(await room(live)).toBe(2);
    await Promise.all(own.map((two) => two.say('1')));
    expect(await room(live, KEY)).toBe(2);
  });

  test('shares an eighth of all places with the others, so that keys find theirs', async () => {
    const live = await server({ socketLimits: { perKey: 4, total: 32 } });
    const strangers = Array.from({ length: 4 }, () => begin(live));
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([
      200, 200, 200, 200,
    ]);
    expect((await begin(live)).status).toBe(429);
    expect(await room(live, KEY)).toBe(4);
  });
});

test('a connection that ends while its key is looked at takes no place, and gives back one alone', async () => {
  const live = await server({ socketLimits: { perKey: 3, total: 100 } });
  for (let time = 0; time < 6; time++) {
    const one = await begin(live);
    await one.say(`40/shop,{"apikey":"${GLOBAL_KEY}"}`, '1');
  }
  expect([await room(live), await room(live, KEY)]).toEqual([3, 3]);
});

test('a connection reads one instance once, however it spells the name', async () => {
  const live = await server();
  const own = await begin(live, { apikey: 'shop-key' });
  await own.say('40/shop', '40/%73hop', '40/s%68op', '40/', '40');
  const packets = (await own.poll()).text.split(SEPARATOR);
  expect(packets.filter((packet) => packet.startsWith('40'))).toHaveLength(1);
  expect(packets.filter((packet) => packet.includes('gets the events of this'))).toHaveLength(4);
  expect(live.feed.size).toBe(1);
});

test('a connection that left its only namespace is ended 10 seconds later', async () => {
  const live = await server();
  const one = await raw(live, GLOBAL_KEY);
  one.say('40/shop');
  await until('it has joined', () => live.feed.size === 1);
  await live.clock.advance(15_000);
  expect(isEnded(one)).toBe(false);
  one.say('41/shop');
  await until('it has left', () => live.feed.size === 0);
  await live.clock.advance(10_000);
  await until('it is ended', () => isEnded(one));
});

describe('a connection is ended', () => {
  test('that sends more than 128 packets in one body', async () => {
    const live = await server();
    const one = await begin(live, KEY);
    const many = Array.from({ length: 129 }, () => '3');
    expect((await one.say(...many.slice(1))).status).toBe(200);
    expect((await one.say(...many)).status).toBe(429);
    expect((await one.poll()).status).toBe(400);
  });

  test.each(['3', '40/shop'])('that says %j more than 200 times at once', async (packet) => {
    const live = await server();
    const [one, other] = [await begin(live, KEY), await raw(live, GLOBAL_KEY)];
    const hundred = Array.from({ length: 100 }, () => packet);
    for (let at = 0; at < 2; at++) expect((await one.say(...hundred)).status).toBe(200);
    for (let at = 0; at < 201; at++) other.say(packet);
    await until('it is gone', () => other.isGone());
    expect((await one.say(packet)).status).toBe(429);
  });

  test('that sends more than 200 pings at once', async () => {
    const live = await server();
    const one = await raw(live, '');
    one.ping(100_000);
    await until('it is gone', () => one.isGone());
  });

  test('that sends a packet of more than 1 KiB', async () => {
    const live = await server();
    const one = await begin(live, KEY);
    await one.say(`42${'x'.repeat(1024)}`);
    expect((await one.poll()).status).toBe(400);
  });

  test('for which 64 KiB of answers wait', async () => {
    const live = await server();
    const one = await begin(live, KEY);
    const nobody = (at: number) => `40/${at}${'x'.repeat(1000)}`;
    let status = 200;
    for (let at = 0; at < 10 && status === 200; at++)
      ({ status } = await one.say(...Array.from({ length: 10 }, (_, of) => nobody(10 * at + of))));
    expect(status).toBe(400);
  });

  test('on its way to a WebSocket for two pings, and it goes on by polling', async () => {
    const live = await server();
    const one = await begin(live, KEY);
    await one.say('40/shop');
    expect((await one.poll()).text).toContain('40/shop');
    const next = await raw(live, '', one.path.replace('polling', 'websocket'));
    next.say('2probe');
    await until('it may move', () => next.texts.includes('3probe'));
    await live.clock.advance(25_000);
    await one.say('3');
    await live.clock.advance(25_000);
    await until('the other way is closed', () => next.isGone());
    expect((await one.poll()).text).toContain('2');
  });
});

test('a large answer counts as memory until it is taken, also when its connection has ended', async () => {
  const memory = createMemoryBudget(512 * 1024 * 1024, { reached() {} });
  const live = await server({ memory });
  const one = await begin(live, KEY);
  await one.say('40/shop');
  await one.poll();
  const slow = connect(live.port, '127.0.0.1').pause();
  slow.write(`GET ${one.path} HTTP/1.1\r\nHost: live.test\r\napikey: ${GLOBAL_KEY}\r\n\r\n`);
  const session = live.sessions.find(one.path.split('sid=')[1] ?? '');
  await until('it waits for events', () => session.bufferedAmount === 0);
  const size = 8 * 1024 * 1024;
  await live.publishTexts(SHOP, 1, size);
  await until('it is being sent', () => memory.reserved >= size);
  await one.say('1');
  expect(memory.reserved).toBeGreaterThanOrEqual(size);
  slow.destroy();
  await until('it is given back', () => memory.reserved === 0);
});

test('a reader of /ws that says more than 200 things at once is ended', async () => {
  const live = await server();
  const [talker, pinger, reader] = [
    await raw(live, GLOBAL_KEY, '/ws?instance=shop'),
    await raw(live, GLOBAL_KEY, '/ws?instance=shop'),
    await raw(live, GLOBAL_KEY, '/ws?instance=shop'),
  ];
  for (let at = 0; at < 201; at++) talker.say('hello');
  pinger.ping(201);
  await until('both are gone', () => talker.isGone() && pinger.isGone());
  await live.publishTexts(SHOP, 1);
  await until('the other one goes on', () => reader.texts.length === 1);
  expect(live.feed.size).toBe(1);
});
