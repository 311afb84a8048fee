import { until } from '../../helpers/until.ts';
import { conforms } from '../conformance.ts';
import { CONTACT, PHONE, type World } from '../conformance-stage.ts';
import { says } from './saying.ts';
import { whatsAppStage } from './stage.ts';

async function world(instanceId: string, threads: number): Promise<World> {
  const options = { timing: { qrMs: 400 } };
  const { whatsapp, provider } = await whatsAppStage(instanceId, options, undefined, threads);
  whatsapp.makesPairingShort = true;
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  return {
    provider,
    async scan(session) {
      const offer = session.offer();
      if (offer?.kind !== 'qr') throw new Error('there is no QR code');
      await phone.scan(offer.code);
    },
    type: (_session, code) => phone.type(code),
    async write(_session, { text }) {
      await contact.writes(phone, { text });
    },
    say: (_session, word) => says(contact, phone, word),
    async settleIn(session) {
      await phone.writes(contact, 'from the phone itself');
      await phone.sharesAppStateKeys();
      const isDone = (work: Promise<unknown>) =>
        work.then(
          () => true,
          () => false,
        );
      const chats = session.chats();
      await until('the name is known', () => isDone(chats.showPresence('unavailable')));
      const unpin = { kind: 'pin', isPinned: false } as const;
      await until('the keys are here', () => isDone(chats.change(CONTACT, unpin, null)));
    },
    async compose() {
      const [device] = phone.devices;
      await until('it is watched', () => device?.isAvailable === true && device.watching.size > 0);
      contact.shows(phone, 'composing');
    },
    makeLabel: (_session, { id, name }) =>
      phone.appState.change({ addLabel: { id, name, color: 0 } }, ''),
    async remember(_session, { text, sentAt }) {
      const chat = { jid: contact.person.pn, lid: contact.person.lid };
      phone.history.had(chat, { conversation: text }, { timestamp: sentAt / 1000 });
    },
    async drop() {
      whatsapp.drop(phone);
    },
    async remove() {
      phone.removeDevice();
    },
    until,
    // What follows the end of a connection follows in the same turn of the loop.
    async calm() {
      await until('every connection is closed', () => whatsapp.connections === 0);
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

conforms('WhatsApp', (instanceId) => world(instanceId, 0));
conforms('WhatsApp in a thread', (instanceId) => world(instanceId, 1));
