/** Endpoints have an owner: a customer's page knows and changes those of the customer alone. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Receiver, startReceiver } from '../../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../../helpers/app.ts';
import { openCustomerPage } from '../../../helpers/portal.ts';
import { until } from '../../../helpers/until.ts';

const NOBODY = '0198f2f4-7c11-7000-8000-000000000000';

describe('endpoints of the operator', () => {
  let app: RunningApp;
  let receiver: Receiver;
  let page: string;
  /** The key of the instance. */
  let key: string;
  /** The id of an endpoint that the operator has made. */
  let theirs: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp();
    key = await app.openInstance('shop');
    ({ credential: page } = await openCustomerPage(app, 'shop'));
    const set = { enabled: true, url: `${receiver.url}/default?token=T0P` };
    await app.call('POST', '/webhook/set/shop', set, key);
    const made = await app.call('POST', PATH, {
      name: 'operators',
      url: `${receiver.url}/operators?token=T0P`,
      headers: { authorization: 'T0P' },
    });
    theirs = made.body.id;
    await say('hello');
    await until('both were delivered', () => receiver.requests.length >= 2);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const PATH = '/webhook/endpoints/shop';
  const ask = (method: string, path: string, body?: unknown) => app.call(method, path, body, page);
  const say = (text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511988887777', text });

  test('a page neither lists, reads, changes, deletes, tests nor replays to them: to it they are unknown', async () => {
    expect((await ask('GET', PATH)).body.endpoints).toEqual([]);
    for (const id of ['default', theirs, NOBODY]) {
      const request = { since: new Date(Date.now() - 60_000).toISOString() };
      const answers = await Promise.all([
        ask('GET', `${PATH}/${id}`),
        ask('PATCH', `${PATH}/${id}`, { url: `${receiver.url}/mine` }),
        ask('PATCH', `${PATH}/${id}`, { owner: 'customer' }),
        ask('PATCH', `${PATH}/${id}`, { enabled: 'wrong' }),
        ask('DELETE', `${PATH}/${id}`),
        ask('POST', `/webhook/secret/rotate/shop?endpoint=${id}`),
        ask('POST', '/webhook/test/shop', { endpoint: id }),
        ask('POST', `${PATH}/${id}/recover`, request),
        ask('GET', `${PATH}/${id}/recoveries`),
        ask('GET', `${PATH}/${id}/recoveries/${NOBODY}`),
        ask('POST', `${PATH}/${id}/recoveries/${NOBODY}/cancel`),
        ask('POST', `${PATH}/filter/test`, { filter: null, endpoint: id }),
        ask('POST', `${PATH}/transform/test`, { transform: null, endpoint: id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('T0P');
    }
    const { body } = await app.call('GET', `${PATH}/${theirs}`, undefined, key);
    expect([body.owner, body.enabled, body.url]).toEqual([
      'operator',
      true,
      `${receiver.url}/operators?token=T0P`,
    ]);
  });

  test('a page neither finds, reads, counts nor sends again their deliveries', async () => {
    const { deliveries } = (await app.call('GET', '/delivery/search?instance=shop')).body;
    expect(deliveries.length).toBeGreaterThan(1);
    expect((await ask('GET', '/delivery/search')).body.deliveries).toEqual([]);
    expect((await ask('GET', `/delivery/search?endpoint=${theirs}`)).body.deliveries).toEqual([]);
    for (const of of ['', `&endpoint=${theirs}`])
      expect((await ask('GET', `/delivery/count?state=delivered${of}`)).body.count).toBe(0);
    for (const { id } of deliveries) {
      expect((await ask('GET', `/delivery/${id}`)).status).toBe(404);
      expect((await ask('GET', `/delivery/request/${id}`)).status).toBe(404);
    }
    const posted = receiver.requests.length;
    for (const selection of [
      { ids: deliveries.map(({ id }: { id: string }) => id) },
      { state: 'delivered' },
      { state: 'delivered', endpoint: theirs },
      { from: '2020-01-01T00:00:00Z' },
    ])
      expect((await ask('POST', '/delivery/redeliver/shop', selection)).body).toEqual({
        redelivering: 0,
      });
    expect(receiver.requests.length).toBe(posted);
  });

  test('a page learns nothing of them from a URL or name that they have', async () => {
    const made = await ask('POST', PATH, {
      name: 'operators',
      url: `${receiver.url}/operators?token=T0P`,
    });
    expect([made.status, made.body.owner]).toEqual([201, 'customer']);
    const again = await ask('POST', PATH, { name: 'twice', url: made.body.url });
    expect([again.status, again.body.error.message]).toEqual([
      400,
      expect.stringContaining('the endpoint "operators" of this instance has it'),
    ]);
    expect((await ask('DELETE', `${PATH}/${made.body.id}`)).status).toBe(200);
  });

  test('a page makes endpoints of the customer only; a key gives an endpoint to the customer and takes it back', async () => {
    const name = 'handed over';
    const url = `${receiver.url}/handed`;
    const refused = await ask('POST', PATH, { name, url, owner: 'operator' });
    expect(refused.status).toBe(403);
    const { id } = (await app.call('POST', PATH, { name, url }, key)).body;
    expect((await ask('GET', `${PATH}/${id}`)).status).toBe(404);
    await app.call('PATCH', `${PATH}/${id}`, { owner: 'customer' }, key);
    expect((await ask('GET', `${PATH}/${id}`)).body.owner).toBe('customer');
    expect((await ask('PATCH', `${PATH}/${id}`, { owner: 'operator' })).status).toBe(403);
    expect((await ask('PATCH', `${PATH}/${id}`, { description: 'mine' })).status).toBe(200);
    await app.call('PATCH', `${PATH}/${id}`, { owner: 'operator' }, key);
    expect((await ask('PATCH', `${PATH}/${id}`, { description: 'mine' })).status).toBe(404);
    const first = await app.call('PATCH', `${PATH}/default`, { owner: 'customer' }, key);
    expect(first.status).toBe(400);
  });

  test('a page that makes as many endpoints as it may leaves the operator room for as many', async () => {
    const small = await startApp({ env: { ENDPOINTS_PER_INSTANCE: '1' } });
    await small.openInstance('shop');
    const { credential } = await openCustomerPage(small, 'shop');
    const make = (name: string, apikey?: string) =>
      small.call('POST', PATH, { name, url: `https://${name}.test/` }, apikey);
    expect((await make('one', credential)).status).toBe(201);
    expect((await make('two', credential)).status).toBe(409);
    expect((await make('three')).status).toBe(201);
    expect((await make('four')).status).toBe(409);
    const { endpoints } = (await small.call('GET', PATH)).body;
    const handedOver = endpoints.find(({ name }: { name: string }) => name === 'three');
    const moved = await small.call('PATCH', `${PATH}/${handedOver.id}`, { owner: 'customer' });
    expect(moved.status).toBe(409);
    await small.stop();
  });
});

describe.each([
  { EVOLUTION_MODE: 'true', EVOLUTION_SHOW_KEYS: 'true' },
  { WEBHOOK_FORMAT: 'evolution-go', EVOLUTION_SHOW_KEYS: 'true' },
])('with %p', (env) => {
  let app: RunningApp;
  let receiver: Receiver;
  let page: string;
  let key: string;
  beforeEach(async () => {
    receiver = await startReceiver();
    app = await startApp({ env });
    key = await app.openInstance('shop');
    ({ credential: page } = await openCustomerPage(app, 'shop'));
  });
  afterEach(async () => {
    await app.stop();
    await receiver.stop();
  });

  const PATH = '/webhook/endpoints/shop';
  /** Sends a message and waits for it at this path. */
  async function delivered(path: string) {
    const before = receiver.requests.length;
    const from = '5511988887777';
    await app.call('POST', '/sandbox/shop/message', { kind: 'text', from, text: 'hi' });
    await until('it is delivered', () =>
      receiver.requests.slice(before).some((request) => request.path.startsWith(path)),
    );
  }

  test('whatever is changed of an endpoint of the customer, and by whom, its bodies have no key', async () => {
    const made = await app.call(
      'POST',
      PATH,
      { name: 'mine', url: `${receiver.url}/mine`, format: 'gatehouse', events: ['MESSAGE'] },
      page,
    );
    const at = `${PATH}/${made.body.id}`;
    const changes: [change: object, by?: string | undefined][] = [
      [{ format: null }, page],
      [{ format: 'evolution-api' }, page],
      [{ format: 'whatsapp-cloud' }, page],
      [{ format: null, byEvents: true }, page],
      [{ transform: { pick: ['apikey', 'instanceToken'] } }, page],
      [{ transform: null, url: `${receiver.url}/moved` }, page],
      [{ format: 'evolution-api' }, key],
      [{ format: null }, undefined],
    ];
    for (const [change, by] of changes) {
      const changed = await app.call('PATCH', at, change, by);
      expect([changed.status, changed.body.error]).toEqual([200, undefined]);
      const { body: now } = await app.call('GET', at);
      await delivered(new URL(now.url).pathname);
    }
    for (const by of [page, key, undefined]) {
      const refused = await app.call('PATCH', at, { format: 'evolution-go' }, by);
      expect(refused.status).toBe(400);
    }
    expect(receiver.requests.some(({ body }) => body.includes(key))).toBe(false);
  });

  test('an endpoint that is given to the customer has the key no more, and none is given in a format that needs it', async () => {
    const { body: made } = await app.call('POST', PATH, {
      ...{ name: 'theirs', url: `${receiver.url}/theirs`, events: ['MESSAGE'] },
    });
    const at = `${PATH}/${made.id}`;
    await delivered('/theirs');
    expect(receiver.requests.some(({ body }) => body.includes(key))).toBe(true);
    const known = receiver.requests.length;
    expect((await app.call('PATCH', at, { owner: 'customer' })).status).toBe(200);
    await delivered('/theirs');
    expect(receiver.requests.slice(known).some(({ body }) => body.includes(key))).toBe(false);
    const { body: go } = await app.call(
      'POST',
      PATH,
      { name: 'go', url: `${receiver.url}/go`, format: 'evolution-go' },
      key,
    );
    const handedOver = await app.call('PATCH', `${PATH}/${go.id}`, { owner: 'customer' });
    expect([
      handedOver.status,
      handedOver.body.error?.message ?? handedOver.body.response?.message,
    ]).toEqual([400, expect.anything()]);
  });
});
