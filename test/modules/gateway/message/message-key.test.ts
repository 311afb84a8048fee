/** Messages that callers name, where authors have given several of them one id: the chat tells which is meant. */
import { beforeAll, expect, test } from 'bun:test';
import { PICTURE } from '../../../clients/stage.ts';
import { sharedApp } from '../../../helpers/shared.ts';

const GROUP = '120363000000000001@g.us';
const ANA = '5511888880000@s.whatsapp.net';
const BOB = '5511777770000@s.whatsapp.net';
const ID = '3EB0AAAAAAAAAAAAAAAA';

const app = sharedApp();
const arrives = (Info: object, Message: object) =>
  app.call('POST', '/sandbox/shop/event', { event: 'Message', data: { Info, Message } });

beforeAll(async () => {
  await app.openInstance('shop');
  const base64 = PICTURE;
  const inGroup = { from: ANA, group: GROUP };
  const { messageId } = (
    await app.call('POST', '/sandbox/shop/message', { kind: 'image', base64, ...inGroup })
  ).body;
  await arrives({ ID, Chat: GROUP, Sender: ANA, IsGroup: true }, { conversation: 'to all' });
  await arrives({ ID, Chat: BOB, Sender: BOB }, { conversation: 'between us' });
  await arrives({ ID: messageId, Chat: BOB, Sender: BOB }, { conversation: 'no file' });
  picture = messageId;
});
let picture: string;

const keyIn = (remoteJid: string, id = ID) => ({ id, remoteJid, fromMe: false });
const both = [
  [GROUP, 'to all'],
  [BOB, 'between us'],
] as const;

test.each(both)(
  'in %s a reaction, a read mark and a label are about the message there',
  async (chat) => {
    const react = { key: keyIn(chat), reaction: '👍' };
    const { status, body } = await app.call('POST', '/message/sendReaction/shop', react);
    expect([status, body.message?.reactionMessage?.key]).toMatchObject([201, keyIn(chat)]);
    const read = await app.call('POST', '/chat/markMessageAsRead/shop', {
      readMessages: [keyIn(chat)],
    });
    expect(read.status).toBe(201);
    const { body: actions } = await app.call('GET', '/sandbox/shop/actions');
    expect(actions.at(-1)).toMatchObject({ action: 'read', chat, messageIds: [ID] });
    const label = (await app.call('POST', '/label/edit/shop', { name: chat.slice(0, 20) })).body;
    const labelled = await app.call('POST', '/label/handleLabel/shop', {
      number: chat,
      labelId: label.label?.id ?? label.id,
      action: 'add',
      messageId: ID,
    });
    expect([labelled.status, labelled.body.numberJid]).toEqual([200, chat]);
  },
);

test.each(both)('in %s an answer shows the message there: %s', async (chat, said) => {
  const shown = async (fields: object) => {
    const { body } = await app.call('POST', '/message/sendText/shop', { text: 'Yes', ...fields });
    return body.message.extendedTextMessage.contextInfo.quotedMessage;
  };
  const ofHere = { extendedTextMessage: { text: said } };
  for (const key of [{ id: ID }, keyIn(chat)])
    expect(await shown({ number: chat, quoted: { key } })).toMatchObject(ofHere);
  // An answer may go to another chat, where the key says in which chat its message is.
  const other = chat === GROUP ? BOB : GROUP;
  expect(await shown({ number: other, quoted: { key: keyIn(chat) } })).toMatchObject(ofHere);
});

test('the file of the message in the chat that is named is downloaded', async () => {
  const inChat = (remoteJid: string) =>
    app.call('POST', '/chat/getBase64FromMediaMessage/shop', {
      message: { key: keyIn(remoteJid, picture) },
    });
  expect((await inChat(GROUP)).body.base64).toBe(PICTURE);
  expect((await inChat(BOB)).status).toBe(400);
});

test('404 in a chat that has no such message', async () => {
  const react = { key: keyIn('5511666660000@s.whatsapp.net'), reaction: '👍' };
  expect((await app.call('POST', '/message/sendReaction/shop', react)).status).toBe(404);
});
