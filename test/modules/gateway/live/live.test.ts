import { afterEach, describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { connected, message } from '../../../helpers/engine.ts';
import { CAFE, closeServers, liveServer, SHOP } from '../../../helpers/live.ts';
import { upTo } from '../../../helpers/live-client.ts';
import { until } from '../../../helpers/until.ts';

afterEach(closeServers);

const receipt: CatalogEvent = {
  type: 'Receipt',
  state: 'Read',
  data: {
    Chat: 'chat',
    Sender: 'chat',
    IsFromMe: false,
    IsGroup: false,
    MessageIDs: ['1'],
    Timestamp: '2026-01-05T10:00:00Z',
    Type: 'read',
  } as never,
};

const picture = (bytes: Uint8Array): CatalogEvent =>
  ({ ...message('chat', 'picture'), media: { bytes, mimetype: 'image/png' } }) as CatalogEvent;

describe('the feed of one instance', () => {
  test('a frame is the body of the event, as the log holds it', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    await server.publish(SHOP, receipt);
    await client.has(1);
    const [row] = await server.db.query('select body from events', []);
    expect(client.frames[0]).toEqual(JSON.parse(String(row?.[0])));
    expect(client.frames[0]).toMatchObject({
      event: 'Receipt',
      state: 'Read',
      instanceName: 'shop',
      sequence: 1,
    });
  });

  test('a text in any script arrives as it was', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    const text = 'Olá, мир 👋 "世界" \u2028 \n';
    await server.publish(SHOP, message('chat', text));
    await client.has(1);
    expect(client.frames[0]?.data.Message.conversation).toBe(text);
  });

  test('holds the events of that instance alone, from now on, in order', async () => {
    const server = await liveServer([SHOP, CAFE]);
    await server.publishTexts(SHOP, 3);
    const client = await server.connect('?instance=shop');
    await Promise.all([
      server.publishTexts(SHOP, 50),
      server.publishTexts(CAFE, 50),
      server.publishTexts(SHOP, 50),
    ]);
    await client.has(100);
    expect(client.sequences()).toEqual(upTo(103).slice(3));
    expect(new Set(client.frames.map((one) => one.instanceName))).toEqual(new Set(['shop']));
  });

  test('an instance key without an instance listens to its own', async () => {
    const server = await liveServer([SHOP, CAFE]);
    const client = await server.connect('', { apikey: 'cafe-key' });
    await server.publishTexts(SHOP, 1);
    await server.publishTexts(CAFE, 1);
    await client.has(1);
    expect(client.frames.map((one) => one.instanceName)).toEqual(['cafe']);
  });

  test('follows the one event list of the instance, as it stands at each event', async () => {
    const server = await liveServer();
    await server.settings.update(SHOP.id, { webhook: { events: ['CONNECTION'] } });
    const client = await server.connect('?instance=shop');
    await server.publish(SHOP, message('chat'), connected, message('chat'));
    await client.has(1);
    await server.settings.update(SHOP.id, { webhook: { events: ['Message'] } });
    await server.publish(SHOP, connected, message('chat'));
    await client.has(2);
    expect(client.frames.map((one) => [one.sequence, one.event])).toEqual([
      [2, 'Connected'],
      [5, 'Message'],
    ]);
  });

  test('an event that could not be written is not sent', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    await server.db.query(
      `create trigger refuse before insert on events when new.type = 'Connected'
       begin select raise(abort, 'no'); end`,
      [],
    );
    expect(await server.publish(SHOP, connected).catch(() => 'refused')).toBe('refused');
    await server.publishTexts(SHOP, 1);
    await client.has(1);
    expect(client.frames.map((one) => [one.sequence, one.event])).toEqual([[1, 'Message']]);
  });
});

describe('media', () => {
  const BYTES = Buffer.alloc(300_000, 'media');

  test('is base64 inside the frame, in its place among the others, replayed too', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    await server.publish(SHOP, message('a'), picture(BYTES), message('b'), picture(BYTES));
    await client.has(4);
    const late = await server.connect('?instance=shop&after=0');
    await late.has(4);
    expect(client.sequences()).toEqual([1, 2, 3, 4]);
    expect(client.frames[1]?.data.Message.base64).toBe(BYTES.toString('base64'));
    expect(late.frames).toEqual(client.frames);
  });

  test('is left out when files are switched off', async () => {
    const server = await liveServer([SHOP], { mediaInBodies: false });
    const client = await server.connect('?instance=shop');
    await server.publish(SHOP, picture(BYTES));
    await client.has(1);
    expect(client.frames[0]?.data.Message).toEqual({ conversation: 'picture' });
  });

  test('what piles up behind a slow picture is neither lost nor repeated', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    const global = await server.connect();
    await Promise.all([
      server.publish(SHOP, picture(BYTES)),
      server.publishTexts(SHOP, 40, 64 * 1024),
    ]);
    await server.publishTexts(SHOP, 10);
    await client.has(51);
    await global.has(51);
    expect(client.sequences()).toEqual(upTo(51));
    expect(global.sequences()).toEqual(upTo(51));
  });
});

describe('the feed of every instance', () => {
  test('holds all instances that are enabled, those enabled later too, and none that is disabled', async () => {
    const server = await liveServer([SHOP]);
    const client = await server.connect();
    await server.publishTexts(CAFE, 1);
    await server.publishTexts(SHOP, 1);
    await client.has(1);
    await server.settings.update(CAFE.id, { websocketEnabled: true });
    await server.publishTexts(CAFE, 1);
    await client.has(2);
    await server.settings.update(SHOP.id, { websocketEnabled: false });
    await server.publishTexts(SHOP, 1);
    await server.publishTexts(CAFE, 1);
    await client.has(3);
    expect(client.frames.map((one) => [one.instanceName, one.sequence])).toEqual([
      ['shop', 1],
      ['cafe', 2],
      ['cafe', 3],
    ]);
  });
});

describe('closing', () => {
  test('1008 for the readers of an instance that is disabled, those still catching up too', async () => {
    const server = await liveServer([SHOP, CAFE]);
    await server.publishTexts(SHOP, 500);
    const live = await server.connect('?instance=shop');
    const behind = await server.connect('?instance=shop&after=0');
    const other = await server.connect('?instance=cafe');
    const global = await server.connect();
    await server.settings.update(SHOP.id, { websocketEnabled: false });
    for (const { ended } of [live, behind])
      expect(await ended).toMatchObject({
        code: 1008,
        reason: 'the WebSocket of this instance is not enabled',
      });
    await server.publishTexts(CAFE, 1);
    await other.has(1);
    await global.has(1);
    expect(server.feed.size).toBe(2);
  });

  test('1008 for the readers of an instance that is deleted', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    server.settings.remove(SHOP.id);
    expect((await client.ended).code).toBe(1008);
  });

  test('a change of anything else closes nothing', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    await server.settings.update(SHOP.id, {
      webhook: { isSet: true, url: 'http://127.0.0.1:9' },
    });
    await server.publishTexts(SHOP, 1);
    await client.has(1);
    expect(server.feed.size).toBe(1);
  });

  test('1001 for all when the service stops, and for one that comes too late', async () => {
    const server = await liveServer();
    const clients = [await server.connect('?instance=shop'), await server.connect()];
    await server.feed.close();
    const late = await server.connect('?instance=shop');
    for (const { ended } of [...clients, late])
      expect(await ended).toEqual({ code: 1001, reason: 'the service is stopping' });
    await server.stop();
    expect(server.clock.pending()).toBe(0);
  });

  test('nothing is buffered for a reader that has left', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    client.close();
    await until('nobody listens', () => server.feed.size === 0);
    expect(server.clock.pending()).toBe(0);
    await server.publishTexts(SHOP, 2);
    const next = await server.connect('?instance=shop');
    await server.publishTexts(SHOP, 1);
    await next.has(1);
    expect(next.sequences()).toEqual([3]);
  });
});

test('what a client says is ignored, up to 1 KiB', async () => {
  const server = await liveServer();
  const client = await server.connect('?instance=shop');
  client.send('{"event":"Message"}');
  client.send('not even JSON');
  await server.publishTexts(SHOP, 1);
  await client.has(1);
  expect(client.frames).toHaveLength(1);
  client.send('x'.repeat(1025));
  expect([1006, 1009]).toContain((await client.ended).code);
});

test('1 000 clients each get every frame, once and in order', async () => {
  const server = await liveServer();
  const clients = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => server.connect(at % 2 ? '?instance=shop' : '')),
  );
  for (let commit = 0; commit < 5; commit++) await server.publishTexts(SHOP, 4, 500);
  await until('20 frames each', () => clients.every(({ frames }) => frames.length >= 20));
  expect(clients.filter((one) => one.sequences().join() !== upTo(20).join())).toEqual([]);
}, 20_000);
