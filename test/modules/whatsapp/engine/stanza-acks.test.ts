/** What WhatsApp reports beside messages, and when it is told that it has arrived. */
import { afterEach, expect, test } from 'bun:test';
import type { ChatChange } from '../../../../src/core/providers/chat-actions.ts';
import { CONTACT, PHONE } from '../../../conformance/provider-stage.ts';
import { startFakeWhatsApp } from '../../../doubles/whatsapp/server.ts';
import { stanza } from '../../../doubles/whatsapp/stanzas.ts';
import { startApp } from '../../../helpers/app.ts';
import { until } from '../../../helpers/until.ts';
import { inProcessVariables, pairInstance } from '../../../helpers/whatsapp.ts';
import {
  type Bench,
  endAll,
  openBench,
  recorded,
  timesRecorded,
  unacknowledged,
} from '../setup.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endAll();
  for (const end of ending.splice(0).reverse()) await end();
});

/** An open instance with a group, whose host writes nothing from here on. */
async function heldStage() {
  const made = await openBench();
  const group = made.contact.creates({ subject: 'Crew', members: [made.phone] });
  await recorded(made.host, 'JoinedGroup');
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  return { ...made, group, write: made.host.hold() };
}

/** A receipt with a status alone, one with an event too, a call, and a change of a group. */
function report({ phone, contact, group }: Awaited<ReturnType<typeof heldStage>>): void {
  const from = contact.person.pn;
  for (const companion of phone.devices) {
    companion.push(stanza('receipt', { from, id: 'SENT-1', t: '1767607200', type: 'played' }));
    companion.push(stanza('receipt', { from, id: 'SENT-2', t: '1767607200', type: 'read' }));
  }
  contact.calls(phone);
  group.renames(contact, 'Team');
}
const REPORTS = 4;

/** What had come before has been read, and would have been acknowledged: WhatsApp answers in order. */
const roundTrip = ({ session }: Pick<Bench, 'session'>) => session.newsletters().all();

const eventsOf = ({ events }: Bench['host']) =>
  events
    .map(({ type }) => type)
    .filter((type) => ['Receipt', 'CallOffer', 'GroupInfo'].includes(type))
    .toSorted();
const IDS_PLAYED_AND_READ = ['SENT-1 Played', 'SENT-2 Read'];
const statusesOf = ({ statuses }: Bench['host']) =>
  statuses.map(({ id, status }) => `${id} ${status}`).toSorted();

test('receipts, calls and changes of groups are acknowledged once they are on disk, and not before', async () => {
  const made = await heldStage();
  report(made);
  await roundTrip(made);
  expect([unacknowledged(made), statusesOf(made.host), eventsOf(made.host)]).toEqual([
    REPORTS,
    [],
    [],
  ]);
  made.write();
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(statusesOf(made.host)).toEqual(IDS_PLAYED_AND_READ);
  expect(eventsOf(made.host)).toEqual(['CallOffer', 'GroupInfo', 'Receipt']);
});

test('what is not on disk when the process dies comes again to the next one', async () => {
  const made = await heldStage();
  report(made);
  await roundTrip(made);
  made.session.abandon();
  const later = made.again();
  await later.session.connect({});
  await recorded(later.host, 'OfflineSyncCompleted');
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(statusesOf(later.host)).toEqual(IDS_PLAYED_AND_READ);
  expect(eventsOf(later.host)).toEqual(['CallOffer', 'GroupInfo', 'Receipt']);
  expect([statusesOf(made.host), eventsOf(made.host)]).toEqual([[], []]);
  made.write();
});

/** Changes of a picture, of a chat and of a label, by the phone and a contact. */
async function change({ phone, contact }: Awaited<ReturnType<typeof heldStage>>): Promise<void> {
  contact.changesPicture(phone);
  await phone.appState.change({ pin: true }, contact.person.pn);
  await phone.appState.change({ addLabel: { id: '7', name: 'Paid', color: 3 } }, '');
}
const CHANGES = 3;

const changesOf = ({ chatUpdate, contactNews, events }: Bench['host']) => ({
  pinned: chatUpdate.filter(({ isPinned }) => isPinned === true).length,
  pictures: contactNews.length,
  labels: events.filter(({ type }) => type === 'Label').length,
});
const NOTHING = { pinned: 0, pictures: 0, labels: 0 };
const ALL = { pinned: 1, pictures: 1, labels: 1 };

/** The versions of shared collections on disk. */
const versionsOf = async ({ db }: Pick<Bench, 'db'>) =>
  (await db.query("select id from whatsapp_keys where type = 'app-state-sync-version'", [])).length;

/** Held, after the phone has shared its keys. */
async function heldSharingStage() {
  const made = await openBench();
  await made.phone.appState.change({ pin: false }, 'first@g.us', false);
  await made.phone.sharesAppStateKeys();
  await until('the phone has shared its keys', () => made.host.chatUpdate.length === 1);
  await until('that is on disk', async () => (await versionsOf(made)) === 1);
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  const group = made.contact.creates({ subject: 'Crew', members: [made.phone] });
  await recorded(made.host, 'JoinedGroup');
  return { ...made, group, write: made.host.hold() };
}

test('changes of pictures, chats and labels are acknowledged once they are on disk, and not before', async () => {
  const made = await heldSharingStage();
  await change(made);
  await until('they have come', () => unacknowledged(made) === CHANGES);
  await roundTrip(made);
  expect([unacknowledged(made), changesOf(made.host), await versionsOf(made)]).toEqual([
    CHANGES,
    NOTHING,
    1,
  ]);
  made.write();
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect([changesOf(made.host), await versionsOf(made)]).toEqual([ALL, 2]);
});

test('changes of pictures, chats and labels that are not on disk when the process dies come again to the next one', async () => {
  const made = await heldSharingStage();
  await change(made);
  await roundTrip(made);
  made.session.abandon();
  const later = made.again();
  await later.session.connect({});
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  await until('all is known', () => Bun.deepEquals(changesOf(later.host), ALL));
  expect(changesOf(made.host)).toEqual(NOTHING);
  made.write();
});

const MUTED = 'crew@g.us';

/** Open, with the keys of the phone; what changes of chats is not stored, and everything else is. */
async function unstoringStage() {
  const made = await heldSharingStage();
  const asked: string[] = [];
  Object.assign(made.host, {
    updateChats(all: readonly { readonly chat: string }[]) {
      asked.push(...all.map(({ chat }) => chat));
      return new Promise<void>(() => {});
    },
  });
  made.write();
  const isMutedLater = async () => {
    made.session.abandon();
    const later = made.again();
    await later.session.connect({});
    await until('it is known', () =>
      later.host.chatUpdate.some(({ muted }) => muted !== undefined),
    );
    await until('all is acknowledged', () => unacknowledged(made) === 0);
  };
  return { ...made, asked, isMutedLater };
}

test('how far the shared state was read is on disk after what was read, so that the next process reads it again', async () => {
  const made = await unstoringStage();
  await made.phone.appState.change({ mute: -1 }, MUTED);
  await until('it is to be stored', () => made.asked.includes(MUTED));
  // What is asked of WhatsApp leaves once all keys that were set before are on disk.
  await roundTrip(made);
  expect([await versionsOf(made), unacknowledged(made)]).toEqual([1, 1]);
  await made.isMutedLater();
  await until('that is on disk', async () => (await versionsOf(made)) === 2);
});

test('a change from here that the phone has got, and that is not on disk when the process dies, is read by the next one', async () => {
  const made = await unstoringStage();
  const muting: ChatChange = { kind: 'mute', isMuted: true, until: null };
  made.session
    .chats()
    .change(MUTED, muting, null)
    .catch(() => {});
  await until('it is to be stored', () => made.asked.includes(MUTED));
  expect(made.phone.appState.changes.all).toHaveLength(1);
  await roundTrip(made);
  expect(await versionsOf(made)).toBe(1);
  await made.isMutedLater();
});

test('requests to send a message again, and notifications that give no event, do not wait for the disk', async () => {
  const made = await heldStage();
  const from = made.contact.person.pn;
  for (const companion of made.phone.devices) {
    companion.push(stanza('receipt', { from, id: 'SENT-1', t: '1767607200', type: 'retry' }));
    companion.push(stanza('notification', { from, id: 'N-1', t: '1767607200', type: 'business' }));
  }
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  made.write();
});

test('messages come while receipts wait, and more receipts than may wait come again on the next connection', async () => {
  const made = await heldStage();
  const from = made.contact.person.pn;
  const ids = Array.from({ length: 5_100 }, (_, index) => `SENT-${index}`);
  for (const companion of made.phone.devices)
    for (const id of ids)
      companion.push(stanza('receipt', { from, id, t: '1767607200', type: 'played' }));
  await roundTrip(made);
  expect(unacknowledged(made)).toBe(ids.length);
  await made.contact.writes(made.phone, { text: 'meanwhile' });
  made.write();
  await recorded(made.host, 'Message');
  await recorded(made.host, 'OfflineSyncCompleted', 2);
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(new Set(made.host.statuses.map(({ id }) => id))).toEqual(new Set(ids));
  expect(timesRecorded(made.host, 'Message')).toBe(1);
});

test('what comes again because its acknowledgement was lost becomes neither a second event nor a second status', async () => {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  ending.push(() => whatsapp.stop());
  const app = await startApp({ env: inProcessVariables(whatsapp) });
  ending.push(() => app.stop());
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  await pairInstance(app.call, 'shop', phone);
  const group = contact.creates({ subject: 'Crew', members: [phone] });
  const types = async () => {
    const { body } = await app.call('GET', '/event/find/shop?limit=100');
    const events = body.events as readonly { event: string; state?: string }[];
    return events.map(({ event, state }) => `${event} ${state ?? ''}`.trim());
  };
  const timesOf = async (name: string) => (await types()).filter((one) => one === name).length;
  const published = (name: string, times = 1) =>
    until(`${times} of ${name}`, async () => (await timesOf(name)) === times);
  await published('JoinedGroup');

  const [device] = phone.devices;
  if (device === undefined) throw new Error('no device is linked');
  // From here on no acknowledgement but those of messages reaches WhatsApp.
  const settle = device.settle.bind(device);
  device.settle = (tag, id) => tag === 'message' && settle(tag, id);
  const text = { number: CONTACT, text: 'seen?' };
  const { body: sent } = await app.call('POST', '/message/sendText/shop', text);
  await published('Receipt Delivered');
  contact.reads(phone, [sent.key.id]);
  contact.calls(phone);
  group.renames(contact, 'Team');
  for (const name of ['Receipt Read', 'CallOffer', 'GroupInfo']) await published(name);
  const before = (await types()).toSorted();

  device.settle = settle;
  whatsapp.drop(phone);
  await published('OfflineSyncCompleted', 2);
  await until('all is acknowledged', () => device.pending === 0);
  const news = ['Connected', 'OfflineSyncCompleted'];
  const isNews = (name: string) => news.some((one) => name.startsWith(one));
  expect((await types()).filter((name) => !isNews(name)).toSorted()).toEqual(
    before.filter((name) => !isNews(name)),
  );
}, 30_000);
