/** WhatsApp's official API in the whole service: where Meta is reached, and what is said about a missing app secret. */
import { expect, test } from 'bun:test';
import { startGraph } from '../../doubles/graph/server.ts';
import { startApp } from '../../helpers/app.ts';
import { shared } from '../../helpers/shared.ts';

const double = shared(startGraph);

const newInstance = (more: object = {}) => {
  const { number: _, ...ids } = double.world.addAccount();
  return { instanceName: 'shop', provider: 'whatsapp-cloud', ...ids, ...more };
};

test('an instance is created at the Graph API that the environment names, and is open again after a restart', async () => {
  const env = { META_GRAPH_URL: double.url, META_GRAPH_VERSION: 'v25.0', META_APP_SECRET: 's' };
  const first = await startApp({ env });
  expect((await first.call('POST', '/instance/create', newInstance())).status).toBe(201);
  expect(double.requests.at(-1)?.version).toBe('v25.0');
  expect((await first.call('GET', '/ready')).body.warnings).toBeUndefined();
  await first.stop();
  const second = await startApp({ env, dataDir: first.dataDir });
  const { body } = await second.call('GET', '/instance/connect/shop');
  expect(body.instance).toEqual({ instanceName: 'shop', state: 'open' });
  await second.stop();
});

test('a service without an app secret is ready, and says whose webhooks it refuses', async () => {
  const app = await startApp({ env: { META_GRAPH_URL: double.url } });
  await app.call('POST', '/instance/create', newInstance());
  const { status, body } = await app.call('GET', '/ready');
  expect([status, body.status]).toEqual([200, 'ok']);
  expect(body.warnings).toEqual([
    'webhooks of 1 instance of whatsapp-cloud are refused: set META_APP_SECRET, or their appSecret',
  ]);
  await app.call('PATCH', '/instance/credentials/shop', { appSecret: 'secret' });
  expect((await app.call('GET', '/ready')).body.warnings).toBeUndefined();
  await app.stop();
});
