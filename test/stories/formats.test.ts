/** Receivers that were written for other systems get their shape of the same events, signed and in order. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, type Receiver, startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

/** A PNG of one white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

async function begin(): Promise<[RunningApp, Receiver, string]> {
  const receiver = await startReceiver();
  const app = await startApp({ env: { PUBLIC_URL: 'https://gate.test' } });
  running.push(app, receiver);
  const { apikey } = (await app.call('POST', '/instance/create', { instanceName: 'shop' })).body;
  return [app, receiver, apikey];
}

async function pairAndReceive(app: RunningApp) {
  await app.call('GET', '/instance/connect/shop');
  await app.call('POST', '/sandbox/shop/scan', { number: '5511999990000', pushName: 'Shop' });
  const from = '5511888880000';
  await app.call('POST', '/sandbox/shop/message', { kind: 'text', from, text: 'hello' });
  await app.call('POST', '/sandbox/shop/message', { kind: 'image', from, base64: PIXEL });
}

const signed = async (app: RunningApp, request: ReceivedRequest) => {
  const { secret } = (await app.call('GET', '/webhook/secret/shop')).body;
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, request.header(name) ?? '']));
  return new Webhook(secret).verify(request.body, headers);
};

test('a receiver written for Evolution API gets its bodies at the path of each event', async () => {
  const [app, receiver] = await begin();
  const url = `${receiver.url}/hook`;
  await app.call('POST', '/webhook/set/shop', {
    webhook: { enabled: true, url, byEvents: true, format: 'evolution-api' },
  });
  await pairAndReceive(app);
  await until('all five events came', () => receiver.requests.length === 5);
  expect(receiver.requests.map(({ path }) => path)).toEqual([
    '/hook/qrcode-updated',
    '/hook/connection-update',
    '/hook/connection-update',
    '/hook/messages-upsert',
    '/hook/messages-upsert',
  ]);
  const bodies = await Promise.all(receiver.requests.map((request) => signed(app, request)));
  expect(bodies[3]).toMatchObject({
    event: 'messages.upsert',
    instance: 'shop',
    data: {
      key: { remoteJid: '5511888880000@s.whatsapp.net', fromMe: false },
      message: { conversation: 'hello' },
      messageType: 'conversation',
    },
    destination: url,
    sender: '5511999990000@s.whatsapp.net',
    server_url: 'https://gate.test',
    apikey: null,
  });
  expect(bodies[4]).toMatchObject({ data: { message: { base64: PIXEL } } });
  const { events } = (await app.call('GET', '/event/find/shop')).body;
  expect(receiver.requests.map((request) => request.header('webhook-id'))).toEqual(
    events
      .filter(({ event }: { event: string }) => event !== 'OfflineSyncCompleted')
      .map(({ id }: { id: string }) => id),
  );
});

test('a receiver written for Evolution Go finds the key of the instance in each body', async () => {
  const [app, receiver, apikey] = await begin();
  const settings = { webhookUrl: receiver.url, format: 'evolution-go', immediate: true };
  const asked = await app.call('POST', '/instance/connect', settings, apikey);
  expect(asked.status).toBe(200);
  await pairAndReceive(app);
  await until('all six events came', () => receiver.requests.length === 6);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ instanceToken }) => instanceToken)).toEqual(Array(6).fill(apikey));
  const { events } = (await app.call('GET', '/event/find/shop')).body;
  expect(JSON.stringify(events)).not.toContain(apikey);
  const sent = bodies[4];
  expect({ ...sent, instanceToken: undefined }).toEqual({ ...events[4], instanceToken: undefined });
});
