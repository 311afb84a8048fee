/** What a customer's page does not see and may not do although it has the scope. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { type CustomerPage, exchange, openCustomerPage } from '../../../helpers/portal.ts';
import { shared, sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

let page: CustomerPage;
/** The key of the instance. */
let key: string;
const receiver = shared(startReceiver);
const app = sharedApp(() => ({
  env: {
    WEBHOOK_MAX_ATTEMPTS: '1',
    WEBHOOK_GLOBAL_ENABLED: 'true',
    WEBHOOK_URL: `${receiver.url}/all`,
  },
}));
beforeAll(async () => {
  key = await app.openInstance('shop');
  page = await openCustomerPage(app, 'shop');
});

const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, page.credential);
const say = (text: string) =>
  app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511988887777', text });
const settled = (count: number) =>
  until(`${count} deliveries are settled`, async () => {
    const { body } = await app.call('GET', '/delivery/search?instance=shop&event=Message');
    const states = body.deliveries.map(({ state }: { state: string }) => state);
    return states.length === count && states.every((state: string) => /^d/.test(state));
  });

test('it sees neither queues and the feed nor what is for all instances', async () => {
  expect((await ask('GET', '/webhook/endpoints/shop')).body.endpoints).toEqual([]);
  for (const id of ['global-webhook', 'websocket', 'amqp'])
    expect((await ask('GET', `/webhook/endpoints/shop/${id}`)).status).toBe(404);
  expect((await ask('PATCH', '/webhook/endpoints/shop/global-webhook', {})).status).toBe(400);
  const tried = await ask('POST', '/webhook/test/shop', { destination: 'global-webhook' });
  expect(tried.status).toBe(403);
});

test('a secret is shown when an endpoint is made or its secret is replaced, never again', async () => {
  const { body: made } = await ask('POST', '/webhook/endpoints/shop', {
    name: 'orders',
    url: `${receiver.url}/orders`,
    headers: { authorization: 'Bearer of the customer' },
  });
  expect(made.secret).toMatch(/^whsec_/);
  const path = `/webhook/endpoints/shop/${made.id}`;
  const { body: read } = await ask('GET', path);
  expect([read.secret, read.headers]).toEqual([undefined, { authorization: '********' }]);
  const rotated = await ask('POST', `/webhook/secret/rotate/shop?endpoint=${made.id}`);
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(made.secret);
  expect((await ask('GET', `/webhook/secret/shop?endpoint=${made.id}`)).status).toBe(403);
});

test('deliveries to the webhook for all instances are neither listed, read, counted nor sent again', async () => {
  receiver.script(respond(500), respond(500));
  await say('one');
  await settled(2);
  const all = (await app.call('GET', '/delivery/search?instance=shop&event=Message')).body
    .deliveries;
  const hidden = all.find(({ destination }: { destination: string }) => destination !== 'webhook');
  const own = all.find(({ destination }: { destination: string }) => destination === 'webhook');
  const { deliveries } = (await ask('GET', '/delivery/search?event=Message')).body;
  expect(deliveries.map(({ id }: { id: string }) => id)).toEqual([own.id]);
  expect((await ask('GET', '/delivery/search?destination=global-webhook')).status).toBe(403);
  for (const at of [`/delivery/${hidden.id}`, `/delivery/request/${hidden.id}`])
    expect([
      (await ask('GET', at)).status,
      (await ask('GET', at.replace(hidden.id, own.id))).status,
    ]).toEqual([404, 200]);
  expect((await ask('GET', '/delivery/count')).body.count).toBe(1);
  expect((await app.call('GET', '/delivery/count?instance=shop')).body.count).toBe(2);
  const posted = receiver.requests.length;
  const byId = await ask('POST', '/delivery/redeliver/shop', { ids: [hidden.id, own.id] });
  expect(byId.body).toEqual({ redelivering: 1 });
  await until('it was posted again', () => receiver.requests.length === posted + 1);
  expect(receiver.requests.at(-1)?.path).toBe('/orders');
  await settled(2);
  const byState = await ask('POST', '/delivery/redeliver/shop', { state: 'discarded' });
  expect(byState.body).toEqual({ redelivering: 0 });
});

describe('without RATE_LIMIT_PER_MINUTE', () => {
  const read = (apikey: string) => app.call('GET', '/webhook/endpoints/shop', undefined, apikey);

  test('a link allows 600 requests a minute, by its page and by its code, and keys have no limit', async () => {
    const { id, credential, code } = await openCustomerPage(app, 'shop');
    const first = await read(credential);
    expect(first.headers.get('ratelimit-limit')).toBe('600');
    for (let left = Number(first.headers.get('ratelimit-remaining')); left > 0; left--)
      await read(credential);
    const refused = await read(credential);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await read(page.credential)).status).toBe(200);
    expect((await read(key)).headers.get('ratelimit-limit')).toBeNull();
    expect((await exchange(app, code)).headers.get('ratelimit-limit')).toBe('600');
    const metrics = await app.call('GET', '/metrics');
    expect(metrics.body).toContain('gatehouse_limit_reached_total{limit="portal_requests"} 1');
    expect(app.lines.some((line) => line.holder === `portal:${id}`)).toBe(true);
  });
});
