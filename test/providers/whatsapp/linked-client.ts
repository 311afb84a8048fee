/** The real client, linked to a phone, at a server it trusts whatever other tests of the process made it trust. */
import * as baileys from '@whiskeysockets/baileys';
import { trustRoot } from '../../../src/providers/whatsapp/hardening.ts';
import { connect, type Linked, start } from '../../doubles/whatsapp/linked.ts';

/** To be ended with `endAll`. */
export async function linkedClient(): Promise<Linked> {
  const whatsapp = await start();
  trustRoot(baileys, whatsapp.rootPublicKey);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  const shop = connect(whatsapp);
  await phone.scan(await shop.qr());
  await shop.opened(1);
  return { whatsapp, phone, shop, ana };
}
