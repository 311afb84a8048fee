/** How many events a request may have, in every operation that sets a webhook. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;
beforeEach(async () => {
  bench = await webhookBench();
});
const PATH = '/webhook/endpoints/shop';
const META = { name: 'inbox', url: 'https://inbox.test/hook', format: 'whatsapp-cloud' };
const OTHER_FORMAT = 'batch must be 1: only the format whatsapp-cloud has room for several events';
const TRANSFORMED = 'batch must be 1: a transform makes one body of one event';
const RANGE = 'batch must be a whole number from 1 to 100';

const create = (change: object = {}) => bench.call('POST', PATH, { body: { ...META, ...change } });
const problemOf = ({ status, json }: { status: number; json: { error?: { message: string } } }) => [
  status,
  json.error?.message,
];

describe('POST /webhook/endpoints/:instanceName', () => {
  test('201 with as many as were asked for, and 1 otherwise', async () => {
    const [one, many] = [await create(), await create({ url: 'https://b.test/', batch: 100 })];
    expect([one.json.batch, many.json.batch]).toEqual([1, 100]);
    const stored = [...(bench.settings.get(SHOP.id)?.others.values() ?? [])];
    expect(stored.map(({ batch }) => batch)).toEqual([1, 100]);
  });

  test.each([
    ['no number', { batch: 'five' }, RANGE],
    ['a list', { batch: [5] }, RANGE],
    ['a fraction', { batch: 1.5 }, RANGE],
    ['none', { batch: 0 }, RANGE],
    ['too many', { batch: 101 }, RANGE],
    ['another format', { batch: 2, format: 'evolution-api' }, OTHER_FORMAT],
    ['the default of the service', { batch: 2, format: null }, OTHER_FORMAT],
    ['a transform', { batch: 2, transform: { omit: ['entry'] } }, TRANSFORMED],
  ])('400 for %s, and nothing is stored', async (_, change, problem) => {
    expect(problemOf(await create(change))).toEqual([400, problem]);
    expect(bench.settings.get(SHOP.id)?.others.size).toBe(0);
  });
});

describe('PATCH /webhook/endpoints/:instanceName/:endpointId', () => {
  const changing = async () => {
    const { id } = (await create({ batch: 20 })).json;
    return {
      change: (body: object) => bench.call('PATCH', `${PATH}/${id}`, { body }),
      stored: () => bench.settings.get(SHOP.id)?.others.get(id),
    };
  };

  test('200 for another number, and what is absent stays', async () => {
    const { change, stored } = await changing();
    expect((await change({ enabled: false })).json.batch).toBe(20);
    expect((await change({ batch: 5 })).json.batch).toBe(5);
    expect(stored()?.batch).toBe(5);
  });

  test.each([
    ['another format', { format: 'gatehouse' }, OTHER_FORMAT],
    ['the format of the service', { format: null }, OTHER_FORMAT],
    ['a transform', { transform: { pick: ['entry'] } }, TRANSFORMED],
  ])('400 for %s while several events are set, and nothing changes', async (_, body, problem) => {
    const { change, stored } = await changing();
    const before = stored();
    expect(problemOf(await change(body))).toEqual([400, problem]);
    expect(stored()).toEqual(before!);
    expect((await change({ ...body, batch: 1 })).status).toBe(200);
  });
});

describe('POST /webhook/set/:instanceName', () => {
  const set = { enabled: true, url: 'https://inbox.test/hook', events: ['ALL'] };

  test('200 with what webhook/find shows then, and a record without it has 1', async () => {
    const meta = { ...set, format: 'whatsapp-cloud' };
    expect((await bench.set({ ...meta, batch: 7 })).status).toBe(200);
    const { json } = await bench.find();
    expect(json.batch).toBe(7);
    expect((await bench.set(json)).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook.batch).toBe(7);
    await bench.set(meta);
    expect((await bench.find()).json.batch).toBe(1);
  });

  test('400 in another format, and nothing changes', async () => {
    const { status } = await bench.set({ ...set, batch: 7 });
    expect([status, bench.settings.get(SHOP.id)?.webhook.isSet]).toEqual([400, false]);
  });
});

test('the audit says how many events a request may have', async () => {
  await create({ batch: 12 });
  const rows = JSON.stringify(await bench.db.query('select details from gateway_audit', []));
  expect(rows).toContain('\\"batch\\":12');
});
