/** GET /delivery/request/{deliveryId} by status, with what stands in for a request that cannot be shown. */
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import {
  deliveries,
  events,
  replays,
  restoredEvents,
} from '../../../../src/core/db/schema/engine.ts';
import type { Target } from '../../../../src/core/events/contract/channel.ts';
import type { MissingTarget } from '../../../../src/core/events/contract/routing.ts';
import { createEventBodies } from '../../../../src/core/events/log/bodies.ts';
import { createDeliveryLog } from '../../../../src/core/events/log/deliveries.ts';
import { readDeliveryRequest } from '../../../../src/modules/gateway/delivery/find.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { deliveryRow } from '../../../helpers/delivery-rows.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHOP,
} from '../../../helpers/gateway-server.ts';

const ID = '01900000-0000-7000-8000-00000000d001';
const BODY = '{"event":"Message"}';
const SHOWN = { url: 'https://receiver.test/hook', headers: { 'webhook-id': 'id' }, body: BODY };
const TARGET = { maskedAddress: 'https://receiver.test/hook' } as Target;

let db: Database;
let server: GatewayServer;
let target: Target | MissingTarget;
let preview: typeof SHOWN | string;
/** The attempt that was asked about. */
let attempt: number;

beforeEach(async () => {
  db = await testDatabase();
  [target, preview] = [TARGET, SHOWN];
  const operations = operationsWith([readDeliveryRequest], {
    db,
    deliveryLog: createDeliveryLog(db.orm),
    eventBodies: createEventBodies(db),
    destinations: { target: () => target },
    settings: { get: () => null },
    keyCopies: { isOn: false, of: () => null },
    webhook: {
      preview(outgoing: { readonly attempt: number }) {
        attempt = outgoing.attempt;
        return preview;
      },
    },
  });
  server = gatewayServer(manualClock(), operations);
});

async function insert(change: Parameters<typeof deliveryRow>[0] = {}) {
  const place = { streamId: SHOP.id, sequence: 1 };
  await db.orm.insert(deliveries).values(deliveryRow({ id: ID, ...place, ...change }));
  const event = { ...place, id: 'event', type: 'Message', body: BODY, createdAt: 0 };
  await db.orm.insert(events).values(event);
}
const get = (id = ID, key?: string | null) =>
  server.call('GET', `/delivery/request/${id}`, key === undefined ? {} : { key });

describe('GET /delivery/request/:deliveryId', () => {
  test('200 what the next attempt would send', async () => {
    await insert({ attemptCount: 4 });
    const { status, json } = await get(ID.toUpperCase(), 'shop-key');
    expect([status, json]).toEqual([200, { ...SHOWN, reason: null }]);
    expect(attempt).toBe(5);
  });

  test('200 the body alone where the endpoint is gone or may not be sent to, with the reason', async () => {
    await insert();
    target = { gone: 'webhook disabled' };
    const gone = { url: null, headers: {}, body: BODY, reason: 'webhook disabled' };
    expect((await get()).json).toEqual(gone);
    target = TARGET;
    preview = 'forbidden_network: it is private';
    expect((await get()).json).toEqual({ ...SHOWN, headers: {}, reason: preview });
  });

  test('200 the queue of a broker, and no headers', async () => {
    await insert({ endpoint: 'amqp', target: 'queue.message' });
    const queue = { url: 'queue.message', headers: {}, body: BODY, reason: null };
    expect((await get()).json).toEqual(queue);
  });

  test('200 no body once retention has removed the event', async () => {
    await insert();
    await db.orm.delete(events);
    const { json } = await get();
    expect([json.body, json.reason]).toEqual([null, 'the event is not stored any more']);
  });

  test('200 what a replay has read from the archive, until it is sent', async () => {
    const replayId = Bun.randomUUIDv7();
    await insert({ endpoint: `webhook@${replayId}` });
    await db.orm.delete(events);
    await db.orm.insert(replays).values({
      ...{ id: replayId, streamId: SHOP.id, endpoint: 'webhook', state: 'running', isOpen: true },
      ...{ since: 0, until: 0, onlyFailed: false, ratePerSecond: 1, first: 1, last: 1, cursor: 1 },
      ...{ createdAt: 0, updatedAt: 0 },
    });
    await db.orm.insert(restoredEvents).values({ replayId, sequence: 1, body: BODY });
    expect((await get()).json).toEqual({ ...SHOWN, reason: null });
    await db.orm.delete(restoredEvents);
    expect((await get()).json.reason).toBe('the event is not stored any more');
  });

  test('400 no UUID, 401 no key, 404 unknown or of another instance, 500 no database', async () => {
    await insert();
    expect((await get('17')).json.error.message).toBe('deliveryId must be a UUID');
    expect((await get(ID, null)).status).toBe(401);
    expect((await get(Bun.randomUUIDv7())).status).toBe(404);
    expect((await get(ID, 'cafe-key')).json.error).toMatchObject({ message: 'delivery not found' });
    await db.query('drop table deliveries', []);
    expect((await get()).status).toBe(500);
  });
});
