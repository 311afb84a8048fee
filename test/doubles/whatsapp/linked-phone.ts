/** A server, a phone and a client linked to it, all ended after the test. */
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { baileys, type PlainClient } from './plain-client.ts';
import { type Contact, type FakeWhatsApp, type Phone, startFakeWhatsApp } from './server.ts';

export const ANA = '5511888880000@s.whatsapp.net';

const ending: (() => unknown)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ending.splice(0).reverse()) await end();
}

export async function start(): Promise<FakeWhatsApp> {
  const whatsapp = await startFakeWhatsApp();
  // The published client cannot make another code.
  whatsapp.voidsSecrets = false;
  ending.push(() => whatsapp.stop(), quieten());
  return whatsapp;
}

/** With `isTrusting` Baileys takes this server's root for WhatsApp's, whatever another test made it take. */
export function connect(whatsapp: FakeWhatsApp, config = {}, isTrusting = true): PlainClient {
  if (isTrusting) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(whatsapp.rootPublicKey, 'hex');
  const shop = baileys(whatsapp, config);
  ending.push(() => shop.end());
  return shop;
}

export interface LinkedPhone {
  readonly whatsapp: FakeWhatsApp;
  readonly phone: Phone;
  readonly shop: PlainClient;
  readonly ana: Contact;
}

export async function linked(config = {}): Promise<LinkedPhone> {
  const whatsapp = await start();
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  const shop = connect(whatsapp, config);
  await phone.scan(await shop.qr());
  await shop.opened(1);
  return { whatsapp, phone, shop, ana };
}

/** The published client prints each session that it replaces, keys and all; gives what lets it speak again. */
function quieten(): () => void {
  const { info } = console;
  console.info = () => {};
  return () => {
    console.info = info;
  };
}
