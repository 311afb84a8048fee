/** What the whole service counts. */
import { expect, test } from 'bun:test';
import { startReceiver } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

const figures = async (app: RunningApp) => (await app.call('GET', '/instance/figures/shop')).body;

test('the figures of an instance are those of what it received, sent and delivered, also after a restart', async () => {
  const receiver = await startReceiver();
  const app = await startApp();
  await app.openInstance('shop');
  await app.call('POST', '/webhook/set/shop', {
    enabled: true,
    url: receiver.url,
    events: ['MESSAGE', 'SEND_MESSAGE'],
  });
  const said = { kind: 'text', from: '5511999990001', text: 'hello' };
  await app.call('POST', '/sandbox/shop/message', said);
  await app.call('POST', '/message/sendText/shop', { number: '5511999990001', text: 'hi' });
  await until('both events are delivered', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?state=delivered');
    return body.deliveries.length === 2;
  });
  await app.stop();
  const next = await startApp({ dataDir: app.dataDir });
  const shown = await figures(next);
  expect(shown).toMatchObject({
    messagesReceived: 1,
    messagesSent: 1,
    destinations: [{ destination: 'webhook', delivered: 2, failedAttempts: 0, discarded: 0 }],
  });
  expect(shown.destinations[0].latency.maxMs).toBeGreaterThanOrEqual(0);
  await next.stop();
  await receiver.stop();
});

test('the metrics are those of the running service: requests by route, messages, instances, queue and database', async () => {
  const app = await startApp();
  await app.openInstance('shop');
  await app.call('GET', '/instance/connectionState/shop', undefined, 'wrong');
  await app.call('GET', '/instance/connectionState/nobody');
  await app.call('GET', '/nowhere', undefined, null);
  await app.call('POST', '/message/sendText/shop', { number: '5511999990001', text: 'hi' });
  const scheduleAt = new Date(Date.now() + 86_400_000).toISOString();
  const later = { number: '5511999990001', text: 'later', scheduleAt };
  expect((await app.call('POST', '/message/sendText/shop', later)).status).toBe(201);
  const text = String((await app.call('GET', '/metrics')).body);
  const route = '/instance/connectionState/:instanceName';
  for (const line of [
    `gatehouse_http_request_duration_seconds_count{method="GET",route="${route}",status="2xx"} `,
    `gatehouse_http_request_duration_seconds_count{method="GET",route="${route}",status="4xx"} 1\n`,
    'gatehouse_http_request_duration_seconds_count{method="",route="none",status="4xx"} 2\n',
    'gatehouse_messages_total{direction="out"} 1\n',
    'gatehouse_messages_queued{state="scheduled"} 1\n',
    'gatehouse_instances{state="open"} 1\n',
    'gatehouse_instance_up{instance_name="shop"} 1\n',
    'gatehouse_database_up 1\n',
  ])
    expect(text.includes(line) ? line : text).toBe(line);
  expect(text).toMatch(/^gatehouse_database_size_bytes \d{6,}$/m);
  await app.stop();
});
