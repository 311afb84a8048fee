/** A person who is seen under a LID first and by number later, through the whole service. */
import { expect, test } from 'bun:test';
import { lidOf } from '../../src/modules/sandbox/jids.ts';
import { sharedApp } from '../helpers/shared.ts';

const app = sharedApp({ instances: ['shop'] });

const NUMBER = '5511988887777';
const JID = `${NUMBER}@s.whatsapp.net`;
/** The LID that the sandbox has of the number. */
const LID = lidOf(JID);

const post = (path: string, body: object) => app.call('POST', path, body);
const events = async (type: string) =>
  (await app.call('GET', `/event/find/shop?event=${type}`)).body.events.map(
    ({ data }: { data: unknown }) => data,
  );

test('one chat is left when the number becomes known, and everything is found and done under either address', async () => {
  const came = await post('/sandbox/shop/message', {
    ...{ kind: 'text', from: LID, text: 'Is it open on Sunday?', pushName: 'Ana' },
  });
  const id = came.body.messageId;
  await post('/message/sendText/shop', { number: LID, text: 'It is', quoted: { key: { id } } });
  await post('/chat/whatsappNumbers/shop', { numbers: [NUMBER] });
  const next = await post('/sandbox/shop/message', {
    kind: 'text',
    from: LID,
    text: 'Thanks',
    pushName: 'Ana',
  });
  const find = async (verb: string, where: object) =>
    (await post(`/chat/${verb}/shop`, { where })).body;
  expect(await find('findChats', {})).toMatchObject([
    { remoteJid: JID, remoteJidAlt: LID, pushName: 'Ana' },
  ]);
  expect(await find('findContacts', {})).toMatchObject([{ remoteJid: JID, lid: LID }]);
  const person = { jid: JID, number: NUMBER, lid: LID, name: 'Ana' };
  expect(await events('ContactMerged')).toEqual([{ Kept: JID, Merged: LID, Contact: person }]);
  for (const address of [LID, JID]) {
    const { messages } = await find('findMessages', { key: { remoteJid: address } });
    expect([address, messages.total]).toEqual([address, 3]);
    for (const { key } of messages.records)
      expect(key).toMatchObject({ remoteJid: JID, remoteJidAlt: LID });
  }
  for (const address of [LID, JID]) {
    const resolved = await app.call('GET', `/chat/resolve/shop?id=${address}`);
    expect(resolved.body).toEqual({ ...person, username: null });
    const readMessages = [
      { id, remoteJid: address },
      { id: next.body.messageId, remoteJid: address },
    ];
    expect((await post('/chat/markMessageAsRead/shop', { readMessages })).status).toBe(201);
    const key = { id, remoteJid: address, fromMe: false };
    expect((await post('/message/sendReaction/shop', { key, reaction: '👍' })).status).toBe(201);
    const found = await app.call('GET', `/message/search/shop?query=sunday&remoteJid=${address}`);
    expect(found.body.messages.records).toMatchObject([{ key: { id, remoteJid: JID } }]);
    expect((await post('/chat/history/shop', { number: address })).status).toBe(200);
  }
  const infos = (await events('Message')) as { Info: object }[];
  expect(infos.at(-1)?.Info).toMatchObject({ Chat: JID, Sender: JID, SenderAlt: LID });
});

test('a chat that is archived, by its LID too, is an event and shown so', async () => {
  await post('/chat/archiveChat/shop', { number: LID, archive: true });
  await post('/chat/muteChat/shop', { number: NUMBER, mute: true });
  const { body } = await post('/chat/findChats/shop', {});
  expect(body).toMatchObject([{ remoteJid: JID, archived: true, muted: true, mutedUntil: null }]);
  await post('/label/edit/shop', { labelId: '7', name: 'Paid' });
  await post('/label/handleLabel/shop', { number: NUMBER, labelId: '7', action: 'add' });
  const one = await app.call('GET', `/chat/findChatByRemoteJid/shop?remoteJid=${LID}`);
  expect(one.body).toMatchObject({ remoteJid: JID, labels: ['7'] });
  const unchanged = { Pinned: null, Unread: null, Deleted: false };
  expect(await events('ChatUpdate')).toEqual([
    { Chat: JID, Archived: true, Muted: null, ...unchanged },
    { Chat: JID, Archived: null, Muted: { IsMuted: true, Until: null }, ...unchanged },
  ]);
});

test('a person who calls themselves otherwise is so in profile and contacts, and that is an event', async () => {
  await post('/sandbox/shop/message', {
    kind: 'text',
    from: LID,
    text: 'me',
    pushName: 'Ana Maria',
  });
  const contact = { jid: JID, number: NUMBER, lid: LID, name: 'Ana Maria' };
  expect(await events('ContactUpdate')).toEqual([
    { Contact: contact, Name: 'Ana Maria', Picture: null },
  ]);
  const profile = await post('/chat/fetchProfile/shop', { number: NUMBER });
  expect(profile.body).toMatchObject({ wuid: JID, name: 'Ana Maria' });
});

test('who wrote in a group is named by number and LID', async () => {
  const group = '120363000000000009@g.us';
  await post('/sandbox/shop/event', { event: 'JoinedGroup', data: { JID: group } });
  await post('/sandbox/shop/message', { kind: 'text', from: LID, group, text: 'Hello all' });
  const where = { key: { remoteJid: group } };
  const { messages } = (await post('/chat/findMessages/shop', { where })).body;
  const [{ key }] = messages.records;
  expect(key).toMatchObject({ remoteJid: group, participant: JID, participantAlt: LID });
  expect(key).not.toHaveProperty('remoteJidAlt');
});
