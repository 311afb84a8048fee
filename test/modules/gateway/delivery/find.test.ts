import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { attempts, deliveries } from '../../../../src/core/db/schema/engine.ts';
import { createDeliveryLog, DELIVERY_STATES } from '../../../../src/core/events/log/deliveries.ts';
import { findDeliveries, readDelivery } from '../../../../src/modules/gateway/delivery/find.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow, fillDeliveries } from '../../../helpers/delivery-rows.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHARED_REFUSALS,
  SHOP,
} from '../../../helpers/gateway-server.ts';

let db: Database;
let server: GatewayServer;

beforeEach(async () => {
  db = await testDatabase();
  const parts = { deliveryLog: createDeliveryLog(db.orm) };
  server = gatewayServer(manualClock(), operationsWith([findDeliveries, readDelivery], parts));
});

const AT = Date.UTC(2026, 0, 5, 10);
const ID = '01900000-0000-7000-8000-00000000d001';
const EVENT = '01900000-0000-7000-8000-00000000e001';
const WIRE = {
  id: ID,
  eventId: EVENT,
  event: 'Message',
  sequence: 17,
  destination: 'webhook',
  endpoint: 'default',
  recovery: null,
  target: 'https://receiver.test/hook?token=********',
  state: 'waiting',
  attemptCount: 1,
  nextAttemptAt: '2026-01-05T10:00:30.000Z',
  lastStatus: 500,
  lastError: 'http_status: 500',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:01.000Z',
};
const insertOne = (change: Partial<typeof deliveries.$inferInsert> = {}) =>
  db.orm.insert(deliveries).values(
    deliveryRow({
      id: ID,
      streamId: SHOP.id,
      sequence: 17,
      eventId: EVENT,
      attemptCount: 1,
      nextAttemptAt: AT + 30_000,
      lastStatus: 500,
      lastError: 'http_status: 500',
      createdAt: AT,
      updatedAt: AT + 1_000,
      ...change,
    }),
  );

describe('GET /delivery/find/:instanceName', () => {
  const find = (query = '', key?: string) =>
    server.call('GET', `/delivery/find/shop${query}`, key === undefined ? {} : { key });
  const idsOf = (json: { deliveries: { id: string }[] }) => json.deliveries.map(({ id }) => id);

  test('200 nothing yet: an empty list, and `next` is `after` or null', async () => {
    expect((await find()).json).toEqual({ deliveries: [], next: null });
    expect((await find(`?after=${ID}`)).json).toEqual({ deliveries: [], next: ID });
  });

  test('200 a delivery with every field', async () => {
    await insertOne();
    const answer = await find();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ deliveries: [WIRE], next: ID });
  });

  test('200 the destination is the endpoint up to its colon, and what is unknown is null', async () => {
    await insertOne({
      endpoint: 'webhook:abc',
      state: 'sending',
      holder: 'me',
      nextAttemptAt: null,
      lastStatus: null,
      lastError: null,
    });
    const { deliveries: list } = (await find()).json;
    expect(list[0]).toMatchObject({
      destination: 'webhook',
      endpoint: 'abc',
      state: 'sending',
      nextAttemptAt: null,
      lastStatus: null,
      lastError: null,
    });
    expect(list[0]).not.toHaveProperty('owner');
  });

  test('200 1 000 deliveries in all states, page by page, without gap or repeat', async () => {
    const ids = await fillDeliveries(
      db,
      SHOP.id,
      1_000,
      (index) => DELIVERY_STATES[index % 4] ?? 'waiting',
    );
    const seen: string[] = [];
    let next = '';
    for (;;) {
      const { json } = await find(`?limit=99${next && `&after=${next}`}`);
      if (json.deliveries.length === 0) break;
      seen.push(...idsOf(json));
      next = json.next;
    }
    expect(seen).toEqual(ids);
  });

  test('200 one state', async () => {
    const ids = await fillDeliveries(
      db,
      SHOP.id,
      40,
      (index) => DELIVERY_STATES[index % 4] ?? 'waiting',
    );
    for (const [index, state] of DELIVERY_STATES.entries()) {
      const { json } = await find(`?state=${state}`);
      expect(idsOf(json)).toEqual(ids.filter((_, at) => at % 4 === index));
    }
  });

  test("200 with the instance's own key, and none of another instance", async () => {
    await insertOne();
    expect(idsOf((await find('', 'shop-key')).json)).toEqual([ID]);
    expect(
      (await server.call('GET', '/delivery/find/cafe', { key: 'cafe-key' })).json.deliveries,
    ).toEqual([]);
  });

  test.each([
    ['state=done', 'state'],
    ['state=', 'state'],
    ['after=5', 'after'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=x', 'limit'],
  ])('400 %s', async (query, named) => {
    const { status, json } = await find(`?${query}`);
    expect(status).toBe(400);
    expect(json.error.message).toContain(named);
  });

  test('400 every wrong value is named in one message', async () => {
    const { message } = (await find('?state=x&after=x&limit=x')).json.error;
    for (const name of ['state', 'after', 'limit']) expect(message).toContain(name);
  });

  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await server.call('GET', `/delivery/find/${name}`, { key });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
  });

  test('500 the database cannot be read', async () => {
    await db.query('drop table deliveries', []);
    const { status, json } = await find();
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});

describe('GET /delivery/:deliveryId', () => {
  const get = (id: string, key?: string | null) =>
    server.call('GET', `/delivery/${id}`, key === undefined ? {} : { key });

  test('200 the delivery with its attempts in order', async () => {
    await insertOne();
    const attempt = { deliveryId: ID, startedAt: AT, durationMs: 12 };
    const error = 'timeout: no answer in 30000 ms';
    await db.orm.insert(attempts).values({ ...attempt, number: 1, error, durationMs: 30_000 });
    const last = { startedAt: AT, durationMs: 12, status: 200, error: null, responseBody: 'ok' };
    await db.orm.update(deliveries).set({ lastAttempt: JSON.stringify(last), attemptCount: 2 });
    const { status, json } = await get(ID);
    expect(status).toBe(200);
    const startedAt = '2026-01-05T10:00:00.000Z';
    expect(json).toEqual({
      ...WIRE,
      attemptCount: 2,
      attempts: [
        {
          number: 1,
          startedAt,
          durationMs: 30_000,
          status: null,
          error: 'timeout: no answer in 30000 ms',
          responseBody: null,
        },
        { number: 2, startedAt, durationMs: 12, status: 200, error: null, responseBody: 'ok' },
      ],
    });
  });

  test('200 with how many attempts between the first and the latest twenty are no longer kept', async () => {
    await insertOne();
    await db.query('update deliveries set attempt_count = 100 where id = ?', [ID]);
    await db.query(
      `insert into attempts (delivery_id, number, started_at, duration_ms)
       select ?, value, 0, 1 from json_each(?)`,
      [ID, JSON.stringify([1, 2, 99])],
    );
    expect((await get(ID)).json).toMatchObject({ attemptCount: 100, attemptsLeftOut: 97 });
  });

  test('200 with the key of its instance, in any case of the id', async () => {
    await insertOne();
    expect((await get(ID.toUpperCase(), 'shop-key')).json).toEqual({ ...WIRE, attempts: [] });
  });

  test("404 another instance's delivery looks like an unknown one", async () => {
    await insertOne();
    const foreign = await get(ID, 'cafe-key');
    const unknown = await get(Bun.randomUUIDv7(), 'cafe-key');
    expect(foreign.status).toBe(404);
    expect(foreign.json.error).toEqual(unknown.json.error);
    expect(unknown.json.error).toMatchObject({ code: 'NOT_FOUND', message: 'delivery not found' });
  });

  test('404 an unknown delivery', async () => {
    expect((await get(Bun.randomUUIDv7())).status).toBe(404);
  });

  test('400 no UUID, before any look-up', async () => {
    await db.query('drop table deliveries', []);
    const { status, json } = await get('17');
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'BAD_REQUEST', message: 'deliveryId must be a UUID' });
  });

  test('401 no key', async () => {
    expect((await get(ID, null)).json.error.code).toBe('UNAUTHORIZED');
  });

  test('500 the database cannot be read', async () => {
    await db.query('drop table deliveries', []);
    expect((await get(ID)).json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});
