/** Webhooks of receivers of Meta's form that are set while an instance is created or connected. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
const url = `${receiver.url}/hook`;
let shop: Gateway;

beforeEach(async () => {
  shop = await gateway({
    with: ({ clock }) => ({
      webhookGuard: { refusesLiteral: () => null },
      outbound: createOutbound({
        clock,
        guard: createNetworkGuard({ allow: 'everything', clock }),
        userAgent: 'gatehouse/test',
      }),
    }),
  });
});

const answering = () =>
  receiver.script((socket, { path }) => {
    const challenge = new URL(path, receiver.url).searchParams.get('hub.challenge') ?? '';
    respond(200, { body: challenge })(socket, undefined as never);
  });
const refusing = () => receiver.script(respond(403));
const create = (webhook: object) =>
  shop.call('POST', '/instance/create', { body: { instanceName: 'shop', webhook } });
const connect = (body: object) =>
  shop.call('POST', '/instance/connect', {
    body: { immediate: true, ...body },
    headers: { instanceid: shop.directory.byName('shop')?.id ?? '' },
  });
const webhookOf = () => shop.settings.get(shop.directory.byName('shop')?.id ?? '')?.webhook ?? null;

test('an instance is created with a webhook whose receiver knows the token', async () => {
  answering();
  const { status } = await create({ url, verifyToken: 'token' });
  expect([status, webhookOf()?.verifyToken]).toEqual([201, 'token']);
});

test('no instance is created with one whose receiver does not', async () => {
  refusing();
  const { status, body } = await create({ url, verifyToken: 'token' });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('http_status: 403');
  expect(shop.directory.byName('shop')).toBeNull();
});

test('connecting with another webhook asks its receiver, and changes nothing when it does not answer', async () => {
  await shop.create('shop');
  refusing();
  expect((await connect({ webhookUrl: url, verifyToken: 'token' })).status).toBe(400);
  expect(webhookOf()).toMatchObject({ url: '', verifyToken: null });
  answering();
  expect((await connect({ webhookUrl: url, verifyToken: 'token' })).status).toBe(200);
  expect(webhookOf()).toMatchObject({ url, verifyToken: 'token' });
});

test('connecting with a webhook of another origin leaves the token behind, and asks nobody', async () => {
  answering();
  await create({ url, verifyToken: 'token' });
  const asked = receiver.requests.length;
  expect((await connect({ webhookUrl: 'https://elsewhere.test/hook' })).status).toBe(200);
  expect(webhookOf()?.verifyToken).toBeNull();
  expect(receiver.requests).toHaveLength(asked);
});

const ONE_EVENT =
  'batch must be left out: each request has one event, which is answered, counted and tried again by itself';

test('no instance is created with several events in a request', async () => {
  const meta = { url, format: 'whatsapp-cloud' };
  const { status, body } = await create({ ...meta, batch: 9 });
  expect([status, body.error.message]).toEqual([400, `webhook.${ONE_EVENT}`]);
  expect(shop.directory.byName('shop')).toBeNull();
  expect((await create({ ...meta, batch: 1 })).status).toBe(201);
  expect(webhookOf()).not.toHaveProperty('batch');
});

test('connecting asks for no several events in a request, and changes nothing then', async () => {
  await shop.create('shop');
  const meta = { webhookUrl: url, format: 'whatsapp-cloud' };
  const { status, body } = await connect({ ...meta, batch: '9' });
  expect([status, body.error.message, webhookOf()?.url]).toEqual([400, ONE_EVENT, '']);
  expect((await connect({ ...meta, batch: null })).status).toBe(200);
  expect(webhookOf()).toMatchObject({ url, format: 'whatsapp-cloud' });
});
