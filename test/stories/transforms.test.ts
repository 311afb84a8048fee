/** A receiver gets the bodies that it was written for, signed as they are sent, in retries and redeliveries too. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, respond, startReceiver } from '../doubles/receiver.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

async function begin() {
  const receiver = await startReceiver();
  const app = await startApp({ env: { WEBHOOK_RETRY_DELAY_MS: '1000' } });
  running.push(app, receiver);
  await app.openInstance('shop');
  const say = (text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511888880000', text });
  const url = `${receiver.url}/hook`;
  const add = async (fields: object) =>
    (
      await app.call('POST', '/webhook/endpoints/shop', {
        name: 'a',
        url,
        events: ['MESSAGE'],
        ...fields,
      })
    ).body;
  const verified = (request: ReceivedRequest | undefined, secret: string) => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const headers = Object.fromEntries(names.map((name) => [name, request?.header(name) ?? '']));
    return new Webhook(secret).verify(request?.body ?? '', headers);
  };
  return { app, receiver, say, add, verified };
}

test('a template is sent again byte for byte, and its signature is over what is sent', async () => {
  const { app, receiver, say, add, verified } = await begin();
  const { id, secret } = await add({
    transform: { template: { text: '{{data.Info.PushName}}: {{data.Message.conversation}}' } },
  });
  receiver.script(respond(500));
  await say('Hello "you"');
  await until('the retry came', () => receiver.requests.length === 2);
  const { deliveries } = (await app.call('GET', `/delivery/search?endpoint=${id}`)).body;
  await until('it is recorded', async () => {
    const { body } = await app.call('GET', `/delivery/search?endpoint=${id}`);
    return body.deliveries[0].state === 'delivered';
  });
  await app.call('POST', '/delivery/redeliver/shop', { ids: [deliveries[0].id] });
  await until('the redelivery came', () => receiver.requests.length === 3);
  const bodies = receiver.requests.map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0] ?? '').text).toEndWith(': Hello "you"');
  for (const request of receiver.requests) verified(request, secret);
  const shown = await app.call('GET', `/delivery/request/${deliveries[0].id}`);
  expect(shown.body.body).toBe(bodies[0]);
});

test('plain text is sent as such, and a transform that fails is an attempt that failed, until it is corrected', async () => {
  const { app, receiver, say, add } = await begin();
  const { id } = await add({
    transform: { template: 'text' },
    retry: { attempts: 20, delaysMs: [1000] },
  });
  await say('Hello');
  await until('it came', () => receiver.requests.length === 1);
  expect(receiver.requests[0]?.header('content-type')).toBe('text/plain; charset=utf-8');
  expect(receiver.requests[0]?.body).toEndWith(': Hello');
  const path = `/webhook/endpoints/shop/${id}`;
  await app.call('PATCH', path, { transform: { rename: { sequence: 'event.number' } } });
  await say('Goodbye');
  const failed = async () => {
    const { body } = await app.call('GET', `/delivery/search?endpoint=${id}&order=newest`);
    return body.deliveries.find(({ lastError }: { lastError: string | null }) =>
      lastError?.startsWith('transform_failed'),
    );
  };
  await until('it has failed', async () => (await failed()) !== undefined);
  expect((await failed()).lastError).toBe(
    'transform_failed: rename: nothing can be put at event.number, since it is in a value',
  );
  expect(receiver.requests).toHaveLength(1);
  await app.call('PATCH', path, { transform: { pick: ['data.Message.conversation'] } });
  await until('it comes', () => receiver.requests.length === 2);
  expect(JSON.parse(receiver.requests[1]?.body ?? '')).toEqual({
    data: { Message: { conversation: 'Goodbye' } },
  });
});
