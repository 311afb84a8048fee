/** The stanzas of messages, beside those that the library would send, and what people read of them. */
import { afterEach, beforeAll, expect, test } from 'bun:test';
import type { BinaryNode, proto } from '@whiskeysockets/baileys';
import { type Client, loadClient } from '../../../../src/providers/whatsapp/client.ts';
import { Relay } from '../../../../src/providers/whatsapp/relay/relay.ts';
import { relayOptions } from '../../../../src/providers/whatsapp/relaying.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { messageOf } from '../../../../src/shared/errors.ts';
import { ANA, endAll, type Linked, linked } from '../../../doubles/whatsapp/linked.ts';
import { childrenOf } from '../../../doubles/whatsapp/stanzas.ts';

let client: Client;
beforeAll(async () => {
  client = await loadClient();
});
afterEach(endAll);

const OWN = '5511999990000@s.whatsapp.net';
const key = { remoteJid: ANA, fromMe: true, id: 'EARLIER' };
const picture = { url: 'https://a.test/b', mimetype: 'image/jpeg', fileLength: 1 };

const MESSAGES: Record<string, proto.IMessage> = {
  text: { conversation: 'hello' },
  'long text': { extendedTextMessage: { text: 'x'.repeat(5_000) } },
  'disappearing text': { ephemeralMessage: { message: { conversation: 'hello' } } },
  picture: { imageMessage: picture },
  'picture to be seen once': { viewOnceMessage: { message: { imageMessage: picture } } },
  GIF: { videoMessage: { ...picture, gifPlayback: true } },
  'round video': { ptvMessage: picture },
  'voice note': { audioMessage: { ...picture, ptt: true } },
  audio: { audioMessage: picture },
  document: { documentWithCaptionMessage: { message: { documentMessage: picture } } },
  sticker: { stickerMessage: picture },
  contact: { contactMessage: { displayName: 'Ana', vcard: 'BEGIN:VCARD' } },
  contacts: { contactsArrayMessage: { displayName: 'two', contacts: [] } },
  location: { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
  reaction: { reactionMessage: { key, text: '+' } },
  pin: { pinInChatMessage: { key, type: 1 } },
  edit: { protocolMessage: { key, type: 14, editedMessage: { conversation: 'hi' } } },
  deletion: { protocolMessage: { key, type: 0 } },
  vote: { pollUpdateMessage: { pollCreationMessageKey: key } },
  event: { eventMessage: { name: 'a party' } },
  invitation: { groupInviteMessage: { groupJid: '1@g.us', inviteCode: 'code' } },
};

let lastId = 0;
const newId = () => `3EB0${String(++lastId).padStart(16, '0')}`;

interface Outgoing {
  readonly chat: string;
  readonly message: proto.IMessage;
  readonly viewers?: readonly string[];
}

/** Sends it by our own relay; returns the stanza that reached the server. */
async function relayed(made: Linked, { chat, message, viewers }: Outgoing): Promise<BinaryNode> {
  const describeGroup = (group: string) => made.shop.socket.groupMetadata(group);
  const relay = new Relay({ client, clock: systemClock(), describeGroup });
  const id = newId();
  const content = client.proto.Message.encode(message).finish();
  await relay.send(made.shop.socket, { id, chat, message, content, beside: { viewers } });
  return heard(made, id);
}

async function byLibrary(made: Linked, { chat, message, viewers }: Outgoing): Promise<BinaryNode> {
  const id = newId();
  const options = { messageId: id, ...relayOptions(message, { viewers }) };
  await made.shop.socket.relayMessage(chat, message, options);
  return heard(made, id);
}

const heard = ({ whatsapp, phone }: Linked, id: string) =>
  whatsapp.hears(phone, ({ tag, attrs }) => tag === 'message' && attrs.id === id);

/** The stanza without what differs each time. */
function shape({ tag, attrs: { id: _, ...attrs }, content }: BinaryNode): unknown {
  if (!Array.isArray(content)) return { tag, attrs, content: tag === 'enc' ? 'sealed' : content };
  const nodes = content.map(shape);
  const isInOrder = tag !== 'participants';
  const text = (node: unknown) => JSON.stringify(node);
  return {
    tag,
    attrs,
    content: isInOrder
      ? nodes
      : nodes.toSorted((one, other) => text(one).localeCompare(text(other))),
  };
}

test.each(Object.entries(MESSAGES))(
  'the stanza of what is sent as %s is the one of the library',
  async (_, message) => {
    const made = await linked();
    const group = made.ana.creates({ subject: 'Friends', members: [made.phone] });
    const viewers = [ANA];
    for (const outgoing of [
      { chat: ANA, message },
      { chat: OWN, message },
      { chat: group.jid, message },
      { chat: 'status@broadcast', message, viewers },
    ]) {
      // The first one of each also begins sessions and gives keys to members.
      const expected = [await byLibrary(made, outgoing), await byLibrary(made, outgoing)];
      expect(shape(await relayed(made, outgoing))).toEqual(shape(expected[1]!));
    }
    expect(made.whatsapp.complaints).toEqual([]);
  },
);

test('a first message opens sessions and gives members the key, as the library would do it', async () => {
  const expected: unknown[] = [];
  for (const send of [byLibrary, relayed]) {
    const made = await linked();
    const ben = made.whatsapp.contact({ number: '5511888880001', name: 'Ben' });
    const group = made.ana.creates({ subject: 'Friends', members: [made.phone, ben] });
    const message = { conversation: 'hello' };
    const shapes: unknown[] = [];
    for (const chat of [group.jid, ANA]) {
      const stanza = await send(made, { chat, message });
      const tags = childrenOf(stanza, 'participants').flatMap((node) => childrenOf(node, 'to'));
      shapes.push(
        Array.isArray(stanza.content) && stanza.content.map(({ tag }) => tag),
        tags.length,
      );
    }
    await ben.receives(({ message: read }) => read.conversation === 'hello');
    await made.ana.receives(({ message: read }) => read.conversation === 'hello');
    expect(made.whatsapp.complaints).toEqual([]);
    expected.push(shapes);
  }
  expect(expected[1]).toEqual(expected[0]);
});

test('members get the key with the next message when the first one could not be handed over', async () => {
  const made = await linked();
  const { shop, ana, whatsapp, phone } = made;
  const group = ana.creates({ subject: 'Friends', members: [phone] });
  const describeGroup = (jid: string) => shop.socket.groupMetadata(jid);
  const relay = new Relay({ client, clock: systemClock(), describeGroup });
  const send = (socket: typeof shop.socket, text: string) => {
    const message = { conversation: text };
    const content = client.proto.Message.encode(message).finish();
    return relay.send(socket, { id: newId(), chat: group.jid, message, content, beside: {} });
  };
  const closed = () => Promise.reject(new Error('Connection Closed'));
  const lost = send({ ...shop.socket, sendRawMessage: closed }, 'lost');
  expect(await lost.catch(messageOf)).toBe('Connection Closed');
  await send(shop.socket, 'hello');
  await ana.receives(({ message: read }) => read.conversation === 'hello');
  expect(whatsapp.complaints).toEqual([]);
});

test('the account gives a person its token once, not with each message', async () => {
  const made = await linked();
  const { phone, shop, whatsapp } = made;
  const describeGroup = (group: string) => shop.socket.groupMetadata(group);
  const relay = new Relay({ client, clock: systemClock(), describeGroup });
  const issued: BinaryNode[] = [];
  whatsapp.hearsEach((_, node) => {
    if (node.attrs.xmlns === 'privacy' && childrenOf(node, 'tokens').length > 0) issued.push(node);
  });
  for (const text of ['one', 'two', 'three']) {
    const message = { conversation: text };
    const content = client.proto.Message.encode(message).finish();
    const [id, chat] = [newId(), ANA];
    await relay.send(shop.socket, { id, chat, message, content, beside: {} });
    await heard(made, id);
    await whatsapp.hears(phone, (node) => issued.includes(node));
    // Its answer has been noted when the next question is answered.
    await shop.socket.fetchBlocklist();
  }
  expect(issued).toHaveLength(1);
});
