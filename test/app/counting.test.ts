/** What the whole service counts. */
import { expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

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
