/** What was said through the whole service, read back. */
import { expect, test } from 'bun:test';
import { sharedApp } from '../helpers/shared.ts';

const app = sharedApp({ instances: ['shop'] });

const ANA = '5511988887777';

test('a message that came and its answer are read back as soon as each is acknowledged, and chat and contact with them', async () => {
  const came = await app.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: ANA,
    text: 'Is it open on Sunday?',
    pushName: 'Ana',
  });
  expect(came.status).toBe(201);
  const find = (verb: string, where: object) => app.call('POST', `/chat/${verb}/shop`, { where });
  const remoteJid = `${ANA}@s.whatsapp.net`;
  expect((await find('findChats', {})).body).toMatchObject([{ remoteJid, unreadCount: 1 }]);
  const answer = await app.call('POST', '/message/sendText/shop', { number: ANA, text: 'It is' });
  expect(answer.status).toBe(201);
  const { body } = await find('findMessages', { key: { remoteJid } });
  expect(body.messages).toMatchObject({
    total: 2,
    records: [
      { key: answer.body.key, message: { conversation: 'It is' }, source: 'web' },
      { key: { id: came.body.messageId, fromMe: false }, pushName: 'Ana' },
    ],
  });
  expect((await find('findContacts', { remoteJid })).body).toMatchObject([
    { pushName: 'Ana', type: 'contact' },
  ]);
  const readMessages = [{ id: came.body.messageId, remoteJid }];
  expect((await app.call('POST', '/chat/markMessageAsRead/shop', { readMessages })).status).toBe(
    201,
  );
  expect((await find('findChats', {})).body).toMatchObject([{ remoteJid, unreadCount: 0 }]);
  const found = await app.call('GET', '/message/search/shop?query=sunday');
  expect(found.body.messages.records).toMatchObject([{ key: { id: came.body.messageId } }]);
  const who = await app.call('GET', `/chat/resolve/shop?id=${ANA}`);
  expect(who.body).toMatchObject({ jid: remoteJid, number: ANA, name: 'Ana' });
});
