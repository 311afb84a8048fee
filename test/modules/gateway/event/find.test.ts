import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { events, media, streams } from '../../../../src/core/db/schema/engine.ts';
import type { EventType } from '../../../../src/core/events/contract/catalog.ts';
import { createEventBodies } from '../../../../src/core/events/log/bodies.ts';
import { createEventLog } from '../../../../src/core/events/log/events.ts';
import { findEvents } from '../../../../src/modules/gateway/event/find.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  CAFE,
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHARED_REFUSALS,
  SHOP,
} from '../../../helpers/gateway-server.ts';
import { memoryOf, plentyOfMemory } from '../../../helpers/memory.ts';

/** The most bytes of a page. */
const PAGE_BYTES = 8 * 1024 * 1024;

let db: Database;
let server: GatewayServer;

const serverWith = (mediaInBodies: boolean, memory = plentyOfMemory()) => {
  const clock = manualClock();
  return gatewayServer(
    clock,
    operationsWith([findEvents], {
      clock,
      memory,
      eventLog: createEventLog(db.orm),
      eventBodies: createEventBodies(db),
      mediaInBodies,
    }),
  );
};

beforeEach(async () => {
  db = await testDatabase();
  server = serverWith(true);
});

const bodyOf = (sequence: number, type: string, data: unknown) =>
  JSON.stringify({
    id: `id-${sequence}`,
    event: type,
    instanceId: SHOP.id,
    instanceName: 'shop',
    sequence,
    timestamp: '2026-01-05T10:00:00.000Z',
    data,
  });

async function fill(
  count: number,
  typeOf: (sequence: number) => EventType = () => 'Message',
  data: unknown = {},
) {
  await db.orm.insert(streams).values({ id: SHOP.id, lastSequence: count });
  const rows = Array.from({ length: count }, (_, index) => {
    const sequence = index + 1;
    const type = typeOf(sequence);
    const body = bodyOf(sequence, type, data);
    return { streamId: SHOP.id, sequence, id: `id-${sequence}`, type, body, createdAt: 0 };
  });
  for (let at = 0; at < count; at += 250)
    await db.orm.insert(events).values(rows.slice(at, at + 250));
}

const find = (query = '') => server.call('GET', `/event/find/shop${query}`);
const sequencesOf = (json: { events: { sequence: number }[] }) =>
  json.events.map(({ sequence }) => sequence);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('GET /event/find/:instanceName', () => {
  test('200 no events: an empty list, and `next` is `after`', async () => {
    const answer = await find();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ events: [], next: 0 });
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect((await find('?after=17')).json).toEqual({ events: [], next: 17 });
  });

  test('200 bodies are exactly those that were sent', async () => {
    await fill(1, () => 'Receipt', { Chat: 'a', Timestamp: '\u2028', n: 1e21 });
    const { text, json } = await find();
    expect(text).toBe(
      `{"events":[${bodyOf(1, 'Receipt', { Chat: 'a', Timestamp: '\u2028', n: 1e21 })}],"next":1}`,
    );
    expect(json.events[0]).toMatchObject({ id: 'id-1', event: 'Receipt', sequence: 1 });
  });

  test('200 100 at once unless the caller asks for another number, from 1 to 500', async () => {
    await fill(600);
    expect(sequencesOf((await find()).json)).toEqual(upTo(100));
    expect((await find('?limit=1')).json.next).toBe(1);
    expect(sequencesOf((await find('?limit=500')).json)).toEqual(upTo(500));
  });

  test('200 1 000 events in pages of 77, without gap or repeat', async () => {
    await fill(1_000);
    const seen: number[] = [];
    let next = 0;
    for (;;) {
      const { json } = await find(`?after=${next}&limit=77`);
      if (json.events.length === 0) break;
      seen.push(...sequencesOf(json));
      next = json.next;
    }
    expect(seen).toEqual(upTo(1_000));
    expect(next).toBe(1_000);
  });

  test('200 one type, in any case, in pages', async () => {
    await fill(300, (one) => (one % 3 === 0 ? 'Connected' : 'Message'));
    const first = (await find('?event=CONNECTED&limit=60')).json;
    expect(first.next).toBe(180);
    const second = (await find(`?event=connected&limit=60&after=${first.next}`)).json;
    expect([...sequencesOf(first), ...sequencesOf(second)]).toEqual(
      upTo(100).map((one) => one * 3),
    );
    expect((await find('?event=connected&after=300')).json).toEqual({ events: [], next: 300 });
  });

  test('200 a page ends before it grows too large, and goes on from there', async () => {
    const large = 'x'.repeat(PAGE_BYTES / 2 - 1_000);
    await fill(3, () => 'Message', { large });
    const first = (await find()).json;
    expect(sequencesOf(first)).toEqual([1, 2]);
    expect(sequencesOf((await find(`?after=${first.next}`)).json)).toEqual([3]);
  });

  test('200 an event larger than a page comes alone', async () => {
    await fill(2, () => 'Message', { large: 'x'.repeat(PAGE_BYTES + 1) });
    expect(sequencesOf((await find()).json)).toEqual([1]);
    expect(sequencesOf((await find('?after=1')).json)).toEqual([2]);
  });

  test('200 media come as base64 where bodies carry them, and not elsewhere', async () => {
    await db.orm.insert(streams).values({ id: SHOP.id, lastSequence: 1 });
    await db.orm
      .insert(media)
      .values({ id: 'm-1', mimetype: 'image/png', bytes: Buffer.from('picture'), createdAt: 0 });
    const body = bodyOf(1, 'Message', { Message: { imageMessage: {}, base64: '@media:m-1@' } });
    await db.orm.insert(events).values({
      streamId: SHOP.id,
      sequence: 1,
      id: 'id-1',
      type: 'Message',
      body,
      mediaId: 'm-1',
      createdAt: 0,
    });
    expect((await find()).json.events[0].data.Message.base64).toBe('cGljdHVyZQ==');
    server = serverWith(false);
    expect((await find()).json.events[0].data.Message).toEqual({ imageMessage: {} });
  });

  test('429 no memory is free for a page, asked before its media are read', async () => {
    await db.orm.insert(streams).values({ id: SHOP.id, lastSequence: 1 });
    const bytes = Buffer.alloc(3 << 20);
    await db.orm.insert(media).values({ id: 'm-1', mimetype: 'image/png', bytes, createdAt: 0 });
    await db.orm.insert(events).values({
      streamId: SHOP.id,
      sequence: 1,
      id: 'id-1',
      type: 'Message',
      body: bodyOf(1, 'Message', { Message: { base64: '@media:m-1@' } }),
      mediaId: 'm-1',
      createdAt: 0,
    });
    const memory = memoryOf(128 << 20);
    server = serverWith(true, memory);
    const others = memory.reserve('somebody', 29 << 20);
    const refused = await find();
    expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(memory.reserved).toBe(29 << 20);
    others.release();
    expect((await find()).json.events).toHaveLength(1);
    expect(memory.reserved).toBe(0);
  });

  test("200 the instance's own key sees its own events alone", async () => {
    await fill(2);
    const own = await server.call('GET', '/event/find/shop', { key: 'shop-key' });
    expect(sequencesOf(own.json)).toEqual([1, 2]);
    const other = await server.call('GET', '/event/find/cafe', { key: 'cafe-key' });
    expect(other.json).toEqual({ events: [], next: 0 });
    expect(CAFE.id).not.toBe(SHOP.id);
  });

  test.each([
    ['after=-1', 'after'],
    ['after=1.5', 'after'],
    ['after=0x10', 'after'],
    ['after=', 'after'],
    ['after=99999999999999999999', 'after'],
    ['after=9007199254740993', 'after'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=%31%30%', 'limit'],
    ['event=Mesage', 'Message'],
    ['event=CALL', 'CallOffer, CallRelayLatency, CallTerminate'],
    ['event=ALL', 'event'],
    ['event=', 'event'],
  ])('400 %s', async (query, named) => {
    const { status, json } = await find(`?${query}`);
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
    expect(json.error.message).toContain(named);
  });

  test('400 every wrong value is named in one message', async () => {
    const { json } = await find('?after=x&limit=x&event=x');
    for (const name of ['after', 'limit', 'event']) expect(json.error.message).toContain(name);
  });

  test('500 the database cannot be read', async () => {
    await db.query('drop table events', []);
    await db.orm.insert(streams).values({ id: SHOP.id, lastSequence: 1 });
    const { status, json } = await find();
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });

  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await server.call('GET', `/event/find/${name}`, { key });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
  });
});
