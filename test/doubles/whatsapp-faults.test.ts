/** Every way in which the WhatsApp double ends, refuses or forgets a connection, as the real client meets it. */
import { afterEach, expect, test } from 'bun:test';
import { ANA, connect, endAll, linked, start } from './whatsapp/linked-phone.ts';
import { baileys } from './whatsapp/plain-client.ts';
import type { StreamError } from './whatsapp/server.ts';

afterEach(endAll);

test('a cut connection comes back, and what was missed comes with it', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  await ana.writes(phone, { text: 'before' });
  await shop.message((m) => m.message?.conversation === 'before');
  whatsapp.drop(phone);
  await shop.closed(428);
  const id = await ana.writes(phone, { text: 'meanwhile' });
  shop.connect();
  await shop.opened(2);
  const missed = await shop.event('messages.upsert', ({ messages }) =>
    messages.some(({ key }) => key.id === id),
  );
  expect(missed.type).toBe('append');
  await shop.event('connection.update', (update) => update.receivedPendingNotifications === true);
  expect(whatsapp.returningWithRouting).toBeGreaterThan(0);
});

test('the server goes away, comes back on its port, and knows its accounts', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  const { url } = whatsapp;
  await whatsapp.goDown();
  await shop.closed(428);
  whatsapp.comeBack();
  expect(whatsapp.url).toBe(url);
  shop.connect();
  await shop.opened(2);
  await ana.writes(phone, { text: 'still here' });
  await shop.message((m) => m.message?.conversation === 'still here');
});

const CODES: Record<StreamError, number> = {
  'device removed': 401,
  forbidden: 403,
  outdated: 405,
  replaced: 440,
  'bad session': 500,
  unavailable: 503,
  restart: 515,
};

test('each word that ends a stream is the code that clients know', async () => {
  const { whatsapp, phone, shop } = await linked();
  let opened = 1;
  for (const [error, code] of Object.entries(CODES)) {
    whatsapp.streamError(phone, error as StreamError);
    await shop.closed(code);
    if (code !== 515) shop.connect();
    opened += 1;
    await shop.opened(opened);
  }
});

test('a removed device is told, and refused when it comes back', async () => {
  const { phone, shop } = await linked();
  phone.removeDevice();
  await shop.closed(401);
  expect(phone.devices).toEqual([]);
  shop.connect();
  await shop.closed(401, 2);
});

test('a client that logs out is linked no more', async () => {
  const { phone, shop } = await linked();
  const unlinked = phone.unlinked();
  await shop.socket.logout();
  expect((await unlinked).jid).toBe('5511999990000:1@s.whatsapp.net');
  expect(phone.devices).toEqual([]);
});

test('the same device twice: the newcomer stays', async () => {
  const { whatsapp, shop } = await linked();
  const twin = baileys(whatsapp, {}, shop);
  await twin.opened(1);
  await shop.closed(440);
  twin.end();
});

test('logins are refused with the reason that was ordered', async () => {
  const whatsapp = await start();
  for (const reason of [403, 405, 503]) {
    whatsapp.refuseLogins(reason);
    await connect(whatsapp).closed(reason);
  }
});

test('the logins of one account are refused, and taken again', async () => {
  const { whatsapp, phone, shop } = await linked();
  whatsapp.refuseLogins(403, phone);
  whatsapp.drop(phone);
  await shop.closed(428);
  shop.connect();
  await shop.closed(403);
  whatsapp.refuseLogins(null, phone);
  shop.connect();
  await shop.opened(2);
});

test('an upgrade is refused, or never answered', async () => {
  const whatsapp = await start();
  whatsapp.upgradeRefusal = 503;
  await connect(whatsapp, { connectTimeoutMs: 100 }).closed(408);
  whatsapp.upgradeRefusal = null;
  whatsapp.ignoresNewcomers = true;
  await connect(whatsapp, { connectTimeoutMs: 100 }).closed(408);
});

test('a silenced connection answers nothing', async () => {
  const { whatsapp, phone, shop } = await linked();
  const attrs = { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' };
  const ping = () => shop.socket.query({ tag: 'iq', attrs: { ...attrs } }, 200);
  expect((await ping()).attrs.type).toBe('result');
  whatsapp.silence(phone);
  await expect(ping()).rejects.toThrow('Timed Out');
});

test('a phone can go away half-way, and come back', async () => {
  const whatsapp = await start();
  const phone = whatsapp.phone({ number: '5511999990000' });
  const shop = connect(whatsapp);
  const qr = await shop.qr();
  phone.vanishesAfter = 'scan';
  await phone.scan(qr);
  phone.vanishesAfter = 'hello';
  const code = await shop.socket.requestPairingCode(phone.number);
  await phone.type(code);
  expect(phone.devices).toEqual([]);
  phone.vanishesAfter = null;
  await phone.type(code);
  await shop.opened(1);
  expect(phone.devices.length).toBe(1);
});

test('codes of nobody are refused', async () => {
  const whatsapp = await start();
  const phone = whatsapp.phone({ number: '5511999990000' });
  await expect(phone.scan('hello')).rejects.toThrow('no code');
  const shop = connect(whatsapp);
  const qr = await shop.qr();
  const otherClient = baileys(whatsapp);
  const other = (await otherClient.qr()).split(',');
  otherClient.end();
  const mixed = [qr.split(',')[0], ...other.slice(1)].join(',');
  await expect(phone.scan(mixed)).rejects.toThrow("another client's noise key");
});

test('six accounts are linked at once, and each hears its own', async () => {
  const whatsapp = await start();
  const ana = whatsapp.contact({ number: '5511888880000' });
  const accounts = Array.from({ length: 6 }, (_, index) => ({
    phone: whatsapp.phone({ number: `551199990${1000 + index}` }),
    shop: connect(whatsapp),
  }));
  await Promise.all(
    accounts.map(async ({ phone, shop }) => {
      await phone.scan(await shop.qr());
      await shop.opened(1);
      await ana.writes(phone, { text: `for ${phone.number}` });
      const message = await shop.message((m) => m.message?.conversation !== undefined);
      expect(message.message?.conversation).toBe(`for ${phone.number}`);
      await shop.socket.sendMessage(ANA, { text: phone.number });
    }),
  );
  const numbers = new Set(accounts.map(({ phone }) => phone.number));
  for (const number of numbers) await ana.receives(({ from }) => from === number);
  expect(whatsapp.unanswered).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
});
