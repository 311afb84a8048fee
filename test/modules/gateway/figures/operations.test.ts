import { beforeEach, describe, expect, test } from 'bun:test';
import { FigureCounter } from '../../../../src/modules/gateway/figures/counter.ts';
import {
  readInstanceFigures,
  readSummedFigures,
} from '../../../../src/modules/gateway/figures/operations.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

let g: Gateway;
let counter: FigureCounter;
let shop: { id: string; key: string };

beforeEach(async () => {
  g = await gateway({ operations: [readInstanceFigures, readSummedFigures] });
  const { database: db, clock } = g;
  const log = { warn() {} } as unknown as ConstructorParameters<typeof FigureCounter>[0]['log'];
  const write = db.batch.bind(db);
  counter = new FigureCounter({ db, clock, log, write, node: null });
  shop = await g.create('shop');
  const cafe = await g.create('cafe');
  for (const { id } of [shop, shop, cafe]) counter.committed({ streamId: id, type: 'Message' });
  counter.committed({ streamId: shop.id, type: 'SendMessage' });
  counter.observer.onClear(shop.id, 'webhook', 4);
  await g.clock.advance(1_800_000);
  counter.committed({ streamId: shop.id, type: 'Message' });
  await counter.stop();
});

const discarded = (count: number) => ({
  destination: 'webhook',
  endpoint: 'default',
  delivered: 0,
  failedAttempts: 0,
  discarded: count,
  filtered: 0,
  latency: null,
});

describe('GET /instance/figures/:instanceName', () => {
  test('200 every half hour of the last 48 hours is there, and their sums', async () => {
    const { status, body } = await g.call('GET', '/instance/figures/shop');
    expect(status).toBe(200);
    const { buckets, ...sums } = body;
    expect(sums).toEqual({
      bucketMinutes: 30,
      messagesReceived: 3,
      messagesSent: 1,
      destinations: [discarded(4)],
    });
    expect(buckets).toHaveLength(96);
    expect(buckets.slice(-3)).toEqual([
      { from: '2026-01-05T09:30:00.000Z', messagesReceived: 0, messagesSent: 0, destinations: [] },
      {
        from: '2026-01-05T10:00:00.000Z',
        messagesReceived: 2,
        messagesSent: 1,
        destinations: [discarded(4)],
      },
      { from: '2026-01-05T10:30:00.000Z', messagesReceived: 1, messagesSent: 0, destinations: [] },
    ]);
  });

  test('200 what the filter of an endpoint left out is there, also if nothing was sent to it', async () => {
    counter.observer.onFilter(shop.id, 'endpoint:01900000-0000-7000-8000-0000000000e1');
    await counter.stop();
    const { body } = await g.call('GET', '/instance/figures/shop');
    expect(body.destinations).toMatchObject([
      { endpoint: 'default', filtered: 0 },
      { endpoint: '01900000-0000-7000-8000-0000000000e1', filtered: 1, delivered: 0 },
    ]);
  });

  test('200 fewer hours are those up to now, with their own sums', async () => {
    const { body } = await g.call('GET', '/instance/figures/shop?hours=2');
    expect(body.buckets.map(({ from }: { from: string }) => from)).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T09:30:00.000Z',
      '2026-01-05T10:00:00.000Z',
      '2026-01-05T10:30:00.000Z',
    ]);
    expect(body.messagesReceived).toBe(3);
    await g.clock.advance(5_400_000);
    const { body: later } = await g.call('GET', '/instance/figures/shop?hours=2');
    expect([later.messagesReceived, later.destinations]).toEqual([1, []]);
    expect((await g.call('GET', '/instance/figures?hours=2')).body.messagesReceived).toBe(1);
    for (const hours of [0, 169, 'x'])
      expect((await g.call('GET', `/instance/figures/shop?hours=${hours}`)).status).toBe(400);
  });

  test('200 one hour is in 5 minutes, and 7 days are in 4 hours', async () => {
    const read = async (path: string) => {
      const { body } = await g.call('GET', path);
      const filled = body.buckets.filter((one: typeof body) => one.messagesReceived > 0);
      return [
        ...[body.bucketMinutes, body.buckets.length, body.messagesReceived],
        filled.map((one: typeof body) => [one.from, one.messagesReceived]),
      ];
    };
    expect(await read('/instance/figures/shop?hours=1')).toEqual([
      ...[5, 12, 3],
      [
        ['2026-01-05T10:00:00.000Z', 2],
        ['2026-01-05T10:30:00.000Z', 1],
      ],
    ]);
    for (const [path, count] of [
      ['/instance/figures/shop?hours=168', 3],
      ['/instance/figures?hours=168', 4],
    ] as const)
      expect(await read(path)).toEqual([240, 42, count, [['2026-01-05T08:00:00.000Z', count]]]);
  });

  test('200 its own key reads it', async () => {
    const { status, body } = await g.call('GET', '/instance/figures/shop', { key: shop.key });
    expect([status, body.messagesReceived]).toEqual([200, 3]);
  });

  test('200 they are the same after a restart', async () => {
    const before = await g.call('GET', '/instance/figures/shop');
    const next = await g.restarted({ operations: [readInstanceFigures] });
    expect((await next.call('GET', '/instance/figures/shop')).body).toEqual(before.body);
  });

  test.each([
    ['401 without a key', '/instance/figures/shop', null, 401],
    ['400 for a name that no instance can have', '/instance/figures/-shop', undefined, 400],
    ['404 for an instance that does not exist', '/instance/figures/nobody', undefined, 404],
  ] as const)('%s', async (_, path, key, expected) => {
    const answer = await g.call('GET', path, key === undefined ? {} : { key });
    expect(answer.status).toBe(expected);
  });

  test("403 for another instance's key, and for a key that may not read", async () => {
    const asShop = await g.call('GET', '/instance/figures/cafe', { key: shop.key });
    expect(asShop.status).toBe(403);
    const { body } = await g.call('POST', '/instance/key/rotate/shop', {
      body: { scopes: ['send'] },
    });
    for (const path of ['/instance/figures/shop', '/instance/figures']) {
      const answer = await g.call('GET', path, { key: body.apikey });
      expect([answer.status, answer.body.error.message]).toEqual([
        403,
        'this key lacks the scope read',
      ]);
    }
  });
});

describe('GET /instance/figures', () => {
  test('200 the global key reads the sums of all instances', async () => {
    const { status, body } = await g.call('GET', '/instance/figures');
    expect([status, body.messagesReceived, body.messagesSent]).toEqual([200, 4, 1]);
    expect(body.buckets.map((one: { messagesReceived: number }) => one.messagesReceived)).toEqual([
      ...Array(94).fill(0),
      3,
      1,
    ]);
  });

  test('200 the key of an instance reads those of that instance', async () => {
    const own = await g.call('GET', '/instance/figures', { key: shop.key });
    expect(own.body).toEqual((await g.call('GET', '/instance/figures/shop')).body);
  });

  test('401 without a key', async () => {
    expect((await g.call('GET', '/instance/figures', { key: null })).status).toBe(401);
  });
});

test('each webhook of an instance has its own figures, and they are one in sums', async () => {
  const id = '01900000-0000-7000-8000-0000000000e1';
  counter.observer.onClear(shop.id, `endpoint:${id}`, 5);
  counter.observer.onClear(shop.id, 'nats', 1);
  await counter.stop();
  const listed = async (path: string) =>
    (await g.call('GET', path)).body.destinations.map((one: Record<string, unknown>) => [
      one.destination,
      one.endpoint,
      one.discarded,
    ]);
  expect(await listed('/instance/figures/shop')).toEqual([
    ['webhook', 'default', 4],
    ['webhook', id, 5],
    ['nats', 'nats', 1],
  ]);
  expect(await listed('/instance/figures')).toEqual([
    ['webhook', null, 9],
    ['nats', null, 1],
  ]);
});
