/** Messages of the Cloud API as receivers get them. */
import { expect, test } from 'bun:test';
import type { KnownMessage } from '../../../../src/modules/whatsapp-cloud/translate/context.ts';
import {
  messageOf,
  namedIn,
  type Place,
} from '../../../../src/modules/whatsapp-cloud/translate/message.ts';
import { personOf, senderOf } from '../../../../src/modules/whatsapp-cloud/translate/people.ts';
import {
  ANA,
  BUSINESS,
  contactOf,
  messageFrom,
  textFrom,
} from '../../../doubles/graph/webhooks.ts';

const CHAT = '5511987654321@s.whatsapp.net';
const NOW = Date.parse('2026-01-05T11:20:00.000Z');
const self = { jid: BUSINESS, name: 'Corner shop' };
const place: Place = {
  chat: CHAT,
  sender: CHAT,
  person: personOf(senderOf({ from: ANA.number }), [contactOf(ANA)]),
  isFromMe: false,
  self,
};

const said = (
  message: Record<string, unknown>,
  known: (wamid: string) => KnownMessage | null = () => null,
  at = place,
) => {
  const incoming = messageOf(message, at, known, NOW);
  if (incoming === null) throw new Error('the message gives no event');
  return incoming;
};
const from = (node: Record<string, unknown>) => messageFrom(ANA, node);

test('a text has the fields of any other provider, and the ids of its sender besides', () => {
  const message = textFrom(ANA, 'Olá 👋');
  expect(said(message)).toEqual({
    data: {
      Info: {
        Chat: CHAT,
        Sender: CHAT,
        SenderAlt: '',
        IsFromMe: false,
        IsGroup: false,
        ID: String(message.id),
        Type: 'text',
        PushName: 'Ana',
        Timestamp: '2026-01-05T11:20:00.000Z',
        MediaType: '',
        VerifiedName: null,
        SenderIds: { number: '5511987654321' },
      },
      Message: { conversation: 'Olá 👋' },
      IsEphemeral: false,
      IsViewOnce: false,
      IsViewOnceV2: false,
      IsViewOnceV2Extension: false,
      IsDocumentWithCaption: false,
      IsLottieSticker: false,
      IsEdit: false,
    },
    media: null,
  });
});

test('each kind of file names where its bytes are to be asked for', () => {
  const file = { id: '1479537139650973', mime_type: 'image/jpeg', sha256: 'SfInY0gGKTsJ=' };
  const image = said(from({ type: 'image', image: { ...file, caption: 'The door' } }));
  expect(image.data.Info).toMatchObject({ Type: 'media', MediaType: 'image' });
  expect(image.data.Message.imageMessage).toEqual({
    url: '',
    mimetype: 'image/jpeg',
    caption: 'The door',
    fileSha256: 'SfInY0gGKTsJ=',
    mediaKey: '',
    fileEncSha256: '',
    directPath: '',
    mediaKeyTimestamp: 0,
  });
  expect(image.media).toEqual({
    id: '1479537139650973',
    mimetype: 'image/jpeg',
    sha256: 'SfInY0gGKTsJ=',
  });
  const voice = { ...file, mime_type: 'audio/ogg; codecs=opus', voice: true };
  const audio = said(from({ type: 'audio', audio: voice }));
  expect(audio.data.Message.audioMessage).toMatchObject({ ptt: true });
  const document = { ...file, filename: 'bill.pdf', caption: 'June' };
  const bill = said(from({ type: 'document', document }));
  expect(bill.data).toMatchObject({
    IsDocumentWithCaption: true,
    Message: { documentMessage: { fileName: 'bill.pdf', title: 'bill.pdf' } },
  });
  const sticker = said(from({ type: 'sticker', sticker: { ...file, animated: true } }));
  expect(sticker.data.Message.stickerMessage).toMatchObject({ isAnimated: true });
  expect(said(from({ type: 'video', video: file })).data.Info.MediaType).toBe('video');
});

test('an id that could lead a request elsewhere is no id of a file', () => {
  const image = { id: '../me?fields=x', mime_type: 'image/jpeg', sha256: '' };
  expect(said(from({ type: 'image', image })).media).toBeNull();
});

test('places and cards are spelled as they are by any other provider', () => {
  const location = { latitude: -23.55, longitude: -46.63, name: 'Sé', address: 'Praça da Sé' };
  const place = said(from({ type: 'location', location })).data;
  expect(place.Message).toEqual({
    locationMessage: {
      degreesLatitude: -23.55,
      degreesLongitude: -46.63,
      name: 'Sé',
      address: 'Praça da Sé',
    },
  });
  const bob = {
    name: { formatted_name: 'Bob; the Builder', first_name: 'Bob' },
    phones: [{ phone: '+1 555 0100', wa_id: '15550100', type: 'CELL' }],
    emails: [{ email: 'bob@example.com' }],
    org: { company: 'Builders' },
  };
  const one = said(from({ type: 'contacts', contacts: [bob] })).data;
  expect(one.Info.MediaType).toBe('vcard');
  expect(one.Message.contactMessage).toEqual({
    displayName: 'Bob; the Builder',
    vcard: [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Bob;;;',
      'FN:Bob\\; the Builder',
      'ORG:Builders;',
      'EMAIL:bob@example.com',
      'TEL;type=CELL;type=VOICE;waid=15550100:+1 555 0100',
      'END:VCARD',
    ].join('\n'),
  });
  const two = said(from({ type: 'contacts', contacts: [bob, bob] })).data;
  expect(two.Message.contactsArrayMessage).toMatchObject({ displayName: '2 contacts' });
});

test('answers to buttons, lists and forms are told apart', () => {
  const reply = (interactive: Record<string, unknown>) =>
    said(from({ type: 'interactive', interactive })).data;
  expect(reply({ type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } })).toMatchObject({
    Info: { Type: 'media', MediaType: 'buttons_response' },
    Message: {
      buttonsResponseMessage: { selectedButtonId: 'yes', selectedDisplayText: 'Yes', type: 1 },
      button_reply: { id: 'yes', title: 'Yes' },
    },
  });
  const row = { id: 'r1', title: 'Small', description: '250 g' };
  expect(reply({ type: 'list_reply', list_reply: row })).toMatchObject({
    Info: { MediaType: 'list_response' },
    Message: {
      listResponseMessage: {
        title: 'Small',
        description: '250 g',
        singleSelectReply: { selectedRowId: 'r1' },
      },
      list_reply: row,
    },
  });
  const form = { name: 'flow', body: 'Sent', response_json: '{"day":"monday"}' };
  expect(reply({ type: 'nfm_reply', nfm_reply: form }).Message.interactiveResponseMessage).toEqual({
    body: { text: 'Sent' },
    nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"day":"monday"}' },
  });
  const permission = { response: 'accept', is_permanent: false };
  const granted = reply({ type: 'call_permission_reply', call_permission_reply: permission });
  expect(granted.Message.interactiveResponseMessage).toEqual({
    nativeFlowResponseMessage: {
      name: 'call_permission_reply',
      paramsJson: '{"response":"accept","is_permanent":false}',
    },
  });
  const button = said(from({ type: 'button', button: { payload: 'stop', text: 'Stop' } })).data;
  expect(button.Message).toEqual({
    templateButtonReplyMessage: { selectedId: 'stop', selectedDisplayText: 'Stop' },
    button_reply: { id: 'stop', title: 'Stop' },
  });
});

test('an order is counted and summed up', () => {
  const product_items = [
    { product_retailer_id: 'a', quantity: 2, item_price: 10.5, currency: 'BRL' },
    { product_retailer_id: 'b', quantity: '1', item_price: '4', currency: 'BRL' },
  ];
  const order = { catalog_id: '77', text: 'Please', product_items };
  expect(said(from({ type: 'order', order })).data.Message.orderMessage).toEqual({
    catalogId: '77',
    itemCount: 3,
    message: 'Please',
    totalAmount1000: 25_000,
    totalCurrencyCode: 'BRL',
    productItems: product_items,
  });
});

test('an answer quotes the stored message by the id under which receivers know it', () => {
  const known = (wamid: string) =>
    wamid === 'wamid.OURS'
      ? { id: 'OUR-ID', isFromMe: true, sender: BUSINESS, content: { conversation: 'Ready?' } }
      : null;
  const context = { from: '551155550100', id: 'wamid.OURS' };
  expect(said(textFrom(ANA, 'Yes', { context }), known).data.Message).toEqual({
    extendedTextMessage: {
      text: 'Yes',
      contextInfo: {
        stanzaId: 'OUR-ID',
        participant: BUSINESS,
        quotedMessage: { conversation: 'Ready?' },
      },
    },
  });
  const other = said(textFrom(ANA, 'Yes', { context: { from: '551155550100', id: 'wamid.OLD' } }));
  expect(other.data.Message.extendedTextMessage?.contextInfo).toEqual({
    stanzaId: 'wamid.OLD',
    participant: BUSINESS,
    quotedMessage: {},
  });
});

test('the advertisement that led to a message is kept with its click id', () => {
  const referral = {
    source_url: 'https://fb.me/x',
    source_id: '1200',
    source_type: 'ad',
    headline: 'Bread',
    body: 'Fresh',
    media_type: 'image',
    image_url: 'https://cdn.example/i.jpg',
    ctwa_clid: 'ARAk',
    welcome_message: { text: 'Hi' },
  };
  const { extendedTextMessage } = said(textFrom(ANA, 'Hello', { referral })).data.Message;
  expect(extendedTextMessage?.contextInfo).toEqual({
    externalAdReply: {
      title: 'Bread',
      body: 'Fresh',
      mediaType: 1,
      thumbnailUrl: 'https://cdn.example/i.jpg',
      mediaUrl: 'https://cdn.example/i.jpg',
      sourceType: 'ad',
      sourceId: '1200',
      sourceUrl: 'https://fb.me/x',
      ctwaClid: 'ARAk',
      welcome_message: { text: 'Hi' },
    },
  });
});

test('what is forwarded says how often', () => {
  const context = { frequently_forwarded: true };
  const image = { id: '1', mime_type: 'image/png', sha256: '' };
  const { imageMessage } = said(from({ type: 'image', image, context })).data.Message;
  expect(imageMessage?.contextInfo).toEqual({ isForwarded: true, forwardingScore: 5 });
});

test('a reaction names the message it is about, and an empty one takes it away', () => {
  const known = () => ({ id: 'OUR-ID', isFromMe: true, sender: BUSINESS, content: {} });
  const reaction = { message_id: 'wamid.OURS', emoji: '👍' };
  expect(said(from({ type: 'reaction', reaction }), known).data).toMatchObject({
    Info: { Type: 'reaction', MediaType: '' },
    Message: {
      reactionMessage: { key: { remoteJid: CHAT, fromMe: true, id: 'OUR-ID' }, text: '👍' },
    },
  });
  const removed = said(from({ type: 'reaction', reaction: { message_id: 'wamid.X' } })).data;
  expect(removed.Message.reactionMessage).toMatchObject({ text: '' });
});

test('edits bring the new content, and revokes name what is gone', () => {
  const edit = {
    original_message_id: 'wamid.A',
    message: { type: 'text', text: { body: 'At nine' }, context: { id: 'wamid.Q' } },
  };
  const edited = said(from({ type: 'edit', edit })).data;
  expect(edited).toMatchObject({
    IsEdit: true,
    Info: { Type: 'text' },
    Message: {
      extendedTextMessage: { text: 'At nine', contextInfo: { stanzaId: 'wamid.Q' } },
      protocolMessage: { key: { remoteJid: CHAT, fromMe: false, id: 'wamid.A' }, type: 14 },
    },
  });
  const revoked = said(from({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).data;
  expect(revoked).toMatchObject({
    Info: { Type: 'revoke' },
    Message: { protocolMessage: { key: { id: 'wamid.A', fromMe: false }, type: 0 } },
  });
});

test('what is about another message names it, so that it can be looked up', () => {
  expect(namedIn(from({ type: 'reaction', reaction: { message_id: 'a' } }))).toEqual(['a']);
  expect(namedIn(textFrom(ANA, 'x', { context: { id: 'b' } }))).toEqual(['b']);
  expect(namedIn(textFrom(ANA, 'x'))).toEqual([]);
});

test('a kind that is not known is kept whole under its own name', () => {
  const welcome = said(from({ type: 'request_welcome', request_welcome: { a: [1] } })).data;
  expect(welcome.Info.Type).toBe('request_welcome');
  expect(welcome.Message).toEqual({ requestWelcomeMessage: { a: [1] } });
  const errors = [{ code: 131_051, title: 'Message type unknown' }];
  const unsupported = from({ type: 'unsupported', unsupported: { type: 'poll' }, errors });
  expect(said(unsupported).data).toMatchObject({
    Info: { Type: 'unsupported' },
    Message: { unsupportedMessage: { type: 'poll', errors } },
  });
  const empty = said(from({ type: 'interactive', errors })).data;
  expect(empty.Info.Type).toBe('interactive');
  expect(empty.Message).toEqual({ interactiveMessage: { errors } });
  const odd = said(from({ type: '__proto__', x: 1 })).data;
  expect(odd.Info.Type).toBe('unknown');
  expect(odd.Message).toEqual({ unknownMessage: { x: 1 } });
});

test('what was typed on the phone that shares the number is from the account', () => {
  const echo = { from: '551155550100', to: ANA.number, id: 'wamid.E', timestamp: '1767612000' };
  const message = { ...echo, type: 'text', text: { body: 'From the phone' } };
  const { Info } = said(message, undefined, { ...place, isFromMe: true }).data;
  expect(Info).toMatchObject({
    IsFromMe: true,
    Chat: CHAT,
    Sender: BUSINESS,
    PushName: 'Corner shop',
  });
  expect(Info.SenderIds).toBeUndefined();
});

const KINDS = [
  ...['text', 'image', 'contacts', 'interactive', 'order', 'reaction', 'edit', 'revoke'],
  ...['location', 'button', 'document', 'system'],
];

test('nothing that a message may hold in the wrong type makes it fail', () => {
  const odd = { toString: 1 };
  const numbers = { latitude: odd, longitude: odd, product_items: [{ quantity: odd }] };
  for (const wrong of [null, 5, 'x', [], [[]], true, {}, odd, numbers]) {
    for (const kind of KINDS) {
      const message = from({ type: kind, [kind]: wrong, context: wrong, referral: wrong });
      expect(() => said(message)).not.toThrow();
    }
  }
  expect(messageOf({ type: 'text' }, place, () => null, NOW)).toBeNull();
});
