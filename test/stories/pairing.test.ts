/** What a newcomer does first: an instance, its QR code, a webhook, a message. Against a real receiver. */
import { afterAll, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

async function begin(env: Record<string, string> = {}): Promise<[RunningApp, Receiver]> {
  const receiver = await startReceiver();
  const app = await startApp({ env });
  running.push(app, receiver);
  return [app, receiver];
}

const eventsOf = (receiver: Receiver) => receiver.requests.map(({ body }) => JSON.parse(body));

test('pairing by QR code publishes its events in order, every post signed', async () => {
  const [app, receiver] = await begin();
  await app.call('POST', '/instance/create', { instanceName: 'shop' });
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/hook` });
  const offer = (await app.call('GET', '/instance/connect/shop')).body;
  const image = PNG.sync.read(Buffer.from(offer.base64.split(',')[1], 'base64'));
  const read = jsQR(new Uint8ClampedArray(image.data), image.width, image.height);
  expect(read?.data).toBe(offer.code);
  expect(offer).toMatchObject({ pairingCode: null, count: 1 });
  await app.call('POST', '/sandbox/shop/scan', { number: '5511999990000', pushName: 'Shop' });
  const message = { kind: 'text', from: '5511988880000', text: 'hello' };
  expect((await app.call('POST', '/sandbox/shop/message', message)).status).toBe(201);
  await until('all five events came', () => receiver.requests.length === 5);
  const events = eventsOf(receiver);
  expect(events.map(({ event }) => event)).toEqual([
    'QRCode',
    'PairSuccess',
    'Connected',
    'OfflineSyncCompleted',
    'Message',
  ]);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(events[4].data.Message.conversation).toBe('hello');
  const { secret } = (await app.call('GET', '/webhook/secret/shop')).body;
  for (const request of receiver.requests) {
    const headers = {
      'webhook-id': request.header('webhook-id') ?? '',
      'webhook-timestamp': request.header('webhook-timestamp') ?? '',
      'webhook-signature': request.header('webhook-signature') ?? '',
    };
    expect(() => new Webhook(secret).verify(request.body, headers)).not.toThrow();
    expect(headers['webhook-id']).toBe(JSON.parse(request.body).id);
  }
  expect(JSON.stringify(events)).not.toContain('apikey');
});

test('pairing by code: the phone types it, a wrong one is refused', async () => {
  const [app] = await begin();
  await app.call('POST', '/instance/create', { instanceName: 'shop' });
  const offer = (await app.call('GET', '/instance/connect/shop?number=5511999990000')).body;
  expect(offer).toMatchObject({ code: '', base64: '' });
  expect(offer.pairingCode).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
  const wrong = await app.call('POST', '/sandbox/shop/pair', { code: 'AAAAAAAA' });
  expect(wrong.status).toBe(400);
  expect((await app.call('POST', '/sandbox/shop/pair', { code: offer.pairingCode })).status).toBe(
    200,
  );
  await until('it is open', async () => {
    const { body } = await app.call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });
});

test('a global webhook gets every instance, beside the webhook of one', async () => {
  const everyone = await startReceiver();
  running.push(everyone);
  const [app, receiver] = await begin({ WEBHOOK_URL: `${everyone.url}/all` });
  await app.openInstance('shop');
  await app.openInstance('cafe');
  await app.call('POST', '/webhook/set/shop', {
    enabled: true,
    url: receiver.url,
    events: ['MESSAGE'],
  });
  await app.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '551199990001',
    text: 'hi',
  });
  await until('both have the message', () => {
    const messages = eventsOf(everyone).filter(({ event }) => event === 'Message');
    return messages.length === 1 && receiver.requests.length === 1;
  });
  const [own] = eventsOf(receiver);
  const message = eventsOf(everyone).find(({ event }) => event === 'Message');
  expect(message).toEqual(own);
  const names = new Set(eventsOf(everyone).map(({ instanceName }) => instanceName));
  expect([...names].sort()).toEqual(['cafe', 'shop']);
});

test('a receiver may call the API from inside its handler before it answers', async () => {
  const [app] = await begin();
  let answered = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { event } = (await request.json()) as { event: string };
      if (event === 'Message') {
        const reply = await app.call('POST', '/message/sendText/shop', {
          number: '551199990001',
          text: 'thanks',
        });
        answered = reply.status;
      }
      return new Response('ok');
    },
  });
  await app.openInstance('shop');
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: server.url.href });
  await app.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '551199990001',
    text: 'hi',
  });
  await until('the handler was answered', () => answered === 201);
  await until('the delivery is recorded', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?state=delivered');
    return body.deliveries.some(({ event }: { event: string }) => event === 'Message');
  });
  await server.stop(true);
});
