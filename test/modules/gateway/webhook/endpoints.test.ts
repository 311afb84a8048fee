import { beforeEach, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { initialValues, shownValues } from '../../../../src/core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../../src/core/webhooks/fields/instance.ts';
import { SHARED_REFUSALS, SHOP } from '../../../helpers/gateway-server.ts';
import { FULL, URL_SET, type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;

beforeEach(async () => {
  bench = await webhookBench();
});

const HEALTHY = { state: 'healthy', since: null, failures: 0, percent: 0, reason: null };
/** The fields of a webhook for which nobody gave a value. */
const UNCHANGED = shownValues(INSTANCE_FIELDS, initialValues(INSTANCE_FIELDS), {
  mayChange: true,
  defaultFormat: 'gatehouse',
});
const PATH = '/webhook/endpoints/shop';
const ORDERS = { name: 'orders', url: 'https://orders.test/hook', events: ['MESSAGE'] };

const list = async () => (await bench.call('GET', PATH)).json.endpoints;
const create = (body: object = ORDERS, key?: string) =>
  bench.call('POST', PATH, { body, ...(key !== undefined && { key }) });
const created = async (body: object = ORDERS): Promise<string> => (await create(body)).json.id;
const change = (id: string, body: object) => bench.call('PATCH', `${PATH}/${id}`, { body });
const PROTOTYPE = JSON.parse('{"__proto__":{"a":1}}');
/** `{a: {a: …}}` */
const levels = (count: number): object => (count === 0 ? { a: 1 } : { a: levels(count - 1) });
const problemOf = async (answer: ReturnType<typeof create>) => {
  const { status, json } = await answer;
  return [status, json.error?.message];
};

describe('GET /webhook/endpoints/:instanceName', () => {
  test('200 the webhook of webhook/set is the one called default, before what is switched elsewhere', async () => {
    await bench.set({ ...FULL, url: `${URL_SET}?token=secret` });
    const { status, json } = await bench.call('GET', PATH, { key: 'shop-key' });
    expect(status).toBe(200);
    expect(json.endpoints.map(({ id }: { id: string }) => id)).toEqual([
      'default',
      'global-webhook',
      'amqp',
      'global-amqp',
      'nats',
      'global-nats',
      'websocket',
    ]);
    expect(json.endpoints[0]).toEqual({
      ...UNCHANGED,
      id: 'default',
      name: 'default',
      destination: 'webhook',
      owner: 'operator',
      readOnly: false,
      enabled: true,
      target: `${URL_SET}?token=********`,
      reason: null,
      events: ['Receipt', 'CALL', 'Connected'],
      url: `${URL_SET}?token=secret`,
      headers: { 'X-Token': '********' },
      base64: true,
      autoDisable: false,
      health: HEALTHY,
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.001Z',
    });
  });

  test('200 what is switched elsewhere says whether it is on, why not, and which events it gets', async () => {
    await bench.settings.update(SHOP.id, {
      webhook: { events: ['CALL'] },
      websocketEnabled: true,
    });
    const endpoints = await list();
    const shown = (id: string) => endpoints.find((one: { id: string }) => one.id === id);
    expect(shown('amqp')).toMatchObject({
      destination: 'amqp',
      readOnly: true,
      enabled: false,
      target: null,
      reason: 'amqp not configured',
      events: [],
      url: null,
    });
    expect(shown('global-webhook')).toMatchObject({ reason: 'global webhook not set' });
    expect(shown('websocket')).toMatchObject({ enabled: true, target: '/ws', events: ['CALL'] });
  });
});

describe('POST /webhook/endpoints/:instanceName', () => {
  test('201 a webhook with events, headers and a secret of its own, which receivers can verify', async () => {
    const body = {
      ...ORDERS,
      description: 'what the shop sells',
      headers: { authorization: 'Bearer abc' },
      format: 'evolution-api',
      byEvents: true,
      base64: false,
      retry: { attempts: 3, delaysMs: [1_000, 60_000] },
      ordering: 'none',
      autoDisable: false,
      filter: { data: { Info: { IsFromMe: false } } },
      transform: { omit: ['data.Message.base64'], rename: { 'data.Info.Chat': 'chat' } },
    };
    const { status, json } = await create(body);
    expect(status).toBe(201);
    const { id, secret, ...shown } = json;
    expect(shown).toEqual({
      ...UNCHANGED,
      ...body,
      headers: { authorization: '********' },
      destination: 'webhook',
      owner: 'operator',
      readOnly: false,
      enabled: true,
      target: ORDERS.url,
      reason: null,
      health: HEALTHY,
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
    });
    expect((await list())[1]).toEqual({ id, ...shown });
    expect(new Webhook(secret).sign('id', new Date(), '{}')).toStartWith('v1,');
    expect(JSON.stringify(await bench.rows())).not.toContain('Bearer abc');
    expect(JSON.stringify(await bench.rows())).not.toContain(secret);
  });

  test('201 a name and a URL are enough: every event, enabled, in the order of each chat', async () => {
    const { status, json } = await create({ name: 'n8n', url: 'https://n8n.test/' });
    expect(status).toBe(201);
    expect(json).toMatchObject({ events: ['ALL'], enabled: true, retry: null, ordering: 'chat' });
    expect(json.autoDisable).toBe(true);
  });

  test("201 by the instance's own key, which evolution-go puts into the bodies", async () => {
    const body = { ...ORDERS, format: 'evolution-go' };
    const { status, json, text } = await create(body, 'shop-key');
    expect(status).toBe(201);
    expect(json.format).toBe('evolution-go');
    expect(text).not.toContain('shop-key');
    expect(bench.settings.get(SHOP.id)?.others.get(json.id)?.instanceToken).toBe('shop-key');
    expect(await problemOf(create({ ...body, url: 'https://other.test/' }))).toEqual([
      400,
      expect.stringContaining('make this request with the key of the instance'),
    ]);
  });

  test.each<[string, object, string]>([
    ['without a name', { name: undefined }, 'name is required'],
    ['without a URL', { url: undefined }, 'url is required'],
    ['an empty name', { name: ' ' }, 'name must be 1-255 characters'],
    ['a name that is too long', { name: 'n'.repeat(256) }, 'name must be 1-255 characters'],
    ['a name with control characters', { name: 'a\u0000b' }, 'name must be 1-255 characters'],
    ['the name of the first one', { name: 'default' }, 'name must not be default'],
    ['a description that is too long', { description: 'd'.repeat(1001) }, 'description must be'],
    ['an unknown event', { events: ['Mesage'] }, '"Mesage" (did you mean MESSAGE?)'],
    ['a forbidden address', { url: 'http://10.0.0.1/' }, 'it is private'],
    ['another scheme', { url: 'ftp://a.test/' }, 'url must begin with http'],
    ['a header of the frame', { headers: { host: 'a' } }, 'headers.host must not be set'],
    [
      'a mask without a stored value',
      { headers: { a: '********' } },
      'headers.a must be given again',
    ],
    ['an unknown order', { ordering: 'global' }, 'ordering must be one of chat, none'],
    ['a field of another kind', { enabled: 'yes' }, 'enabled must be true or false'],
    ['a field that there is not', { secret: 'whsec_a' }, 'secret is not a field'],
    [
      'an operator that there is not',
      { filter: { data: { Info: { Chat: { $startWith: '55' } } } } },
      'filter.data.Info.Chat.$startWith is not an operator: did you mean $startsWith?',
    ],
    ['a filter that is no object', { filter: 'Message' }, 'filter must be an object, or null'],
    ['a filter with a name of a prototype', { filter: PROTOTYPE }, 'a field named __proto__'],
    ['a filter of 1 MB', { filter: { event: 'a'.repeat(500_000) } }, 'filter must have at most'],
    ['a filter of 50 levels', { filter: levels(50) }, 'filter must not be more than 16 levels'],
    ['a filter of 100 levels', { filter: levels(100) }, 'nested deeper than 64 levels'],
    ['a field that never was', { 'a b': 1 }, '"a b" is not a field'],
    ['retries without delays', { retry: { attempts: 2 } }, 'retry.delaysMs must be'],
    ['21 attempts', { retry: { attempts: 21, delaysMs: [1000] } }, 'retry.attempts must be'],
    ['no attempt', { retry: { attempts: 0, delaysMs: [1000] } }, 'retry.attempts must be'],
    ['no pause', { retry: { attempts: 2, delaysMs: [0] } }, 'retry.delaysMs must be'],
    [
      'retries of a year',
      { retry: { attempts: 2, delaysMs: [31_536_000_000] } },
      'retry must be over within 3 days, and these 2 attempts take 365 days',
    ],
    [
      'retries of three days and one second',
      { retry: { attempts: 4, delaysMs: [86_400_000, 86_400_000, 86_401_000] } },
      'retry must be over within 3 days',
    ],
    [
      'a field inside retries that there is not',
      { retry: { attempts: 2, delaysMs: [1000], jitter: 1 } },
      'retry.jitter is not a field',
    ],
  ])('400 %s, and nothing is stored', async (_, fields, problem) => {
    const before = await bench.rows();
    expect(await problemOf(create({ ...ORDERS, ...fields }))).toEqual([
      400,
      expect.stringContaining(problem),
    ]);
    expect(await bench.rows()).toEqual(before);
  });

  test('201 retries of exactly three days', async () => {
    const retry = { attempts: 4, delaysMs: [86_400_000] };
    expect((await create({ ...ORDERS, retry })).json.retry).toEqual(retry);
  });

  test('400 the URL of another endpoint, default included, whichever way it is set', async () => {
    await bench.set(FULL);
    await create();
    const taken = (name: string) => `url must be another: the endpoint ${name} of this instance`;
    expect(await problemOf(create({ ...ORDERS, name: 'again' }))).toEqual([
      400,
      expect.stringContaining(taken('"orders"')),
    ]);
    expect(await problemOf(create({ ...ORDERS, url: 'https://RECEIVER.test:443/hook' }))).toEqual([
      400,
      expect.stringContaining(taken('default')),
    ]);
    expect(await problemOf(bench.set({ ...FULL, url: ORDERS.url, headers: {} }))).toEqual([
      400,
      expect.stringContaining(taken('"orders"')),
    ]);
    expect((await bench.find()).json.url).toBe(URL_SET);
    const elsewhere = await bench.call('POST', '/webhook/endpoints/cafe', { body: ORDERS });
    expect(elsewhere.status).toBe(201);
  });

  test('409 no more than are allowed, also when they are made at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => create({ name: 'a', url: `https://${at}.test/` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
    expect(await list()).toHaveLength(1 + 3 + 6);
  });
});

describe('GET /webhook/endpoints/:instanceName/:endpointId', () => {
  test('200 each of the list by its id', async () => {
    const id = await created();
    for (const one of ['default', id, 'global-amqp', 'websocket'])
      expect((await bench.call('GET', `${PATH}/${one}`)).json.id).toBe(one);
  });

  test("404 an unknown one, or another instance's", async () => {
    const id = (await bench.call('POST', '/webhook/endpoints/cafe', { body: ORDERS })).json.id;
    for (const one of [id, 'nobody', crypto.randomUUID()]) {
      const { status, json } = await bench.call('GET', `${PATH}/${one}`);
      expect([status, json.error.message]).toEqual([404, 'endpoint not found']);
    }
  });
});

describe('PATCH /webhook/endpoints/:instanceName/:endpointId', () => {
  test('200 what is absent stays, and the engine is told where the endpoint is now', async () => {
    const id = await created({ ...ORDERS, headers: { 'x-a': 'secret-value' } });
    bench.retargeted.length = 0;
    const { status, json } = await change(id, { url: 'https://orders.test/v2' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...ORDERS, url: 'https://orders.test/v2' });
    expect(bench.settings.get(SHOP.id)?.others.get(id)?.headers).toEqual({ 'x-a': 'secret-value' });
    expect(bench.retargeted).toEqual([`${SHOP.id} endpoint:${id}`]);
  });

  test('200 a filter is replaced whole, and null takes it away', async () => {
    const filter = { event: 'Message', constructor: { name: 'Object' } };
    const id = await created({ ...ORDERS, filter });
    expect((await list())[1].filter).toEqual(filter);
    const [audited] = await bench.db.query(
      'select details from gateway_audit order by id desc limit 1',
      [],
    );
    expect(String(audited?.[0])).toContain('"filter":{"event":"Message"');
    expect((await change(id, { name: 'other' })).json.filter.event).toBe('Message');
    const other = { $or: [{ event: 'Receipt' }] };
    expect((await change(id, { filter: other })).json.filter).toEqual(other);
    expect((await change(id, { filter: null })).json.filter).toBeNull();
  });

  test('200 what it answers can be sent back field by field', async () => {
    const id = await created({ ...ORDERS, headers: { 'x-a': 'secret-value' } });
    const { json } = await bench.call('GET', `${PATH}/${id}`);
    for (const field of [
      'name',
      'url',
      'events',
      'format',
      'headers',
      'base64',
      'byEvents',
      'filter',
    ])
      expect((await change(id, { [field]: json[field] })).status).toBe(200);
    const both = await change(id, { headers: json.headers, url: json.url });
    expect(both.json.headers).toEqual({ 'x-a': '********' });
    expect(bench.settings.get(SHOP.id)?.others.get(id)?.headers).toEqual({ 'x-a': 'secret-value' });
  });

  test('200 default is the webhook of webhook/set, with the same meaning', async () => {
    const body = { url: URL_SET, enabled: true, events: ['CALL'], ordering: 'none' };
    expect((await change('default', body)).status).toBe(200);
    expect((await bench.find()).json).toMatchObject({ enabled: true, url: URL_SET });
    const own = bench.settings.get(SHOP.id);
    expect(own?.webhook).toMatchObject({ isSet: true, events: ['CALL'] });
    await bench.set({ enabled: true, url: URL_SET });
    expect((await list())[0]).toMatchObject({ events: ['ALL'], ordering: 'none' });
  });

  test('200 retries are the own ones or, with null, those of the service', async () => {
    const id = await created({ ...ORDERS, retry: { attempts: 2, delaysMs: [1000] } });
    expect((await change(id, { retry: null })).json.retry).toBeNull();
  });

  test('400 stored headers do not follow the endpoint elsewhere, and are not dropped unasked', async () => {
    const id = await created({ ...ORDERS, headers: { 'x-a': 'secret-value' } });
    const url = 'https://elsewhere.test/';
    expect(await problemOf(change(id, { url }))).toEqual([
      400,
      expect.stringContaining('headers must be given too'),
    ]);
    expect(await problemOf(change(id, { url, headers: { 'x-a': '********' } }))).toEqual([
      400,
      expect.stringContaining('headers.x-a must be given again'),
    ]);
    expect((await change(id, { url, headers: {} })).json.headers).toEqual({});
  });

  test.each<[string, object, string]>([
    ['default', { enabled: true }, 'url is required while enabled is true'],
    ['default', { name: 'first' }, 'name must stay default'],
    ['amqp', { enabled: false }, 'amqp is configured by operations of its own'],
    ['global-webhook', { enabled: false }, 'global-webhook is configured by variables'],
    ['websocket', { enabled: false }, 'websocket is configured by operations of its own'],
    ['default', { transform: {} }, 'transform must have pick, omit, rename or template'],
    ['default', { secret: 'whsec_a' }, 'secret is not a field'],
  ])('400 %s %j', async (id, body, problem) => {
    expect(await problemOf(change(id, body))).toEqual([400, expect.stringContaining(problem)]);
  });

  test('200 what was switched off for its failures says so, and enabling it or another URL sends to it again', async () => {
    const id = await created();
    await bench.db.query(
      `insert into endpoint_health (stream_id, endpoint, state, since, failures, failing_since, reason, percent)
        values (?, ?, 'disabled', ?, 21, ?, 'http_status: 410', 100)`,
      [SHOP.id, `endpoint:${id}`, Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 1)],
    );
    expect((await list())[1]).toMatchObject({
      enabled: true,
      health: {
        state: 'disabled',
        since: '2026-01-05T00:00:00.000Z',
        failures: 21,
        percent: 100,
        reason: 'http_status: 410',
      },
    });
    await change(id, { description: 'nothing else' });
    expect(bench.enabled).toEqual([]);
    await change(id, { enabled: true });
    await change(id, { url: 'https://elsewhere.test/' });
    await change(id, { enabled: false });
    expect(bench.enabled).toEqual(Array(2).fill(`${SHOP.id} endpoint:${id}`));
  });

  test('404 an unknown one', async () => {
    expect(await problemOf(change('nobody', {}))).toEqual([404, 'endpoint not found']);
  });
});

describe('DELETE /webhook/endpoints/:instanceName/:endpointId', () => {
  const remove = (id: string) => bench.call('DELETE', `${PATH}/${id}`);

  test('200 it is gone, and the engine is told before the answer', async () => {
    const id = await created();
    bench.retargeted.length = 0;
    const { status, json } = await remove(id);
    expect([status, json]).toEqual([200, { id }]);
    expect(bench.retargeted).toEqual([`${SHOP.id} endpoint:${id}`]);
    expect(await list()).toHaveLength(1 + 6);
    expect(await bench.rows()).toHaveLength(3);
    expect(await problemOf(remove(id))).toEqual([404, 'endpoint not found']);
  });

  test('400 default, and what is switched elsewhere, cannot be deleted', async () => {
    expect(await problemOf(remove('default'))).toEqual([
      400,
      expect.stringContaining('default cannot be deleted'),
    ]);
    expect(await problemOf(remove('nats'))).toEqual([400, expect.stringContaining('nats is')]);
  });
});

describe('the secret and the test of one endpoint', () => {
  test('200 each has its own secret, shown and replaced by its id', async () => {
    const { id, secret } = (await create()).json;
    const read = async (query: string) =>
      (await bench.call('GET', `/webhook/secret/shop${query}`)).json.secret;
    expect(await read(`?endpoint=${id}`)).toBe(secret);
    expect(await read('?endpoint=default')).toBe(await read(''));
    expect(await read('')).not.toBe(secret);
    const first = await read('');
    const rotated = await bench.call('POST', `/webhook/secret/rotate/shop?endpoint=${id}`);
    expect(rotated.status).toBe(200);
    expect(rotated.json.secret).not.toBe(secret);
    expect([await read(`?endpoint=${id}`), await read('')]).toEqual([rotated.json.secret, first]);
    await bench.call('POST', '/webhook/test/shop', { body: { endpoint: id } });
    expect(bench.channel.sent[0]?.target.secrets).toEqual([rotated.json.secret, secret]);
  });

  test('200 a sample goes to the endpoint that is named', async () => {
    await bench.set(FULL);
    const id = await created();
    const { status } = await bench.call('POST', '/webhook/test/shop', { body: { endpoint: id } });
    await bench.call('POST', '/webhook/test/shop');
    expect(status).toBe(200);
    expect(bench.channel.sent.map(({ target }) => target.address)).toEqual([ORDERS.url, URL_SET]);
  });

  test('404 an unknown endpoint has neither', async () => {
    for (const answer of [
      bench.call('GET', '/webhook/secret/shop?endpoint=nobody'),
      bench.call('POST', '/webhook/secret/rotate/shop?endpoint=nobody'),
      bench.call('POST', '/webhook/test/shop', { body: { endpoint: 'nobody' } }),
    ])
      expect(await problemOf(answer)).toEqual([404, 'endpoint not found']);
  });
});

describe.each([
  ['GET', (name: string) => `/webhook/endpoints/${name}`, undefined],
  ['POST', (name: string) => `/webhook/endpoints/${name}`, ORDERS],
  ['GET', (name: string) => `/webhook/endpoints/${name}/default`, undefined],
  ['PATCH', (name: string) => `/webhook/endpoints/${name}/default`, { events: [] }],
  ['DELETE', (name: string) => `/webhook/endpoints/${name}/default`, undefined],
] as const)('%s %p', (method, path, body) => {
  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const before = await bench.rows();
    const answer = await bench.call(method, path(name), { key, body });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(await bench.rows()).toEqual(before);
  });
});
