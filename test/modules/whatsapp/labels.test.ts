/** Labels of the phone become events, and labels put on from here reach the phone. */
import { afterEach, expect, test } from 'bun:test';
import { createLabelStore } from '../../../src/core/messages/labels.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';
import { screenOf } from './stage.ts';

afterEach(endAll);

const PAID = { id: '7', name: 'Paid', color: 3 };

async function labelled() {
  const stage = await opened();
  const { phone, ana, host, db } = stage;
  await phone.appState.change({ addLabel: PAID }, '', false);
  await phone.appState.change({ addChatLabel: { labelId: '7' } }, ana.person.lid, false);
  const store = createLabelStore(db.orm, host.instanceId);
  return { ...stage, store };
}

test('labels that the phone has had for long are told once it shares its keys', async () => {
  const { phone, ana, message, recorded, all, store } = await labelled();
  // Its address and its number are known from a message.
  await message(await ana.writes(phone, { text: 'one' }));
  expect(await store.all()).toEqual([]);
  await phone.sharesAppStateKeys();
  const association = await recorded('LabelAssociation');
  expect(association.data).toEqual({ LabelID: '7', Chat: ANA, MessageID: '', Labeled: true });
  expect(all('Label').map(({ data }) => data)).toEqual([
    { ID: '7', Name: 'Paid', Color: 3, PredefinedID: null, Deleted: false },
  ]);
  expect(await store.all(ANA)).toEqual([{ ...PAID, predefinedId: null }]);
});

test('a label that the phone renames, takes off and deletes is told at once', async () => {
  const { phone, ana, recorded, store } = await labelled();
  await phone.sharesAppStateKeys();
  await recorded('LabelAssociation');
  await phone.appState.change({ addLabel: { ...PAID, name: 'Settled' } }, '');
  await recorded('Label', ({ data }) => data.Name === 'Settled');
  await phone.appState.change({ removeChatLabel: { labelId: '7' } }, ana.person.lid);
  await recorded('LabelAssociation', ({ data }) => !data.Labeled);
  expect(await store.all()).toMatchObject([{ name: 'Settled' }]);
  await phone.appState.change({ addLabel: { ...PAID, deleted: true } }, '');
  await recorded('Label', ({ data }) => data.Deleted);
  expect(await store.all()).toEqual([]);
});

test('a label that is put on a chat from here reaches the phone under the LID, and is told', async () => {
  const { session, phone, ana, recorded, all, store, whatsapp } = await labelled();
  await phone.sharesAppStateKeys();
  await recorded('LabelAssociation');
  const group = '120363000000000001@g.us';
  expect(await session.chats().label(group, '7', true)).toBe(group);
  await session.chats().label(ANA, '7', false);
  const changes = phone.appState.changes.all;
  expect(changes.map(({ index, value }) => [index, value.labelAssociationAction?.labeled])).toEqual(
    [
      [['label_jid', '7', group], true],
      [['label_jid', '7', ana.person.lid], false],
    ],
  );
  await until('both are told', () => all('LabelAssociation').length === 3);
  expect(await store.all(group)).toHaveLength(1);
  expect(await store.all(ANA)).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
});

const plainEdit = (edit: object | null | undefined) => edit && { ...edit };

test('a label that is made here reaches the phone, and so does one on a message', async () => {
  const { session, phone, ana, message, host, store, whatsapp } = await labelled();
  const id = await ana.writes(phone, { text: 'one' });
  await message(id);
  await phone.sharesAppStateKeys();
  await until('the labels are here', async () => (await store.all()).length === 1);
  const chats = session.chats();
  await chats.editLabel({ id: null, name: 'New', color: 5, isDeleted: false });
  const said = await host.findMessage(id);
  if (said === null) throw new Error('the message is not stored');
  await chats.labelMessage(said, '8', true);
  await chats.labelMessage(said, '8', false);
  await chats.editLabel({ id: '8', name: null, color: null, isDeleted: true });
  const made = { name: 'New', color: 5 };
  expect(
    phone.appState.changes.all.map(({ index, value }) => [
      index,
      plainEdit(value.labelEditAction) ?? value.labelAssociationAction?.labeled,
    ]),
  ).toMatchObject([
    [['label_edit', '8'], { ...made, deleted: false }],
    [['label_message', '8', ana.person.lid, id, '0', '0'], true],
    [['label_message', '8', ana.person.lid, id, '0', '0'], false],
    [['label_edit', '8'], { ...made, deleted: true }],
  ]);
  expect(await store.all()).toHaveLength(1);
  expect(whatsapp.complaints).toEqual([]);
});

test('a label that the account does not have is not found, and without the keys nothing is put on', async () => {
  const { session, phone, store } = await labelled();
  const refusal = (labelId: string) =>
    session
      .chats()
      .label(ANA, labelId, true)
      .catch(({ reason, message }) => `${reason}: ${message}`);
  expect(await refusal('9')).toBe('not_found: label not found');
  await store.put({ ...PAID, predefinedId: null });
  expect(await refusal('7')).toStartWith('conflict: the phone of the account has not shared');
  expect(phone.appState.changes.all).toEqual([]);
});

test('labels that cannot be read when the keys come are read on the next connection', async () => {
  const { phone, whatsapp, host, lines, recorded, store } = await labelled();
  phone.appState.isBroken = true;
  await phone.sharesAppStateKeys();
  const warning = 'what the devices of the account share could not be read';
  await until('it is logged', () => lines.some((line) => line.includes(warning)));
  phone.appState.isBroken = false;
  whatsapp.drop(phone);
  await until('open again', () => host.recorded.filter((one) => one === 'open').length === 2);
  await recorded('LabelAssociation');
  expect(await store.all()).toHaveLength(1);
});

test('an instance that is paired anew has none of the labels that it had before', async () => {
  const { session, phone, host, recorded, store } = await labelled();
  await phone.sharesAppStateKeys();
  await recorded('LabelAssociation');
  await session.logout();
  await session.connect({});
  await until('a QR code', () => session.offer() !== null);
  await phone.scan(screenOf(session));
  await until('open again', () => host.recorded.filter((one) => one === 'open').length === 2);
  await until('nothing is left', async () => (await store.all()).length === 0);
  await phone.sharesAppStateKeys();
  await until('they are told again', async () => (await store.all()).length === 1);
});
