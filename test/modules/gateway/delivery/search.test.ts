/** GET /delivery/search and GET /delivery/count by status; what is found is shown where the log is tested. */
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { deliveries } from '../../../../src/core/db/schema/engine.ts';
import {
  countDeliveries,
  searchDeliveries,
} from '../../../../src/modules/gateway/delivery/search.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow } from '../../../helpers/delivery-rows.ts';
import {
  CAFE,
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHOP,
} from '../../../helpers/gateway-server.ts';

let db: Database;
let server: GatewayServer;
beforeEach(async () => {
  db = await testDatabase();
  const operations = operationsWith([searchDeliveries, countDeliveries], { db });
  server = gatewayServer(manualClock(), operations);
});

const GONE = '01900000-0000-7000-8000-0000000000ff';
const AT = Date.UTC(2026, 0, 5, 10);
const failed = (streamId: string, offsetMs: number) =>
  deliveryRow({
    id: Bun.randomUUIDv7('hex', AT + offsetMs),
    streamId,
    state: 'discarded',
    nextAttemptAt: null,
    createdAt: AT + offsetMs,
  });
const ask = (path: string, key?: string | null) =>
  server.call('GET', path, key === undefined ? {} : { key });

describe.each(['/delivery/search', '/delivery/count'])('GET %s', (path) => {
  test.each([
    ['state=done', 'state must be one of'],
    ['from=yesterday', 'from must be an ISO 8601 time'],
    ['to=', 'to must be an ISO 8601 time'],
    ['from=2026-01-06&to=2026-01-05', 'from must not be after to'],
    ['instance=-shop', 'instanceName'],
  ])('400 %s', async (query, said) => {
    const { status, json } = await ask(`${path}?${query}`);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(said)]);
  });

  test('401 no key, 403 an instance that is not that of the key, 404 an unknown one', async () => {
    expect((await ask(path, null)).status).toBe(401);
    expect((await ask(`${path}?instance=cafe`, 'shop-key')).status).toBe(403);
    expect((await ask(`${path}?instance=nobody`, 'shop-key')).status).toBe(403);
    expect((await ask(`${path}?instance=nobody`)).status).toBe(404);
  });

  test('500 the database cannot be read', async () => {
    await db.query('drop table deliveries', []);
    expect((await ask(path)).json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});

describe('GET /delivery/search', () => {
  const namesOf = async (query = '', key?: string) => {
    const { json } = await ask(`/delivery/search${query}`, key);
    return json.deliveries.map(({ instanceName }: { instanceName: string | null }) => instanceName);
  };

  test('200 the newest first, each with its instance, of one that was deleted without a name', async () => {
    const rows = [failed(SHOP.id, 1), failed(CAFE.id, 2), failed(GONE, 3)];
    await db.orm.insert(deliveries).values(rows);
    expect(await namesOf()).toEqual([null, 'cafe', 'shop']);
    expect(await namesOf('?instance=cafe')).toEqual(['cafe']);
    const { json } = await ask('/delivery/search?limit=1');
    expect(json).toEqual({
      deliveries: [expect.objectContaining({ instanceId: GONE, id: rows[2]!.id })],
      next: rows[2]!.id,
    });
    expect(await namesOf(`?before=${json.next.toUpperCase()}`)).toEqual(['cafe', 'shop']);
  });

  test('200 with the key of an instance its own deliveries alone', async () => {
    await db.orm.insert(deliveries).values([failed(SHOP.id, 1), failed(CAFE.id, 2)]);
    expect(await namesOf('', 'shop-key')).toEqual(['shop']);
  });

  test.each([
    'event=Massage',
    'status=99',
    'destination=post',
    'eventId=1',
    'before=1',
    'limit=501',
  ])('400 %s', async (query) => {
    const { status, json } = await ask(`/delivery/search?${query}`);
    expect([status, json.error.message]).toEqual([
      400,
      expect.stringContaining(query.split('=')[0]!),
    ]);
  });
});

describe('GET /delivery/count', () => {
  test('200 what was discarded since a time, by instance; deleted ones are not counted', async () => {
    await db.orm
      .insert(deliveries)
      .values([failed(SHOP.id, 0), failed(SHOP.id, 1_000), failed(CAFE.id, 0), failed(GONE, 0)]);
    expect((await ask('/delivery/count')).json).toEqual({
      count: 3,
      isMore: false,
      instances: [
        { instanceName: 'shop', count: 2, isMore: false },
        { instanceName: 'cafe', count: 1, isMore: false },
      ],
    });
    const since = '/delivery/count?from=2026-01-05T10:00:01Z';
    expect((await ask(since)).json.count).toBe(1);
    expect((await ask(`${since}&state=delivered`)).json.count).toBe(0);
    expect((await ask('/delivery/count', 'cafe-key')).json.count).toBe(1);
    expect((await ask('/delivery/count?endpoint=default')).json.count).toBe(3);
    expect((await ask('/delivery/count?instance=shop&endpoint=amqp')).json.count).toBe(0);
  });
});
