/** What arrives at a sandbox besides texts and files, as a phone's contacts would say it. */
import { describe, expect, test } from 'bun:test';
import type { ArrivingMessage, SandboxSession } from '../../../src/providers/sandbox/driver.ts';
import { openBench, refusal, sampleEvent } from './setup.ts';

const ANA = '5511988887777';
const BOB = '5511977776666';
const GROUP = '120363041234567890';
const ANA_JID = `${ANA}@s.whatsapp.net`;

async function arriving() {
  const { session, host } = await openBench();
  const arrives = async (message: ArrivingMessage) => {
    const { messageId } = await session.message(message);
    const event = host.events.findLast(({ type }) => type === 'Message');
    if (event?.type !== 'Message') throw new Error('no Message event');
    expect(event.data.Info.ID).toBe(messageId);
    return { ...event, id: messageId };
  };
  const says = async (text: string, from = ANA) => (await arrives({ kind: 'text', from, text })).id;
  return { session, host, arrives, says };
}

const send = (session: SandboxSession, number: string) => (content: object) =>
  session.send({ number, content: content as never });

describe('a word about another message', () => {
  test('names it as the account sees it: a reaction, an edit, a deletion', async () => {
    const { arrives, says, session } = await arriving();
    const theirs = await says('hello');
    const { id: ours } = await send(session, ANA)({ kind: 'text', text: 'hi' });
    const about = { from: ANA, about: theirs };
    const key = { remoteJid: ANA_JID, fromMe: false, id: theirs };
    const reaction = await arrives({ kind: 'reaction', from: ANA, about: ours, text: '👍' });
    expect(reaction.data).toMatchObject({
      Info: { Chat: ANA_JID, Type: 'reaction', MediaType: '' },
      Message: { reactionMessage: { key: { ...key, fromMe: true, id: ours }, text: '👍' } },
    });
    const edit = await arrives({ kind: 'edit', ...about, text: 'good morning' });
    expect(edit.data).toMatchObject({
      Info: { Type: 'text' },
      Message: { conversation: 'good morning', protocolMessage: { key, type: 14 } },
      IsEdit: true,
    });
    const revoke = await arrives({ kind: 'revoke', ...about });
    expect(revoke.data.Info.Type).toBe('revoke');
    expect(revoke.data.Message).toEqual({ protocolMessage: { key, type: 0 } });
  });

  test('in a group names who wrote the message', async () => {
    const { arrives } = await arriving();
    const said = await arrives({ kind: 'text', from: BOB, group: GROUP, text: 'hello' });
    const word = { kind: 'reaction', from: ANA, group: GROUP, about: said.id, text: '' } as const;
    expect((await arrives(word)).data.Message.reactionMessage).toMatchObject({
      key: { remoteJid: `${GROUP}@g.us`, fromMe: false, participant: `${BOB}@s.whatsapp.net` },
      text: '',
    });
  });

  test.each<[string, Partial<ArrivingMessage>, string]>([
    [
      'of nobody knows what',
      { about: 'UNKNOWN', text: '👍' },
      'not_found: message UNKNOWN not found',
    ],
    [
      'that names none',
      { text: '👍' },
      'invalid: about must be given for a message of kind reaction',
    ],
    ['in another chat', { from: BOB, text: '👍' }, 'conflict: the message is in another chat'],
    ['without its text', {}, 'invalid: text must be given for a message of kind reaction'],
    [
      'that votes although it is no poll',
      { kind: 'vote', options: [] },
      'conflict: the message is no poll',
    ],
  ])('is refused with the reason: one %s', async (_, more, reason) => {
    const { session, says, host } = await arriving();
    const about = await says('hello');
    const named = 'text' in more && more.about === undefined && more.from === undefined;
    const word = { kind: 'reaction', from: ANA, ...(!named && { about }), ...more } as const;
    expect(await refusal(session.message(word as ArrivingMessage))).toBe(reason);
    expect(host.events.filter(({ type }) => type === 'Message')).toHaveLength(1);
  });

  test('that only an author may say is refused of anybody else', async () => {
    const { session, arrives } = await arriving();
    const { id: ours } = await send(session, ANA)({ kind: 'text', text: 'hi' });
    const said = await arrives({ kind: 'text', from: BOB, group: GROUP, text: 'hello' });
    const inGroup = { from: ANA, group: GROUP, about: said.id };
    for (const word of [
      { kind: 'revoke', ...inGroup },
      { kind: 'edit', ...inGroup, text: 'no' },
      { kind: 'revoke', from: ANA, about: ours },
    ] as const)
      expect(await refusal(session.message(word))).toBe(
        'conflict: only the author of a message can change it, and the author or an admin can delete it',
      );
  });
});

test('a vote chooses options of a poll, sent or received, and is stored for the results', async () => {
  const { session, arrives, host } = await arriving();
  const options = ['Rice', 'Beans'];
  const { id } = await send(
    session,
    ANA,
  )({
    kind: 'poll',
    name: 'Lunch?',
    options,
    selectableCount: 1,
  });
  const { data } = await arrives({ kind: 'vote', from: ANA, about: id, options: ['Beans'] });
  expect(data.Info.Type).toBe('poll_vote');
  expect(data.Message.pollUpdateMessage).toMatchObject({
    pollCreationMessageKey: { remoteJid: ANA_JID, fromMe: true, id },
    vote: { selectedOptions: ['Beans'] },
  });
  expect(host.messages.at(-1)).toMatchObject({ vote: { pollId: id, options: ['Beans'] } });
  expect(host.messages.find((one) => one.id === id)?.poll).toEqual({ name: 'Lunch?', options });
  const poll = await arrives({ kind: 'poll', from: ANA, name: 'Dinner?', options });
  expect(host.messages.at(-1)?.poll).toEqual({ name: 'Dinner?', options });
  const unknown = { kind: 'vote', from: ANA, about: poll.id, options: ['Soup'] } as const;
  expect(await refusal(session.message(unknown))).toBe('invalid: the poll has no option Soup');
});

test('an admin of a group deletes what others wrote there, and other members do not', async () => {
  const { session, arrives } = await arriving();
  const group = '120363000000000001@g.us';
  const member = (number: string, IsAdmin: boolean) => ({
    JID: `${number}@s.whatsapp.net`,
    IsAdmin,
    IsSuperAdmin: false,
  });
  const Participants = [member(BOB, false), member(ANA, true)];
  await session.event(sampleEvent('JoinedGroup', { JID: group, Participants }));
  const { id: ours } = await send(session, group)({ kind: 'text', text: 'ours' });
  const theirs = await arrives({ kind: 'text', from: BOB, group, text: 'theirs' });
  for (const about of [ours, theirs.id]) {
    const revoke = { kind: 'revoke', group, about } as const;
    const byBob = { ...revoke, from: BOB };
    if (about === ours) expect(await refusal(session.message(byBob))).toContain('or an admin');
    const { data } = await arrives({ ...revoke, from: ANA });
    expect(data).toMatchObject({
      Info: { Chat: group, Sender: ANA_JID, Type: 'revoke' },
      Message: { protocolMessage: { key: { id: about, fromMe: about === ours }, type: 0 } },
    });
  }
  const edit = { kind: 'edit', group, about: ours, from: ANA, text: 'mine' } as const;
  expect(await refusal(session.message(edit))).toContain(
    'only the author of a message can change it',
  );
  const elsewhere = '120363000000000002@g.us';
  const { id } = await send(session, elsewhere)({ kind: 'text', text: 'unknown' });
  const unknown = { kind: 'revoke', group: elsewhere, about: id, from: ANA } as const;
  expect(await refusal(session.message(unknown))).toContain('or an admin');
});

test('a location, a contact and a sticker arrive as from a phone', async () => {
  const { arrives } = await arriving();
  const place = { latitude: -23.5, longitude: -46.6, name: 'Here' };
  const location = await arrives({ kind: 'location', from: ANA, ...place });
  expect(location.data).toMatchObject({
    Info: { Type: 'media', MediaType: 'location' },
    Message: { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Here' } },
  });
  const contacts = [{ fullName: 'Bob', phones: [{ phone: `+${BOB}` }] }];
  const card = await arrives({ kind: 'contact', from: ANA, contacts });
  expect(card.data.Info.MediaType).toBe('vcard');
  expect(card.data.Message.contactMessage).toMatchObject({
    displayName: 'Bob',
    vcard: expect.stringContaining(`waid=${BOB}`),
  });
  const sticker = await arrives({ kind: 'sticker', from: ANA });
  expect(sticker.data.Info.MediaType).toBe('sticker');
  expect(sticker.data.Message.stickerMessage).toMatchObject({ mimetype: 'image/webp', width: 1 });
  const { bytes } = sticker.media as { bytes: Uint8Array };
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: 'webp', width: 1 });
});

test('a text and a file bring along the message that they answer', async () => {
  const { arrives, session } = await arriving();
  const { id } = await send(session, ANA)({ kind: 'text', text: 'shall we?' });
  const text = await arrives({ kind: 'text', from: ANA, text: 'yes', quoted: id });
  const contextInfo = {
    stanzaId: id,
    participant: '5511999990000@s.whatsapp.net',
    quotedMessage: { extendedTextMessage: { text: 'shall we?' } },
  };
  expect(text.data.Message).toEqual({ extendedTextMessage: { text: 'yes', contextInfo } });
  const image = await arrives({ kind: 'image', from: ANA, quoted: id });
  expect(image.data.Message.imageMessage).toMatchObject({ contextInfo });
});

describe('a tap', () => {
  const buttons = [
    { type: 'QUICK_REPLY', text: 'Yes', value: 'y' },
    { type: 'URL', text: 'Open', value: 'https://shop.example' },
  ];
  const shown = { header: null, body: 'Is it right?', footer: null, offer: null, cards: [] };
  const template = {
    kind: 'template',
    name: 'order',
    language: 'en',
    components: [],
    shown: { ...shown, buttons },
  };

  test('answers with the id and the words of a button, and quotes the message that has it', async () => {
    const { session, arrives } = await arriving();
    const { id: about } = await send(session, ANA)(template);
    const { data } = await arrives({ kind: 'tap', from: ANA, about, choice: 'y' });
    expect(data.Message).toMatchObject({
      templateButtonReplyMessage: {
        selectedId: 'y',
        selectedDisplayText: 'Yes',
        contextInfo: { stanzaId: about },
      },
      button_reply: { id: 'y', title: 'Yes' },
    });
  });

  test.each<[string, object, Partial<ArrivingMessage>, string]>([
    ['on a text', { kind: 'text', text: 'hi' }, { choice: 'y' }, 'conflict: the message has no'],
    [
      'on nothing named',
      template,
      {},
      'invalid: choice or form must be given for a message of kind tap',
    ],
    ['on an unknown button', template, { choice: 'n' }, 'no button or row n: it has y'],
  ])('is refused with the reason: one %s', async (_, content, more, reason) => {
    const { session } = await arriving();
    const { id: about } = await send(session, ANA)(content);
    const tap = { kind: 'tap', from: ANA, about, ...more } as const;
    expect(await refusal(session.message(tap))).toContain(reason);
  });
});
