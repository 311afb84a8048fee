/** The stanzas of messages, beside those that Baileys would send, and what people read of them. */
import { afterEach, beforeAll, expect, test } from 'bun:test';
import {
  type AnyMessageContent,
  type BinaryNode,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { messageOf } from '../../../../src/core/shared/errors.ts';
import { loadBaileys } from '../../../../src/modules/whatsapp/engine/baileys.ts';
import type { Baileys } from '../../../../src/modules/whatsapp/engine/surface.ts';
import { requiredParts } from '../../../../src/modules/whatsapp/relay/message-kind.ts';
import { askPhone } from '../../../../src/modules/whatsapp/relay/phone-questions.ts';
import { Relay } from '../../../../src/modules/whatsapp/relay/relay.ts';
import { ANA, endAll, type LinkedPhone, linked } from '../../../doubles/whatsapp/linked-phone.ts';
import { childrenOf } from '../../../doubles/whatsapp/stanzas.ts';
import { until } from '../../../helpers/until.ts';

let baileys: Baileys;
beforeAll(async () => {
  baileys = await loadBaileys();
});
afterEach(endAll);

const OWN = '5511999990000@s.whatsapp.net';
const NEWS = '120363000000000001@newsletter';
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
  poll: {
    pollCreationMessageV3: { name: 'Lunch?', options: [{ optionName: 'Rice' }] },
    messageContextInfo: { messageSecret: Buffer.alloc(32, 7) },
  },
  list: { listMessage: { title: 'Fruit', listType: 1 } },
};

/** What Baileys itself composes from a caller's words. */
const CONTENTS: Record<string, AnyMessageContent> = {
  poll: { poll: { name: 'Lunch?', values: ['Rice', 'Beans'], selectableCount: 1 } },
  event: { event: { name: 'a party', startDate: new Date(2_000_000_000_000) } },
  pin: { pin: key, type: proto.PinInChat.Type.PIN_FOR_ALL, time: 86_400 },
  edit: { text: 'hi', edit: key },
  deletion: { delete: key },
  reaction: { react: { key, text: '+' } },
};

let lastId = 0;
const newId = () => `3EB0${String(++lastId).padStart(16, '0')}`;

/** A relay of one's own, which logs what `log` collects. */
function relayOf(socket: WASocket, log: object[] = []): Relay {
  const warn = (message: string, fields: object = {}) => log.push({ message, ...fields });
  const groups = { find: (group: string) => socket.groupMetadata(group) };
  const host = { instanceName: 'shop' };
  return new Relay({ baileys, clock: systemClock(), log: { warn }, host, groups });
}

interface OutgoingMessage {
  readonly chat: string;
  readonly message: proto.IMessage;
  readonly viewers?: readonly string[];
}

/** Sends it by our own relay; returns the stanza that reached the server. */
async function relayed(
  made: LinkedPhone,
  { chat, message, viewers }: OutgoingMessage,
): Promise<BinaryNode> {
  const relay = relayOf(made.shop.socket);
  const id = newId();
  const content = baileys.proto.Message.encode(message).finish();
  await relay.send(made.shop.socket, { id, chat, message, content, beside: { viewers } });
  return heard(made, id);
}

async function byLibrary(
  made: LinkedPhone,
  { chat, message, viewers }: OutgoingMessage,
): Promise<BinaryNode> {
  const id = newId();
  const { attrs, nodes } = requiredParts(message, { viewers });
  await made.shop.socket.relayMessage(chat, message, {
    messageId: id,
    additionalAttributes: attrs,
    additionalNodes: [...nodes],
    statusJidList: [...(viewers ?? [])],
  });
  return heard(made, id);
}

const heard = ({ whatsapp, phone }: LinkedPhone, id: string) =>
  whatsapp.hears(phone, ({ tag, attrs }) => tag === 'message' && attrs.id === id);

/** The stanza without what differs each time. */
function shape({ tag, attrs: { id: _, ...attrs }, content }: BinaryNode): unknown {
  // Baileys does not say which kind of file it posts in a channel.
  if (tag === 'plaintext') return { tag, content };
  if (!Array.isArray(content)) return { tag, attrs, content: tag === 'enc' ? 'sealed' : content };
  // Baileys proves over random bytes too, and often leaves the proof out.
  const nodes = content.filter((node) => node.tag !== 'reporting').map(shape);
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
  'the stanza of what is sent as %s is the one of Baileys',
  async (_, message) => {
    const made = await linked();
    const group = made.ana.creates({ subject: 'Friends', members: [made.phone] });
    const viewers = [ANA];
    for (const outgoing of [
      { chat: ANA, message },
      { chat: OWN, message },
      { chat: group.jid, message },
      { chat: 'status@broadcast', message, viewers },
      { chat: NEWS, message },
    ]) {
      // The first one of each also begins sessions and gives keys to members.
      const expected = [await byLibrary(made, outgoing), await byLibrary(made, outgoing)];
      expect(shape(await relayed(made, outgoing))).toEqual(shape(expected[1]!));
    }
    expect(made.whatsapp.complaints).toEqual([]);
  },
);

test('a first message opens sessions and gives members the key, as Baileys would do it', async () => {
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
  const relay = relayOf(shop.socket);
  const send = (socket: typeof shop.socket, text: string) => {
    const message = { conversation: text };
    const content = baileys.proto.Message.encode(message).finish();
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
  const relay = relayOf(shop.socket);
  const issued: BinaryNode[] = [];
  whatsapp.hearsEach((_, node) => {
    if (node.attrs.xmlns === 'privacy' && childrenOf(node, 'tokens').length > 0) issued.push(node);
  });
  for (const text of ['one', 'two', 'three']) {
    const message = { conversation: text };
    const content = baileys.proto.Message.encode(message).finish();
    const [id, chat] = [newId(), ANA];
    await relay.send(shop.socket, { id, chat, message, content, beside: {} });
    await heard(made, id);
    await whatsapp.hears(phone, (node) => issued.includes(node));
    // Its answer has been noted when the next question is answered.
    await shop.socket.fetchBlocklist();
  }
  expect(issued).toHaveLength(1);
});

test.each(Object.entries(CONTENTS))(
  'what belongs to the stanza of a message of the kind %s is what Baileys adds to it',
  async (_, content) => {
    const made = await linked();
    const { socket } = made.shop;
    const group = made.ana.creates({ subject: 'Friends', members: [made.phone] });
    for (const chat of [ANA, group.jid]) {
      await socket.sendMessage(chat, content);
      const sent = await socket.sendMessage(chat, content);
      const expected = await heard(made, sent?.key.id ?? '');
      const stanza = await relayed(made, { chat, message: sent?.message ?? {} });
      expect(shape(stanza)).toEqual(shape(expected));
    }
    expect(made.whatsapp.complaints).toEqual([]);
  },
);

test("an admin's deletion of another member's message is marked as one, as the library does it", async () => {
  const made = await linked();
  const { jid } = made.ana.creates({ subject: 'Friends', members: [made.phone] });
  const about = { remoteJid: jid, fromMe: false, id: 'EARLIER', participant: ANA };
  const sent = await made.shop.socket.sendMessage(jid, { delete: about });
  const { attrs } = await heard(made, sent?.key.id ?? '');
  const own = await relayed(made, { chat: jid, message: sent?.message ?? {} });
  expect([attrs.edit, own.attrs.edit]).toEqual(['8', '8']);
});

test.each([
  ['a person', () => ANA],
  [
    'a group',
    ({ ana, phone }: LinkedPhone) => ana.creates({ subject: 'Crew', members: [phone] }).jid,
  ],
])('a poll in the chat with %s proves what it says to whom it is reported', async (_, chatOf) => {
  const made = await linked();
  const { poll: message = {} } = MESSAGES;
  const chat = chatOf(made);
  const stanza = await relayed(made, { chat, message });
  const proofs = childrenOf(stanza, 'reporting');
  const content = Buffer.from(baileys.proto.Message.encode(message).finish());
  const key = { id: stanza.attrs.id ?? '', fromMe: true, remoteJid: chat };
  expect(proofs).toEqual([(await baileys.getMessageReportingToken(content, message, key))!]);
  expect(childrenOf(proofs[0], 'reporting_token')[0]?.content).toHaveLength(16);
  const tags = childrenOf(stanza).map(({ tag }) => tag);
  expect(tags.indexOf('reporting')).toBeGreaterThan(tags.indexOf('device-identity'));
  expect(tags.indexOf('meta')).toBeGreaterThan(tags.indexOf('reporting'));
  const vote = { ...message, pollCreationMessageV3: null, pollUpdateMessage: {} };
  expect(childrenOf(await relayed(made, { chat, message: vote }), 'reporting')).toEqual([]);
  const inChannel = await relayed(made, { chat: NEWS, message });
  expect(childrenOf(inChannel).map(({ tag }) => tag)).toEqual(['plaintext']);
});

test('the phone is asked for older messages as Baileys asks for them', async () => {
  const made = await linked();
  const { whatsapp, phone, shop } = made;
  const questions: BinaryNode[] = [];
  whatsapp.hearsEach((_, node) => {
    if (node.attrs.category === 'peer') questions.push(node);
  });
  const asked = () => phone.history.requests.length;
  for (let round = 1; round <= 2; round++) {
    const earlier = asked();
    await shop.socket.fetchMessageHistory(5, key, 1_767_520_000_000);
    await askPhone(shop.socket, baileys, {
      peerDataOperationRequestType:
        proto.Message.PeerDataOperationRequestType.HISTORY_SYNC_ON_DEMAND,
      historySyncOnDemandRequest: {
        chatJid: ANA,
        oldestMsgFromMe: true,
        oldestMsgId: key.id,
        oldestMsgTimestampMs: 1_767_520_000_000,
        onDemandMsgCount: 5,
      },
    });
    await until('both were read', () => asked() === earlier + 2);
  }
  const [library, own] = questions.slice(-2).map(shape);
  expect(own).toEqual(library);
  const [one, other] = phone.history.requests.slice(-2);
  expect(other).toEqual(one!);
  expect(whatsapp.complaints).toEqual([]);
});
