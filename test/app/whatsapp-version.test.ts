/** What the whole service says about the version of the web client that its instances connect as. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { startApp } from '../helpers/app.ts';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';

test('while instances connect as an old version because none can be fetched, /ready warns of it', async () => {
  const socket = `ws://127.0.0.1:${await freePort()}`;
  const app = await startApp({ env: { WHATSAPP_WORKERS: '0', WHATSAPP_SOCKET_URL: socket } });
  const database = new Database(join(app.dataDir, 'gatehouse.db'));
  database.run(
    "insert into service_facts (name, value) values ('whatsapp_web_version', '2.3000.999999999999 1580688000000')",
  );
  database.close();
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const nowhere = { enabled: true, protocol: 'http', host: '127.0.0.1', port: await freePort() };
  expect((await app.call('POST', '/proxy/set/shop', nowhere)).status).toBe(201);
  expect((await app.call('GET', '/ready')).body.warnings).toBeUndefined();
  await app.call('GET', '/instance/connect/shop');
  const ready = async () => (await app.call('GET', '/ready')).body;
  await until('it warns', async () => (await ready()).warnings !== undefined);
  const { status, warnings } = await ready();
  expect([status, warnings]).toEqual([
    'ok',
    [
      'instances of whatsapp connect as version 2.3000.999999999999 of 2020-02-03 of the web client, which WhatsApp may refuse, because the current one cannot be fetched: let this machine, and the proxies of instances, reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION to a current version',
    ],
  ]);
  await app.stop();
});
