/** What the client of Socket.IO from npm gets, by each of its ways. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { client, closeClients, evolution, write } from './setup.ts';

let app: RunningApp;
let shopKey: string;
beforeAll(async () => {
  const started = await evolution('shop', 'cafe');
  ({ app } = started);
  [shopKey = ''] = started.keys;
});
afterEach(closeClients);
afterAll(() => app.stop());

const textsIn = (heard: readonly { readonly event: string; readonly body: unknown }[]) =>
  heard
    .filter(({ event }) => event === 'messages.upsert')
    // biome-ignore lint/suspicious/noExplicitAny: the body is what is under test.
    .map(({ body }) => (body as any).data.message.conversation);

describe.each([
  ['by polling and then a WebSocket', {}],
  ['by a WebSocket alone', { transports: ['websocket'] }],
  ['by polling alone', { transports: ['polling'] }],
])('a client that connects %s', (_, transports) => {
  test('gets the events of its instance in the form of Evolution API, in order', async () => {
    const one = client(app, '/shop', { query: { apikey: shopKey }, ...transports });
    await one.joined();
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    for (const text of texts) await write(app, 'shop', text);
    await write(app, 'cafe', 'for others');
    await until('all have come', () => textsIn(one.heard).length === texts.length);
    expect(textsIn(one.heard)).toEqual(texts);
    const { body } = one.heard.find(({ event }) => event === 'messages.upsert') ?? {};
    expect(body).toMatchObject({
      event: 'messages.upsert',
      instance: 'shop',
      data: { key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false } },
      sender: expect.stringContaining('@s.whatsapp.net'),
      server_url: expect.stringContaining('http'),
      apikey: null,
    });
  });

  test.each([
    ['in the query', { query: { apikey: GLOBAL_KEY } }],
    ['in a header', { extraHeaders: { apikey: GLOBAL_KEY } }],
    ['in auth', { auth: { apikey: GLOBAL_KEY } }],
  ])('may show its key %s', async (_place, options) => {
    const one = client(app, '/shop', { ...options, ...transports });
    await one.joined();
    await write(app, 'shop', 'hello');
    await until('it has come', () => textsIn(one.heard).includes('hello'));
  });
});

test('moves to a WebSocket without losing or repeating what comes meanwhile', async () => {
  const one = client(app, '/shop');
  await one.joined();
  const texts = Array.from({ length: 50 }, (_, at) => `on the move ${at}`);
  await Promise.all(texts.map((text) => write(app, 'shop', text)));
  await until('all have come', () => textsIn(one.heard).length >= texts.length);
  expect(textsIn(one.heard).toSorted()).toEqual(texts.toSorted());
  await until('it has moved', () => one.socket.io.engine.transport.name === 'websocket');
  await write(app, 'shop', 'after the move');
  await until('it has come', () => textsIn(one.heard).at(-1) === 'after the move');
});

test('the namespace / brings all instances to the global key, and its own to that of an instance', async () => {
  const all = client(app, '/');
  const own = client(app, '/', { query: { apikey: shopKey } });
  await Promise.all([all.joined(), own.joined()]);
  await write(app, 'cafe', 'to the cafe');
  await write(app, 'shop', 'to the shop');
  await until('all has both', () => textsIn(all.heard).length === 2);
  await until('own has one', () => textsIn(own.heard).length === 1);
  expect(textsIn(all.heard).toSorted()).toEqual(['to the cafe', 'to the shop']);
  expect(textsIn(own.heard)).toEqual(['to the shop']);
});

test('one connection may join several namespaces, and leave one of them', async () => {
  const shop = client(app, '/shop');
  await shop.joined();
  const cafe = shop.socket.io.socket('/cafe', { auth: {} });
  const heard: string[] = [];
  cafe.onAny((event) => heard.push(event));
  cafe.connect();
  await until('both are joined', () => cafe.connected);
  shop.socket.disconnect();
  await write(app, 'shop', 'unheard');
  await write(app, 'cafe', 'heard');
  await until('the other still listens', () => heard.includes('messages.upsert'));
  expect(textsIn(shop.heard)).toEqual([]);
  cafe.disconnect();
});

describe('a client is refused with a sentence', () => {
  test.each<[string, string, () => object, string]>([
    ['without a key', '/shop', () => ({}), 'no apikey: send it in the query'],
    ['with a wrong key in auth', '/shop', () => ({ auth: { apikey: 'guess' } }), 'not valid'],
    ['with a key of two lines', '/shop', () => ({ auth: { apikey: 'a\nb' } }), 'not valid'],
    ['with half a letter as key', '/shop', () => ({ auth: { apikey: '\ud83d' } }), 'not valid'],
    ['for another instance', '/cafe', () => ({ auth: { apikey: shopKey } }), 'another instance'],
    ['for an unknown instance', '/nobody', () => ({ auth: { apikey: GLOBAL_KEY } }), 'not found'],
  ])('%s', async (_, namespace, options, reason) => {
    const one = client(app, namespace, options());
    await until('it was refused', () => one.refusals.length > 0);
    expect(one.refusals[0]).toContain(reason);
    expect(one.socket.connected).toBe(false);
  });

  test('for an instance whose WebSocket is off, and it is sent away when that is switched off', async () => {
    const on = client(app, '/cafe');
    await on.joined();
    let reason = '';
    on.socket.on('disconnect', (why) => {
      reason = why;
    });
    const websocket = { websocket: { enabled: false, events: [] } };
    await app.call('POST', '/websocket/set/cafe', websocket);
    await until('it was sent away', () => reason !== '');
    expect(reason).toBe('io server disconnect');
    const off = client(app, '/cafe');
    await until('it was refused', () => off.refusals.length > 0);
    expect(off.refusals[0]).toContain('not enabled');
    await app.call('POST', '/websocket/set/cafe', { websocket: { enabled: true, events: [] } });
  });
});

test('a client is sent away when its instance is deleted', async () => {
  const short = await evolution('short');
  const [key = ''] = short.keys;
  const one = client(short.app, '/short', { query: { apikey: key } });
  await one.joined();
  await short.app.call('DELETE', '/instance/delete/short');
  await until('it was sent away', () => !one.socket.connected);
  await short.app.stop();
});

test('a client is sent away when the grace of its key is over, although nothing happens', async () => {
  const short = await evolution('grace');
  const [key = ''] = short.keys;
  const one = client(short.app, '/grace', { query: { apikey: key }, transports: ['websocket'] });
  await one.joined();
  const before = performance.now();
  await short.app.call('POST', '/instance/key/rotate/grace', { graceSeconds: 1 });
  await until('it was sent away', () => !one.socket.connected);
  // A ping would have done it too, but after 30 seconds.
  expect(performance.now() - before).toBeLessThan(20_000);
  await short.app.stop();
});

test('keys are not guessed in auth: after ten wrong ones the address waits', async () => {
  const guarded = (await evolution('shop')).app;
  for (let guess = 0; guess < 10; guess++) {
    const one = client(guarded, '/shop', { auth: { apikey: `guess ${guess}` } });
    await until('it was refused', () => one.refusals.length > 0);
    expect(one.refusals[0]).toContain('not valid');
  }
  const right = client(guarded, '/shop', { auth: { apikey: GLOBAL_KEY } });
  await until('it was refused', () => right.refusals.length > 0);
  expect(right.refusals[0]).toContain('Too many failed authentications');
  await guarded.stop();
});

test('there is no such path where bodies have another form, and with WEBHOOK_FORMAT=evolution-api there is', async () => {
  const plain = await startApp();
  expect((await plain.call('GET', '/socket.io/?EIO=4&transport=polling')).status).toBe(404);
  await plain.stop();
  const asked = await startApp({ env: { WEBHOOK_FORMAT: 'evolution-api' } });
  expect((await asked.call('GET', '/socket.io/?EIO=4&transport=polling')).status).toBe(200);
  await asked.stop();
});
