/** Webhooks of receivers of Meta's form that are set while an instance is created or connected. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../../src/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/outbound/outbound.ts';
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

test('an instance is created with several events in a request only where the format has room for them', async () => {
  const meta = { url, format: 'whatsapp-cloud', batch: 9 };
  const { status, body } = await create({ ...meta, format: 'gatehouse' });
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('webhook.batch must be 1: only the format whatsapp-cloud'),
  ]);
  expect(shop.directory.byName('shop')).toBeNull();
  expect((await create(meta)).status).toBe(201);
  expect(webhookOf()?.batch).toBe(9);
});

test('connecting changes how many events a request has, and no format that has no room for them', async () => {
  await shop.create('shop');
  const meta = { webhookUrl: url, format: 'whatsapp-cloud' };
  expect((await connect({ ...meta, batch: 9 })).status).toBe(200);
  expect(webhookOf()?.batch).toBe(9);
  expect((await connect({ format: 'gatehouse' })).status).toBe(400);
  expect(webhookOf()).toMatchObject({ format: 'whatsapp-cloud', batch: 9 });
});
