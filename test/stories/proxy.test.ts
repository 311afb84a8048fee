/** The proxy of a WhatsApp instance, through every part of the product: set, tried, dead, changed, turned off. */
import { afterEach, expect, test } from 'bun:test';
import { startProxy } from '../doubles/proxy.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function begin() {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const app = await startApp({ env: whatsAppVariables(whatsapp) });
  running.push(whatsapp, app);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const state = async () => (await app.call('GET', '/instance/connectionState/shop')).body.instance;
  const becomes = (what: string, fits: (instance: Awaited<ReturnType<typeof state>>) => boolean) =>
    until(what, async () => fits(await state()));
  return { whatsapp, app, phone, state, becomes };
}

const proxyAt = (protocol: string, port: number) => ({
  enabled: true,
  protocol,
  host: '127.0.0.1',
  port,
});

test('setting, changing and turning off the proxy of an open instance connects it anew each time', async () => {
  const { whatsapp, app, phone, state, becomes } = await begin();
  await pairInstance(app.call, 'shop', phone);
  const first = await startProxy({ protocol: 'http' });
  const second = await startProxy({ protocol: 'socks5' });
  running.push(first, second);
  const set = (body: object) => app.call('POST', '/proxy/set/shop', body);
  const place = `127.0.0.1:${whatsapp.port}`;

  expect((await set(proxyAt('http', first.port))).status).toBe(201);
  await becomes('open through the first', (one) => one.state === 'open' && one.proxy?.works);
  expect((await state()).proxy).toEqual({
    works: true,
    reason: null,
    checkedAt: expect.stringMatching(/^20.*Z$/),
  });
  expect([first.asked, first.open, whatsapp.connections]).toEqual([[place], 1, 1]);

  await set(proxyAt('socks5', second.port));
  await becomes('open through the second', (one) => one.state === 'open' && one.proxy?.works);
  await until('the first has let go', () => first.open === 0);
  expect([first.asked, second.asked, second.open]).toEqual([[place], [place], 1]);

  await set({ enabled: false });
  await becomes('open directly', (one) => one.state === 'open' && one.proxy === undefined);
  await until('the second has let go', () => second.open === 0);
  expect([first.asked, second.asked, whatsapp.connections]).toEqual([[place], [place], 1]);
});

test('the state of the connection says why a proxy does not work, and a restart changes nothing about that', async () => {
  const { whatsapp, app, phone, state, becomes } = await begin();
  await pairInstance(app.call, 'shop', phone);
  const dead = await startProxy({ protocol: 'http' });
  await dead.stop();
  const { status } = await app.call('POST', '/proxy/set/shop', proxyAt('http', dead.port));
  expect(status).toBe(201);
  await becomes('it is known', (one) => one.proxy?.works === false);
  await becomes('the reason is known', (one) =>
    one.reason?.includes('the proxy cannot be reached'),
  );
  expect(await state()).toMatchObject({
    state: 'connecting',
    phase: 'reconnecting',
    proxy: {
      works: false,
      reason: 'the proxy cannot be reached: connection_refused: nothing accepts connections there',
    },
  });
  running.splice(running.indexOf(app), 1);
  await app.stop();
  const again = await startApp({ dataDir: app.dataDir, env: whatsAppVariables(whatsapp) });
  running.push(again);
  await until('it was tried again', async () => {
    const { body } = await again.call('GET', '/instance/connectionState/shop');
    return body.instance.proxy?.works === false;
  });
  expect(whatsapp.connections).toBe(0);
  const { status: sent } = await again.call('POST', '/message/sendText/shop', {
    number: '5511888880000',
    text: 'hello',
  });
  expect(sent).toBe(409);
});
