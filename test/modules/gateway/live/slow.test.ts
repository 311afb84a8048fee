import { afterEach, describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { message } from '../../../helpers/engine.ts';
import {
  closeServers,
  GLOBAL_KEY,
  type LiveServer,
  liveServer,
  SHOP,
} from '../../../helpers/live.ts';
import { upTo } from '../../../helpers/live-client.ts';
import { memoryOf } from '../../../helpers/memory.ts';
import { type RawSocket, rawSocket } from '../../../helpers/raw-socket.ts';
import { until } from '../../../helpers/until.ts';

const open: RawSocket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await closeServers();
});

async function raw({ port }: LiveServer, query: string): Promise<RawSocket> {
  const socket = await rawSocket(port, `/ws${query}`, GLOBAL_KEY);
  open.push(socket);
  return socket;
}

const sequencesIn = ({ texts }: RawSocket): number[] =>
  texts.map((text) => JSON.parse(text).sequence);

/** More than the kernel takes for a reader that does not read. */
const MANY = 400;
const LARGE = 64 * 1024;

describe('a reader that does not read', () => {
  test('is closed with 1013 and resumes without loss', async () => {
    const server = await liveServer();
    const slow = await raw(server, '?instance=shop');
    const quick = await server.connect('?instance=shop');
    slow.pause();
    for (let sent = 0; sent < MANY; sent += 40) await server.publishTexts(SHOP, 40, LARGE);
    await quick.has(MANY);
    expect(quick.sequences()).toEqual(upTo(MANY));
    expect(server.feed.size).toBe(1);

    slow.resume();
    await until('its close frame', () => slow.closeCode() !== null);
    expect(slow.closeCode()).toBe(1013);
    const known = sequencesIn(slow);
    expect(known.length).toBeLessThan(MANY);
    expect(known).toEqual(upTo(known.length));
    const resumed = await server.connect(`?instance=shop&after=${known.length}`);
    await resumed.has(MANY - known.length);
    expect([...known, ...resumed.sequences()]).toEqual(upTo(MANY));
  }, 20_000);

  test('may have one frame of any size on its way', async () => {
    const server = await liveServer();
    const slow = await raw(server, '?instance=shop');
    slow.pause();
    const media = { bytes: Buffer.alloc(16 * 1024 * 1024, 'x'), mimetype: 'video/mp4' };
    await server.publish(SHOP, { ...message('chat', 'video'), media } as CatalogEvent);
    const quick = await server.connect('?instance=shop&after=0');
    await quick.has(1);
    expect(server.feed.size).toBe(2);
    slow.resume();
    await until('the frame', () => slow.texts.length === 1);
    expect(JSON.parse(slow.texts[0]!).data.Message.base64).toHaveLength(22_369_624);
    expect(slow.closeCode()).toBeNull();
  }, 20_000);

  test('is not closed while it replays: the log waits for it', async () => {
    const server = await liveServer();
    for (let sent = 0; sent < MANY; sent += 40) await server.publishTexts(SHOP, 40, LARGE);
    const slow = await raw(server, '?instance=shop&after=0');
    slow.pause();
    await server.publishTexts(SHOP, 40, LARGE);
    const quick = await server.connect('?instance=shop&after=0');
    await quick.has(MANY + 40);
    expect(server.feed.size).toBe(2);
    slow.resume();
    await until('every frame', () => slow.texts.length >= MANY + 40);
    expect(sequencesIn(slow)).toEqual(upTo(MANY + 40));
    expect(slow.closeCode()).toBeNull();
  }, 20_000);
});

test('a reader that takes nothing of what waits is closed by the pings, and its memory released', async () => {
  const memory = memoryOf(512 * 1024 * 1024);
  const server = await liveServer([SHOP], { memory });
  const [silent, gone] = [await raw(server, '?instance=shop'), await raw(server, '?instance=shop')];
  for (const socket of [silent, gone]) socket.pause();
  const media = { bytes: Buffer.alloc(8 * 1024 * 1024, 'x'), mimetype: 'video/mp4' };
  await server.publish(SHOP, { ...message('chat', 'video'), media } as CatalogEvent);
  await until('it is held', () => memory.reserved > 8 * 1024 * 1024);
  // The end of a connection may go unnoticed as long as something waits.
  gone.destroy();
  await until('both are given up', async () => {
    await server.clock.advance(30_000);
    return server.feed.size === 0;
  });
  expect(memory.reserved).toBe(0);
  silent.resume();
  await until('the end of the connection', () => silent.isGone());
  expect(silent.closeCode()).toBeNull();
}, 20_000);

describe('pings', () => {
  const SECONDS = 1_000;

  test('go out every 30 seconds, and a reader that answers stays', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop');
    for (let round = 1; round <= 4; round++) {
      await server.clock.advance(30 * SECONDS);
      // The event goes out behind the ping; the request gives the answer time to come back.
      await server.publishTexts(SHOP, 1);
      await client.has(round);
      await fetch(`http://127.0.0.1:${server.port}/ws`);
    }
    expect(server.feed.size).toBe(1);
  });

  test('a peer that never answers is closed at the second', async () => {
    const server = await liveServer();
    const dead = await raw(server, '?instance=shop');
    await server.clock.advance(29 * SECONDS);
    expect(dead.pings()).toBe(0);
    await server.clock.advance(1 * SECONDS);
    await until('a ping', () => dead.pings() === 1);
    expect(server.feed.size).toBe(1);
    await server.clock.advance(30 * SECONDS);
    expect(server.feed.size).toBe(0);
    await until('the end of the connection', () => dead.isGone());
  });
});
