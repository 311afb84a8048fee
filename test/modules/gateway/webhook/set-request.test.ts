/** `batch`, which earlier versions read as how many events a request may have. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;
beforeEach(async () => {
  bench = await webhookBench();
});
const PATH = '/webhook/endpoints/shop';
const META = { name: 'inbox', url: 'https://inbox.test/hook', format: 'whatsapp-cloud' };
const SET = { enabled: true, url: META.url, events: ['ALL'] };
const ONE_EVENT =
  'batch must be left out: each request has one event, which is answered, counted and tried again by itself';

const create = (change: object = {}) => bench.call('POST', PATH, { body: { ...META, ...change } });
const problemOf = ({ status, json }: { status: number; json: { error?: { message: string } } }) => [
  status,
  json.error?.message,
];

describe('several events in a request are refused with the reason', () => {
  test.each([50, '50', 0, 1.5, -1, 'five', [5], { most: 5 }, true])(
    'of a new endpoint with %p, and none is made',
    async (batch) => {
      expect(problemOf(await create({ batch }))).toEqual([400, ONE_EVENT]);
      expect(bench.settings.get(SHOP.id)?.others.size).toBe(0);
    },
  );

  test('of a changed endpoint, beside everything else that is wrong', async () => {
    const { id } = (await create()).json;
    const change = { batch: 2, ordering: 'none', enabled: 7, colour: 'red' };
    const answer = await bench.call('PATCH', `${PATH}/${id}`, { body: change });
    expect(problemOf(answer)).toEqual([
      400,
      `enabled must be true or false; ${ONE_EVENT}; colour is not a field of an endpoint`,
    ]);
    expect(bench.settings.get(SHOP.id)?.others.get(id)?.ordering).toBe('chat');
  });

  test('of webhook/set, also inside `webhook`, and nothing changes', async () => {
    for (const body of [{ ...SET, batch: 7 }, { webhook: { ...SET, batch: '7' } }])
      expect(problemOf(await bench.set(body))).toEqual([400, ONE_EVENT]);
    expect(bench.settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  });
});

describe('what an earlier version showed may be sent back', () => {
  test.each([1, '1'])('batch %p counts as left out', async (batch) => {
    const { status, json } = await create({ batch });
    expect([status, Object.hasOwn(json, 'batch')]).toEqual([201, false]);
    const patched = await bench.call('PATCH', `${PATH}/${json.id}`, { body: { batch } });
    expect(patched.status).toBe(200);
    expect((await bench.set({ ...SET, url: 'https://other.test/', batch })).status).toBe(200);
    expect((await bench.find()).json).not.toHaveProperty('batch');
  });
});
