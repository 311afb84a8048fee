/** The WhatsApp double, driven by the real client: what it does here is what the product's tests build on. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { client } from './whatsapp/plain-client.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from './whatsapp/server.ts';

const running: FakeWhatsApp[] = [];
async function start(): Promise<FakeWhatsApp> {
  const whatsapp = await startFakeWhatsApp();
  running.push(whatsapp);
  return whatsapp;
}
afterEach(async () => {
  for (const whatsapp of running.splice(0)) await whatsapp.stop();
});

test('a client pairs by QR code, logs in, reads a text and answers it', async () => {
  const whatsapp = await start();
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  const shop = client(whatsapp);
  await phone.scan(await shop.qr());
  await shop.opened(1);
  await ana.writes(phone, { text: 'hello' });
  const message = await shop.message((m) => m.message?.conversation === 'hello');
  expect(message.pushName).toBe('Ana');
  await shop.socket.sendMessage('5511888880000@s.whatsapp.net', { text: 'welcome' });
  expect((await ana.reads()).text).toBe('welcome');
  await ana.writes(phone, { text: 'again' });
  await shop.message((m) => m.message?.conversation === 'again');
  await until('the copy on the phone', () => phone.received.length === 1);
  expect(whatsapp.unanswered).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
  shop.end();
});
