import type { Database } from '../../../src/core/db/client.ts';
import type { Provider } from '../../../src/core/providers/provider.ts';
import { newId } from '../../../src/core/shared/ids.ts';
import { conformsWithPhone } from '../../conformance/provider.ts';
import { CONTACT, PHONE, type PhoneWorld } from '../../conformance/provider-stage.ts';
import { type RecordingHost, recordingHost } from '../../core/providers/recording-host.ts';
import type { FakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { says } from './saying.ts';
import { insertInstance, screenOf, type WhatsAppStage, whatsAppStage } from './stage.ts';

const OPTIONS = { timing: { qrMs: 400 } };

async function alone(instanceId: string): Promise<PhoneWorld> {
  const { whatsapp, provider } = await whatsAppStage(instanceId, OPTIONS, undefined, 0);
  return worldOf(whatsapp, provider, PHONE);
}

const databases = new Map<string, Database>();
const databaseOf = (instanceId: string): Database => {
  const database = databases.get(instanceId);
  if (database === undefined) throw new Error(`no test has the instance ${instanceId}`);
  return database;
};

/** Its thread has a session that nobody stops, and ends with this process. */
async function startThread(): Promise<WhatsAppStage> {
  const host = recordingHost(newId());
  const stage = await whatsAppStage(host.instanceId, { ...OPTIONS, own: databaseOf }, undefined, 1);
  databases.set(host.instanceId, stage.db);
  stage.provider.open(host, null);
  return stage;
}

let thread: Promise<WhatsAppStage> | undefined;

/** A start of a thread takes eight times the CPU of a session, so all tests share one; the rest is each test's own. */
async function inThread(instanceId: string): Promise<PhoneWorld> {
  thread ??= startThread();
  const { whatsapp, provider } = await thread;
  const db = await testDatabase();
  await insertInstance(db, instanceId);
  databases.set(instanceId, db);
  const open: Provider['open'] = (host, account) => {
    const session = provider.open(host, account);
    (host as RecordingHost).writeChangesTo(db);
    return session;
  };
  const number = String(Number(PHONE) + databases.size);
  return worldOf(whatsapp, { ...provider, open }, number);
}

function worldOf(whatsapp: FakeWhatsApp, provider: Provider, number: string): PhoneWorld {
  whatsapp.makesPairingShort = true;
  const phone = whatsapp.phone({ number, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  return {
    provider,
    phone: number,
    async scan(session) {
      await phone.scan(screenOf(session));
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

conformsWithPhone('WhatsApp', alone);
conformsWithPhone('WhatsApp in a thread', inThread);
