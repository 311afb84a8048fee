/** The row that every audited operation writes, through the whole product. */
import { beforeAll, expect, test } from 'bun:test';
import { sharedApp } from '../../../helpers/shared.ts';

let key: string;
let id: string;
const app = sharedApp({ env: { TRUST_PROXY: '127.0.0.1' } });
beforeAll(async () => {
  const { body } = await create('shop');
  key = body.apikey;
  id = body.instance.instanceId;
});

const create = (instanceName: string) =>
  app.call('POST', '/instance/create', { instanceName, provider: 'sandbox' });
const entriesAfter = async (after: number) =>
  (await app.call('GET', `/audit/find?after=${after}`)).body.entries;
const newest = async (): Promise<number> => (await app.call('GET', '/audit/find')).body.head.id;

interface AuditedCall {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly status?: number;
  /** Default: of the instance `shop`, or of the global key. */
  readonly by?: 'instance';
  readonly details?: object;
}

const DONE: readonly AuditedCall[] = [
  {
    action: 'instance.create',
    method: 'POST',
    path: '/instance/create',
    body: { instanceName: 'shop', provider: 'sandbox' },
    status: 409,
  },
  {
    action: 'instance.connect',
    method: 'GET',
    path: '/instance/connect/shop',
    by: 'instance',
    details: { pairing: 'qr' },
  },
  {
    action: 'instance.connect',
    method: 'POST',
    path: '/instance/connect',
    body: { webhookUrl: 'http://127.0.0.1:9/a?token=hidden', subscribe: ['CALL'], immediate: true },
    by: 'instance',
    details: {
      pairing: 'qr',
      enabled: true,
      url: 'http://127.0.0.1:9/a?token=********',
      events: ['CALL'],
    },
  },
  { action: 'instance.restart', method: 'POST', path: '/instance/restart/shop' },
  { action: 'instance.restart', method: 'PUT', path: '/instance/restart/shop', by: 'instance' },
  {
    action: 'webhook.set',
    method: 'POST',
    path: '/webhook/set/shop',
    body: {
      enabled: true,
      url: 'http://127.0.0.1:9/b',
      headers: { 'X-Token': 'hidden' },
      events: ['MESSAGE'],
      base64: true,
    },
    details: {
      enabled: true,
      url: 'http://127.0.0.1:9/b',
      headers: ['X-Token'],
      base64: true,
      events: ['MESSAGE'],
    },
  },
  {
    action: 'webhook.set',
    method: 'POST',
    path: '/webhook/set/shop',
    body: { url: 'nonsense' },
    status: 400,
  },
  {
    action: 'proxy.set',
    method: 'POST',
    path: '/proxy/set/shop',
    body: {
      enabled: true,
      protocol: 'http',
      host: 'proxy.example.com',
      port: 3128,
      username: 'shop',
      password: 'hidden',
    },
    status: 201,
    details: { enabled: true, protocol: 'http', host: 'proxy.example.com', port: 3128 },
  },
  {
    action: 'webhook.secret.read',
    method: 'GET',
    path: '/webhook/secret/shop',
    by: 'instance',
    details: { endpoint: 'default' },
  },
  {
    action: 'webhook.secret.rotate',
    method: 'POST',
    path: '/webhook/secret/rotate/shop',
    details: { endpoint: 'default' },
  },
  {
    action: 'endpoint.create',
    method: 'POST',
    path: '/webhook/endpoints/shop',
    body: {
      name: 'orders',
      url: 'http://127.0.0.1:9/orders?token=hidden',
      headers: { authorization: 'hidden' },
    },
    status: 201,
    details: {
      name: 'orders',
      url: 'http://127.0.0.1:9/orders?token=********',
      headers: ['authorization'],
    },
  },
  {
    action: 'endpoint.update',
    method: 'PATCH',
    path: '/webhook/endpoints/shop/default',
    body: { description: 'first' },
    details: { endpoint: 'default', description: 'first' },
  },
  {
    action: 'endpoint.delete',
    method: 'DELETE',
    path: '/webhook/endpoints/shop/unknown',
    status: 404,
    details: { endpoint: 'unknown' },
  },
  {
    action: 'instance.key.rotate',
    method: 'POST',
    path: '/instance/key/rotate/shop',
    body: { graceSeconds: 0, scopes: ['read', 'send'] },
    details: { expiresAt: null, scopes: ['read', 'send'], previousKeyExpiresAt: null },
  },
  {
    action: 'instance.key.rotate',
    method: 'POST',
    path: '/instance/key/rotate/shop',
    body: { graceSeconds: -1 },
    status: 400,
  },
  { action: 'instance.disconnect', method: 'POST', path: '/instance/disconnect/shop' },
  {
    action: 'instance.credentials',
    method: 'PATCH',
    path: '/instance/credentials/shop',
    body: { accessToken: 'hidden' },
    status: 400,
  },
  { action: 'instance.logout', method: 'DELETE', path: '/instance/logout/shop' },
  { action: 'instance.restart', method: 'POST', path: '/instance/restart/shop', status: 400 },
  { action: 'instance.delete', method: 'DELETE', path: '/instance/delete/shop' },
];

test.each(DONE)(
  '$method $path writes one row with who, from where and how it was answered',
  async ({ action, method, path, body, status = 200, by, details }) => {
    const before = await newest();
    const response = await fetch(app.url + path, {
      method,
      headers: {
        apikey: by === 'instance' ? key : 'the-global-key-of-this-test',
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.text();
    expect(response.status).toBe(status);
    const entries = await entriesAfter(before);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      id: before + 1,
      action,
      actor: by === 'instance' ? `instance:${id}` : 'global',
      keyId: expect.stringMatching(/^[0-9a-f]{8}$/),
      instanceId: action === 'instance.create' ? null : id,
      instanceName: 'shop',
      address: '203.0.113.7',
      requestId: response.headers.get('x-request-id'),
      status,
      details: details ?? null,
    });
  },
);

test('an instance that is created is named with its id and provider', async () => {
  const before = await newest();
  const { body } = await create('cafe');
  expect(await entriesAfter(before)).toMatchObject([
    {
      action: 'instance.create',
      status: 201,
      instanceId: body.instance.instanceId,
      instanceName: 'cafe',
      details: { provider: 'sandbox' },
    },
  ]);
});

test('what changes nothing and shows no secret writes no row', async () => {
  await create('quiet');
  const before = await newest();
  for (const path of [
    '/instance/fetchInstances',
    '/instance/connectionState/quiet',
    '/webhook/find/quiet',
    '/event/find/quiet',
    '/delivery/find/quiet',
    '/template/find/quiet',
    '/metrics',
    '/audit/find',
  ])
    expect((await app.call('GET', path)).status).toBe(200);
  expect((await app.call('DELETE', '/instance/delete/nobody')).status).toBe(404);
  expect((await app.call('DELETE', '/instance/delete/quiet', undefined, key)).status).toBe(401);
  expect(await entriesAfter(before)).toEqual([]);
});

test('however often a caller asks for the code of an instance, the audit has one row for the pairing it began', async () => {
  const { body } = await create('polled');
  const before = await newest();
  const poll = (query = '') =>
    app.call('GET', `/instance/connect/polled${query}`, undefined, body.apikey);
  for (let times = 0; times < 5; times++) expect((await poll()).status).toBe(200);
  const byCode = '?number=5511999990000';
  for (let times = 0; times < 5; times++) expect((await poll(byCode)).status).toBe(200);
  await app.call('POST', '/sandbox/polled/pair', { code: (await poll(byCode)).body.pairingCode });
  for (let times = 0; times < 5; times++) expect((await poll()).status).toBe(200);

  const rows = await entriesAfter(before);
  expect(rows.map(({ details }: { details: object }) => details)).toEqual([
    { pairing: 'qr' },
    { pairing: 'code' },
  ]);
});
