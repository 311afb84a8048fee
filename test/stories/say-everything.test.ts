/** Every kind of message through the whole product and the sandbox, from the API to what the platform was given. */
import { describe, expect, test } from 'bun:test';
import { startApp } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

const ANA = '5511888880000';
const CHAT = `${ANA}@s.whatsapp.net`;

const app = sharedApp({ instances: ['shop'] });

const say = (path: string, body: object, method = 'POST') =>
  app.call(method, `${path}/shop`, { number: ANA, ...body });
const lastSent = async () => (await app.call('GET', '/sandbox/shop/sent')).body.at(-1);

async function sentText(text: string): Promise<string> {
  return (await say('/message/sendText', { text })).body.key.id;
}

async function receivedText(text: string, more: object = {}): Promise<string> {
  const arrival = { kind: 'text', from: ANA, text, ...more };
  return (await app.call('POST', '/sandbox/shop/message', arrival)).body.messageId;
}

describe('what was said is what the platform was given', () => {
  test('a location, cards of contacts and a poll', async () => {
    const place = { latitude: 1.5, longitude: -2, name: 'Here' };
    const location = await say('/message/sendLocation', place);
    expect(location.body).toMatchObject({
      messageType: 'locationMessage',
      message: { locationMessage: { degreesLatitude: 1.5, degreesLongitude: -2, name: 'Here' } },
    });
    expect(await lastSent()).toMatchObject({ id: location.body.key.id, kind: 'location' });
    const card = { fullName: 'Bob', phoneNumber: '5511777770000' };
    const contact = await say('/message/sendContact', { contact: [card] });
    expect(contact.body.messageType).toBe('contactMessage');
    const poll = await say('/message/sendPoll', { name: 'Lunch?', values: ['yes', 'no'] });
    expect(poll.body.messageType).toBe('pollCreationMessageV3');
    expect(await lastSent()).toMatchObject({
      kind: 'poll',
      message: { pollCreationMessageV3: { name: 'Lunch?', selectableOptionsCount: 1 } },
    });
  });

  test('a reaction to what a contact wrote, and a forward of it', async () => {
    const id = await receivedText('good news');
    const reaction = await say('/message/sendReaction', { key: { id }, reaction: '👍' });
    expect(reaction.status).toBe(201);
    expect(await lastSent()).toMatchObject({
      remoteJid: CHAT,
      kind: 'reaction',
      message: { reactionMessage: { key: { id, fromMe: false, remoteJid: CHAT }, text: '👍' } },
    });
    await say('/message/forward', { number: '5511777770000', key: { id } });
    expect(await lastSent()).toMatchObject({
      number: '5511777770000',
      message: { extendedTextMessage: { text: 'good news', contextInfo: { isForwarded: true } } },
    });
  });

  test('an answer with what it answers and whom it names, also beside a file', async () => {
    const id = await receivedText('which one?');
    const context = { quoted: { key: { id } }, mentioned: [ANA] };
    const image = { mediatype: 'image', media: 'aGk=', caption: `this, @${ANA}` };
    const texts = { text: `this, @${ANA}` };
    for (const [path, body, field] of [
      ['/message/sendText', texts, 'extendedTextMessage'],
      ['/message/sendMedia', image, 'imageMessage'],
    ] as const) {
      const { status, body: answer } = await say(path, { ...body, ...context });
      expect([path, status]).toEqual([path, 201]);
      expect(answer.message[field].contextInfo).toMatchObject({
        stanzaId: id,
        participant: CHAT,
        quotedMessage: { extendedTextMessage: { text: 'which one?' } },
        mentionedJid: [CHAT],
      });
      expect(await lastSent()).toMatchObject({ quoted: id, mentioned: [ANA] });
    }
  });

  test('an answer, a reaction, a removal and a read mark of messages that are not stored', async () => {
    const quoted = { key: { id: 'GONE' }, message: { conversation: 'which one?' } };
    const answer = await say('/message/sendText', { text: 'this', quoted });
    expect(answer.body.message.extendedTextMessage.contextInfo).toEqual({
      stanzaId: 'GONE',
      participant: CHAT,
      quotedMessage: { extendedTextMessage: { text: 'which one?' } },
    });
    const key = { id: 'GONE', remoteJid: CHAT, fromMe: false };
    expect((await say('/message/sendReaction', { key, reaction: '👍' })).status).toBe(201);
    expect(await lastSent()).toMatchObject({ message: { reactionMessage: { key } } });
    const own = { ...key, fromMe: true };
    expect((await say('/chat/deleteMessageForEveryone', own, 'DELETE')).status).toBe(201);
    expect(await lastSent()).toMatchObject({ message: { protocolMessage: { key: own } } });
    const theirs = await say('/chat/deleteMessageForEveryone', key, 'DELETE');
    expect(theirs.status).toBe(400);
    const marked = await say('/chat/markMessageAsRead', { readMessages: [key] });
    expect(marked.status).toBe(201);
  });

  test('an edit and a removal of what the account sent', async () => {
    const id = await sentText('helo');
    const edit = await say('/chat/updateMessage', { key: { id, fromMe: true }, text: 'hello' });
    expect(edit.status).toBe(200);
    expect(edit.body.message).toMatchObject({
      conversation: 'hello',
      protocolMessage: { key: { id, fromMe: true }, type: 14 },
    });
    expect((await lastSent()).message.protocolMessage.editedMessage).toEqual({
      extendedTextMessage: { text: 'hello' },
    });
    const key = { id, remoteJid: CHAT, fromMe: true };
    const removal = await say('/chat/deleteMessageForEveryone', key, 'DELETE');
    expect(removal.status).toBe(201);
    expect(await lastSent()).toMatchObject({
      kind: 'revoke',
      message: { protocolMessage: { key: { id }, type: 0 } },
    });
  });
});

describe('what cannot be said about a message is refused, and nothing is sent', () => {
  const refused = async (path: string, body: object, method = 'POST') => {
    const before = (await lastSent())?.id;
    const { status, body: answer } = await say(path, body, method);
    expect((await lastSent())?.id).toBe(before);
    return [status, answer.error.message];
  };

  test("400 editing another's message, a location, or a reaction", async () => {
    const received = await receivedText('mine');
    expect(await refused('/chat/updateMessage', { key: { id: received }, text: 'b' })).toEqual([
      400,
      'only messages that the account sent can be edited',
    ]);
    const { body: place } = await say('/message/sendLocation', { latitude: 0, longitude: 0 });
    expect(await refused('/chat/updateMessage', { key: place.key, text: 'b' })).toEqual([
      400,
      'only texts and captions can be edited',
    ]);
    const reaction = { key: { id: received }, reaction: '👍' };
    const { body: reacted } = await say('/message/sendReaction', reaction);
    const [status, reason] = await refused('/chat/updateMessage', { key: reacted.key, text: 'b' });
    expect([status, reason]).toEqual([400, expect.stringContaining('is a reaction, vote, edit')]);
  });

  test("400 removing another's message in the chat with them, and not in a group", async () => {
    const id = await receivedText('mine');
    expect(await refused('/chat/deleteMessageForEveryone', { id }, 'DELETE')).toEqual([
      400,
      'messages of other people can be removed only in groups, by an admin',
    ]);
    const inGroup = await receivedText('spam', { group: '120363000000000000@g.us' });
    const { status } = await say('/chat/deleteMessageForEveryone', { id: inGroup }, 'DELETE');
    expect(status).toBe(201);
  });

  test('404 a message of another instance', async () => {
    await app.openInstance('cafe');
    const elsewhere = await app.call('POST', '/message/sendText/cafe', { number: ANA, text: 'a' });
    const { id } = elsewhere.body.key;
    expect(await refused('/chat/updateMessage', { key: { id }, text: 'b' })).toEqual([
      404,
      'message not found',
    ]);
  });
});

test('what was sent can be answered, edited and forwarded after a restart', async () => {
  const first = await startApp();
  await first.openInstance('shop');
  const body = { number: ANA, text: 'helo' };
  const { key } = (await first.call('POST', '/message/sendText/shop', body)).body;
  await first.stop();
  const next = await startApp({ dataDir: first.dataDir });
  await until('open again', async () => {
    const { body } = await next.call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });
  for (const [path, more] of [
    ['/message/sendText', { text: 'see', quoted: { key } }],
    ['/message/forward', { key }],
    ['/chat/updateMessage', { key, text: 'hello' }],
  ] as const) {
    const { status, body: answer } = await next.call('POST', `${path}/shop`, {
      number: ANA,
      ...more,
    });
    expect([path, status]).toEqual([path, path === '/chat/updateMessage' ? 200 : 201]);
    if (path !== '/chat/updateMessage') expect(JSON.stringify(answer.message)).toContain('helo');
  }
  await next.stop();
});
