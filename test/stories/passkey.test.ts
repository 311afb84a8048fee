/** A shop whose WhatsApp account asks for its passkey, paired over HTTP alone: webhook, browser, person and phone. */
import { afterEach, expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import { Desk } from '../doubles/whatsapp/desk.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { whatsAppVariables } from '../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const NUMBER = '5511999990000';

test('the receiver hears where to use the passkey and which code to compare, and the account is linked', async () => {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const desk = new Desk(whatsapp, { hasPasskeys: true });
  desk.start(0);
  const receiver = await startReceiver();
  const app = await startApp({ env: whatsAppVariables(whatsapp) });
  running.push(whatsapp, desk, receiver, app);
  const { call } = app;
  const ask = async (method: string, what: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${desk.url}/phones/${NUMBER}/${what}`, init)).json();
  };
  const requests = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body))
      .filter(({ event }) => event === 'PasskeyRequest');

  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const events = ['QRCODE', 'CONNECTION'];
  await call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/hook`, events });
  const shown = async () => (await call('GET', '/instance/connect/shop')).body.code;
  const first = await shown();
  expect(await ask('POST', 'scan', { qr: first })).toEqual({
    error: expect.stringContaining("couldn't link device"),
  });
  await until('another code is shown', async () => (await shown()) !== first);
  expect(await ask('POST', 'scan', { qr: await shown() })).toEqual({ asks: 'passkey' });
  await until('the request arrives', () => requests().length === 1);
  const { ceremonyUrl: url } = requests()[0].data;
  expect(await ask('POST', 'passkey', { url })).toEqual({ ok: true });
  await until('the code arrives', () => requests().length === 2);
  const { code } = requests()[1].data;
  expect(await ask('GET', 'code')).toEqual({ code });
  expect((await call('GET', '/instance/connect/shop')).body.passkey).toMatchObject({ code });

  expect((await fetch(`${url}/confirm`, { method: 'POST' })).status).toBe(200);
  await until('the shop is open', async () => {
    const { body } = await call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });
  await until('all has arrived', () => receiver.requests.length === 7);
  expect(receiver.requests.map(({ body }) => JSON.parse(body).event)).toEqual([
    ...['QRCode', 'QRCode', 'PasskeyRequest', 'PasskeyRequest'],
    ...['PairSuccess', 'Connected', 'OfflineSyncCompleted'],
  ]);
  expect(whatsapp.complaints).toEqual([]);
  expect(JSON.stringify(app.lines)).not.toContain(url.split('/').at(-1));
});
