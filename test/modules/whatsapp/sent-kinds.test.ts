/** Every kind of message but files, as the phones of those who get it read it. */
import { afterEach, expect, test } from 'bun:test';
import type { OutgoingContent, OutgoingContext } from '../../../src/core/providers/outgoing.ts';
import { at } from '../../doubles/whatsapp/stanzas.ts';
import { ANA, endAll, ME, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

/** Sends it, and gives what Ana read and the stanza it came in. */
async function say(
  { session, ana, whatsapp, phone }: OpenedStage,
  content: OutgoingContent,
  more: OutgoingContext & { readonly number?: string } = {},
) {
  const sent = await session.send({ number: ANA, ...more, content });
  const { message } = await ana.receives(({ id }) => id === sent.id);
  const stanza = await whatsapp.hears(
    phone,
    ({ tag, attrs }) => tag === 'message' && attrs.id === sent.id,
  );
  return { sent, message, stanza };
}

const storedOf = async ({ host }: OpenedStage, id: string) => (await host.findMessage(id))!;

/** A message of Ana's that is stored here. */
async function writtenByAna(
  made: OpenedStage,
  to: Parameters<OpenedStage['ana']['writes']>[0],
  text: string,
) {
  const id = await made.ana.writes(to, { text });
  await made.message(id);
  return storedOf(made, id);
}

const refusal = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test('a location and cards of contacts arrive as phones show them', async () => {
  const made = await opened();
  const place = { latitude: -23.56, longitude: -46.65, name: 'MASP', address: 'Av. Paulista' };
  const location = await say(made, { kind: 'location', ...place });
  expect(location.message.locationMessage).toMatchObject({
    degreesLatitude: -23.56,
    degreesLongitude: -46.65,
    name: 'MASP',
    address: 'Av. Paulista',
  });
  const ana = {
    fullName: 'Silva; Ana, "A"',
    phones: [{ phone: '+5511888880000', waId: '5511888880000' }],
    emails: [{ email: 'a@b.test' }],
  };
  const one = await say(made, { kind: 'contacts', contacts: [ana] });
  const { displayName, vcard } = one.message.contactMessage!;
  expect(displayName).toBe(ana.fullName);
  expect(vcard).toContain('waid=5511888880000:+5511888880000');
  expect(vcard).toContain('FN:Silva\\; Ana\\, "A"\nEMAIL:a@b.test');
  const two = await say(made, { kind: 'contacts', contacts: [ana, ana] });
  expect(two.message.contactsArrayMessage?.contacts).toHaveLength(2);
  expect(made.whatsapp.complaints).toEqual([]);
});

test('what a link leads to arrives below the text, with its picture', async () => {
  const made = await opened();
  const picture = Buffer.from('any picture');
  const preview = {
    url: 'https://a.test/b',
    title: 'A page',
    description: '',
    thumbnail: picture.toString('base64'),
  };
  const { message } = await say(made, { kind: 'text', text: 'See https://a.test/b', preview });
  const { jpegThumbnail, ...said } = message.extendedTextMessage!;
  expect(said).toMatchObject({ matchedText: 'https://a.test/b', title: 'A page' });
  expect(Buffer.from(jpegThumbnail!)).toEqual(picture);
});

test.each([
  [1, 'pollCreationMessageV3'],
  [0, 'pollCreationMessage'],
] as const)(
  'a poll with %i to choose arrives with the secret that votes need, stored before',
  async (count, field) => {
    const made = await opened();
    const options = ['yes', 'no'];
    const poll = { kind: 'poll', name: 'Lunch?', options, selectableCount: count } as const;
    const { sent, message, stanza } = await say(made, poll);
    expect(message[field]).toMatchObject({
      name: 'Lunch?',
      options: [{ optionName: 'yes' }, { optionName: 'no' }],
      selectableOptionsCount: count,
    });
    const secret = message.messageContextInfo?.messageSecret as Uint8Array;
    expect(secret).toHaveLength(32);
    const { content } = await storedOf(made, sent.id);
    expect(Buffer.from(content!).includes(secret)).toBe(true);
    expect(stanza.attrs.type).toBe('poll');
    expect(at(stanza, 'meta')?.attrs).toEqual({ polltype: 'creation' });
  },
);

test('a reaction names the message from the side of the account, and an empty one takes it back', async () => {
  const made = await opened();
  const { phone, ana, bob } = made;
  const { sent: own } = await say(made, { kind: 'text', text: 'hi' });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const cases = [
    [await storedOf(made, own.id), ANA, true, undefined],
    [await writtenByAna(made, phone, 'hello'), undefined, false, undefined],
    [await writtenByAna(made, group, 'all'), group.jid, false, ana.person.lid],
  ] as const;
  for (const [about, chat, fromMe, participant] of cases) {
    for (const text of ['👍', '']) {
      const number = about.chatAddress;
      const { message, stanza } = await say(made, { kind: 'reaction', about, text }, { number });
      const { key, text: reaction } = message.reactionMessage!;
      expect(key).toMatchObject({ id: about.id, fromMe, ...(chat && { remoteJid: chat }) });
      expect(key?.participant ?? undefined).toBe(participant);
      expect(reaction).toBe(text);
      expect(stanza.attrs.type).toBe('reaction');
    }
  }
  expect(made.whatsapp.complaints).toEqual([]);
});

test('an answer shows what it answers: a message of a group, and one of the account', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone] });
  const quoted = await writtenByAna(made, group, 'who comes?');
  const answer = { kind: 'text', text: 'I' } as const;
  const first = await say(made, answer, { number: group.jid, quoted });
  expect(first.message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: quoted.id,
    participant: made.ana.person.lid,
    quotedMessage: { extendedTextMessage: { text: 'who comes?' } },
  });
  const own = await storedOf(made, first.sent.id);
  const second = await say(made, answer, { number: group.jid, quoted: own });
  const { contextInfo } = second.message.extendedTextMessage!;
  expect(contextInfo).toMatchObject({ stanzaId: own.id, participant: ME });
  // Quotes do not nest.
  expect(contextInfo?.quotedMessage?.extendedTextMessage?.contextInfo ?? null).toBeNull();
});

test('a file answers a message too, a document with a caption inside its envelope', async () => {
  const made = await opened();
  const quoted = await writtenByAna(made, made.phone, 'the list?');
  const { session, ana } = made;
  const file = { number: ANA, bytes: new Uint8Array(9), caption: 'here', quoted };
  for (const kind of ['image', 'document'] as const) {
    const { id } = await session.sendMedia({ ...file, kind, mimetype: `${kind}/x`, fileName: 'a' });
    const { message } = await ana.receives((received) => received.id === id);
    const { imageMessage, documentMessage } =
      message.documentWithCaptionMessage?.message ?? message;
    expect((imageMessage ?? documentMessage)?.contextInfo).toMatchObject({
      stanzaId: quoted.id,
      quotedMessage: { extendedTextMessage: { text: 'the list?' } },
    });
  }
});

test('those whom a text names, and everybody in a group, are named as phones look for it', async () => {
  const made = await opened();
  const content = { kind: 'text', text: '@5511888880000 look' } as const;
  const { message } = await say(made, content, {
    mentioned: ['5511888880000'],
    mentionsEveryone: true,
  });
  expect(message.extendedTextMessage?.contextInfo).toMatchObject({
    mentionedJid: [ANA],
    nonJidMentions: 1,
  });
});

test('what a group member wrote is forwarded without the keys it came with', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone] });
  const about = await writtenByAna(made, group, 'news');
  const { message } = await say(made, { kind: 'forward', about });
  expect(Object.keys(message)).toEqual(['extendedTextMessage']);
  expect(message.extendedTextMessage).toMatchObject({
    text: 'news',
    contextInfo: { isForwarded: true, forwardingScore: 1 },
  });
});

test('an edit and a removal come with the sign that phones look for, and the key of the message', async () => {
  const made = await opened();
  const { sent } = await say(made, { kind: 'text', text: 'helo' });
  const about = await storedOf(made, sent.id);
  const edit = await say(made, { kind: 'edit', about, text: 'hello' });
  expect(edit.stanza.attrs.edit).toBe('1');
  expect(edit.sent.id).not.toBe(sent.id);
  const key = { id: sent.id, fromMe: true, remoteJid: ANA };
  expect(edit.message.protocolMessage).toMatchObject({
    key,
    type: 14,
    editedMessage: { extendedTextMessage: { text: 'hello' } },
  });
  const removal = await say(made, { kind: 'revoke', about });
  expect(removal.stanza.attrs.edit).toBe('7');
  expect(removal.message.protocolMessage).toMatchObject({ key, type: 0 });
});

test("another's message is removed by an admin of the group, and by nobody else", async () => {
  const made = await opened();
  const { ana, phone, session } = made;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  const about = await writtenByAna(made, group, 'spam');
  const revoke = { kind: 'revoke', about } as const;
  expect(await refusal(session.send({ number: group.jid, content: revoke }))).toBe(
    `conflict: the account is not an admin of group ${group.jid}`,
  );
  group.promotes(ana, phone);
  await made.settled();
  const { stanza, message } = await say(made, revoke, { number: group.jid });
  expect(stanza.attrs.edit).toBe('8');
  expect(message.protocolMessage?.key).toMatchObject({
    id: about.id,
    fromMe: false,
    participant: ana.person.lid,
  });
  expect(ana.received).toHaveLength(1);
});

test('what is sent to a LID counts to the chat of the number behind it', async () => {
  const made = await opened();
  const { ana, host } = made;
  const about = await writtenByAna(made, made.phone, 'hi');
  const number = ana.person.lid;
  const contents: OutgoingContent[] = [
    { kind: 'text', text: 'hello' },
    { kind: 'reaction', about, text: '👍' },
  ];
  for (const content of contents) {
    const { sent } = await say(made, content, { number });
    expect(sent.remoteJid).toBe(number);
    expect(await storedOf(made, sent.id)).toMatchObject({ chat: ANA, chatAddress: number });
    const event = host.events.findLast(({ type }) => type === 'SendMessage');
    expect(event?.data).toMatchObject({ Info: { ID: sent.id, Chat: ANA } });
  }
});
