import { describe, expect, test } from 'bun:test';
import { proto, WAMessageStubType } from '@whiskeysockets/baileys';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import { ANA, GROUP, NOW, received, SECONDS, self, translated } from './samples.ts';

const bytes = (text: string) => Buffer.from(text);
const base64 = (text: string) => bytes(text).toString('base64');

const FILE = {
  url: 'https://elsewhere.test/x',
  mimetype: 'image/jpeg',
  fileSha256: bytes('sha'),
  fileLength: 82_000,
  mediaKey: bytes('key'),
  fileEncSha256: bytes('enc'),
  directPath: '/v/t62.enc',
  mediaKeyTimestamp: SECONDS,
};
const FILE_FIELDS = {
  ...FILE,
  fileSha256: base64('sha'),
  mediaKey: base64('key'),
  fileEncSha256: base64('enc'),
};
const REFERENCE = {
  mediaKey: bytes('key'),
  directPath: '/v/t62.enc',
  fileSha256: bytes('sha'),
  fileEncSha256: bytes('enc'),
  fileLength: 82_000,
  mimetype: 'image/jpeg',
};

describe('text', () => {
  test('with more to it stays in the form it came', () => {
    const contextInfo = {
      stanzaId: 'Q1',
      participant: 'p',
      quotedMessage: { conversation: 'Before' },
    };
    const message = translated({ extendedTextMessage: { text: 'Hi', contextInfo } });
    expect(message?.data.Message).toEqual({ extendedTextMessage: { text: 'Hi', contextInfo } });
    expect(message?.data.Info).toMatchObject({ Type: 'text', MediaType: '' });
  });

  test('has what is said of its context, bytes as base64', () => {
    const messageContextInfo = {
      deviceListMetadata: { senderKeyHash: bytes('hash'), senderTimestamp: SECONDS },
      deviceListMetadataVersion: 2,
    };
    expect(translated({ conversation: 'Hi', messageContextInfo })?.data.Message).toEqual({
      conversation: 'Hi',
      messageContextInfo: {
        deviceListMetadata: { senderKeyHash: base64('hash'), senderTimestamp: SECONDS },
        deviceListMetadataVersion: 2,
      },
    });
  });

  test('without text is an empty text, and not missing', () => {
    const message = translated({ extendedTextMessage: { matchedText: 'x' } });
    expect(message?.data.Message).toMatchObject({
      extendedTextMessage: { text: '', matchedText: 'x' },
    });
  });
});

describe('media', () => {
  test.each([
    ['image', 'imageMessage', { caption: 'Look', height: 1600, width: 1200, scanLengths: [1, 2] }],
    ['video', 'videoMessage', { caption: 'Look', seconds: 3, gifPlayback: false }],
    ['audio', 'audioMessage', { seconds: 3, ptt: true }],
    ['document', 'documentMessage', { title: 'T', fileName: 'a.pdf', pageCount: 2 }],
  ] as const)('%s has its fields in the spelling receivers know', (kind, field, more) => {
    const message = translated({ [field]: { ...FILE, ...more } });
    expect(message?.data.Info).toMatchObject({ Type: 'media', MediaType: kind });
    expect(message?.data.Message).toEqual({ [field]: { ...FILE_FIELDS, ...more } });
    expect(message?.media).toEqual({ kind, ...REFERENCE });
  });

  test('leaves previews out, of itself and of what it quotes', () => {
    const preview = { ...FILE, jpegThumbnail: bytes('preview') };
    const contextInfo = { quotedMessage: { imageMessage: preview } };
    const message = translated({ imageMessage: { ...preview, contextInfo } });
    expect(JSON.stringify(message)).not.toMatch(new RegExp(`humbnail|${base64('preview')}`));
  });

  test('of a sticker and of a video note are fetched like image and video', () => {
    const sticker = translated({ stickerMessage: { ...FILE, mimetype: 'image/webp' } });
    expect(sticker?.data.Info.MediaType).toBe('sticker');
    expect(sticker?.media).toMatchObject({ kind: 'image', mimetype: 'image/webp' });
    const note = translated({ ptvMessage: FILE });
    expect(note?.data.Info.MediaType).toBe('video');
    expect(note?.data.Message).toEqual({ ptvMessage: FILE_FIELDS });
    expect(note?.media).toMatchObject({ kind: 'video' });
  });

  test('that lacks everything has the fields receivers count on, and a reference that leads nowhere', () => {
    const message = translated({ imageMessage: {} });
    expect(message?.data.Message.imageMessage).toEqual({
      url: '',
      mimetype: 'application/octet-stream',
      fileSha256: '',
      fileLength: 0,
      mediaKey: '',
      fileEncSha256: '',
      directPath: '',
      mediaKeyTimestamp: 0,
    });
    expect(message?.media).toEqual({
      kind: 'image',
      mediaKey: new Uint8Array(0),
      directPath: null,
      fileSha256: null,
      fileEncSha256: null,
      fileLength: null,
      mimetype: 'application/octet-stream',
    });
  });

  test.each(['text/html\r\nx: y', 'nonsense', `image/${'x'.repeat(300)}`])(
    'is of no type its sender made up: %p',
    (mimetype) => {
      const message = translated({ imageMessage: { ...FILE, mimetype } });
      expect(message?.media?.mimetype).toBe('application/octet-stream');
    },
  );

  test('of a channel comes as JSON and reads the same', () => {
    const json = proto.Message.fromObject({ imageMessage: FILE }).toJSON();
    const message = messageEvent({ ...received({}), message: json }, self, NOW);
    expect(message?.data.Message).toEqual({ imageMessage: FILE_FIELDS });
    expect(message?.media).toMatchObject({ fileLength: 82_000 });
    expect(Buffer.from(message?.media?.mediaKey ?? [])).toEqual(bytes('key'));
  });
});

describe('an envelope is taken off and reported', () => {
  const message = { conversation: 'Hi' };
  test.each<[keyof proto.IMessage, Record<string, boolean>]>([
    ['ephemeralMessage', { IsEphemeral: true }],
    ['viewOnceMessage', { IsViewOnce: true }],
    ['viewOnceMessageV2', { IsViewOnce: true, IsViewOnceV2: true }],
    [
      'viewOnceMessageV2Extension',
      { IsViewOnce: true, IsViewOnceV2: true, IsViewOnceV2Extension: true },
    ],
    ['documentWithCaptionMessage', { IsDocumentWithCaption: true }],
    ['lottieStickerMessage', { IsLottieSticker: true }],
    ['editedMessage', { IsEdit: true }],
    ['deviceSentMessage', {}],
    ['groupMentionedMessage', {}],
  ])('%s', (name, flags) => {
    const { Info: _, Message, ...recorded } = translated({ [name]: { message } })?.data ?? {};
    expect(Message).toEqual(message);
    const set = Object.entries(recorded).filter(([, isSet]) => isSet);
    expect(Object.fromEntries(set)).toEqual(flags);
  });

  test('also one inside another, with the context of the outer', () => {
    const inner = { viewOnceMessageV2: { message: { imageMessage: FILE } } };
    const messageContextInfo = { deviceListMetadataVersion: 2 };
    const content = { ephemeralMessage: { message: inner }, messageContextInfo };
    const { data, media } = translated(content) ?? {};
    expect(data).toMatchObject({ IsEphemeral: true, IsViewOnceV2: true });
    expect(data?.Message).toEqual({ imageMessage: FILE_FIELDS, messageContextInfo });
    expect(media?.kind).toBe('image');
  });

  test('media that says of itself that it is seen once', () => {
    expect(translated({ imageMessage: { ...FILE, viewOnce: true } })?.data.IsViewOnce).toBe(true);
  });

  test('nested without end is nothing a receiver should get', () => {
    let nest: proto.IMessage = { conversation: 'Hi' };
    for (let layer = 0; layer < 30; layer++) nest = { ephemeralMessage: { message: nest } };
    expect(translated(nest)?.data.Message.conversation).toBeUndefined();
  });
});

test('an edit brings the new content, and names the message it changes', () => {
  const protocolMessage = {
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    key: { id: 'ORIGINAL', fromMe: true, remoteJid: GROUP },
    editedMessage: { imageMessage: FILE },
    timestampMs: NOW,
  };
  const { data, media } = translated({ editedMessage: { message: { protocolMessage } } }) ?? {};
  expect(data).toMatchObject({
    IsEdit: true,
    IsViewOnce: false,
    Info: { ID: 'A1', Type: 'media' },
  });
  expect(data?.Message).toEqual({
    imageMessage: FILE_FIELDS,
    protocolMessage: {
      type: 14,
      key: { id: 'ORIGINAL', fromMe: true, remoteJid: ANA },
      timestampMs: NOW,
    },
  });
  expect(media?.kind).toBe('image');
});

describe('other content is passed on under its own name', () => {
  test.each<[keyof proto.IMessage, object, string, string]>([
    ['locationMessage', { degreesLatitude: -23.5, name: 'Here' }, 'media', 'location'],
    ['liveLocationMessage', { degreesLatitude: 1.5 }, 'media', 'livelocation'],
    ['contactMessage', { displayName: 'Ana', vcard: 'V' }, 'media', 'vcard'],
    ['contactsArrayMessage', { displayName: 'Two' }, 'media', 'contact_array'],
    ['listResponseMessage', { title: 'One' }, 'media', 'list_response'],
    ['groupInviteMessage', { groupName: 'Sales' }, 'media', 'url'],
    ['pollCreationMessageV3', { name: 'Which?', selectableOptionsCount: 1 }, 'poll', ''],
    ['eventMessage', { name: 'Party' }, 'event', ''],
    ['templateButtonReplyMessage', { selectedDisplayText: 'One' }, 'text', ''],
  ])('%s', (name, content, type, mediaType) => {
    const message = translated({ [name]: content });
    expect(message?.data.Info).toMatchObject({ Type: type, MediaType: mediaType });
    expect(message?.data.Message).toEqual({ [name]: content });
    expect(message?.media).toBeNull();
  });
});

describe('no message of its own', () => {
  const { Type } = proto.Message.ProtocolMessage;
  test.each<[string, proto.IMessage]>([
    ['deleting a message that is not named', { protocolMessage: { type: Type.REVOKE, key: {} } }],
    [
      'sharing keys among devices',
      { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: {} } },
    ],
    ['the same beside a text', { conversation: 'x', protocolMessage: { type: 0 } }],
    ['a reaction', { reactionMessage: { text: '👍' } }],
    ['a sealed reaction', { encReactionMessage: { encIv: bytes('x') } }],
    ['a vote', { pollUpdateMessage: { senderTimestampMs: 1 } }],
    ['pinning', { pinInChatMessage: { type: 1 } }],
    ['keeping', { keepInChatMessage: { keepType: 1 } }],
    ['a key for a group', { senderKeyDistributionMessage: { groupId: GROUP } }],
    ['a call', { call: { callKey: bytes('C1') } }],
    ['context alone', { messageContextInfo: { deviceListMetadataVersion: 2 } }],
    ['an empty text', { conversation: '' }],
    ['nothing', {}],
  ])('%s', (_, content) => {
    expect(translated(content)).toBeNull();
  });

  test('what could not be deciphered, or is not there', () => {
    const stub = { messageStubType: WAMessageStubType.CIPHERTEXT };
    expect(translated({ conversation: 'x' }, {}, stub)).toBeNull();
    expect(translated({}, {}, { message: null })).toBeNull();
    expect(messageEvent({ key: { id: 'A1', remoteJid: GROUP } }, self, NOW)).toBeNull();
  });

  test('what has no id or no chat', () => {
    expect(translated({ conversation: 'x' }, { id: '' })).toBeNull();
    expect(translated({ conversation: 'x' }, { id: null })).toBeNull();
    expect(translated({ conversation: 'x' }, { remoteJid: null })).toBeNull();
    expect(translated({ conversation: 'x' }, { remoteJid: 'nobody' })).toBeNull();
  });
});

test('the key of a group, sent along with a text, is not passed on', () => {
  const senderKeyDistributionMessage = {
    groupId: GROUP,
    axolotlSenderKeyDistributionMessage: bytes('k'),
  };
  const message = translated({ conversation: 'Hi', senderKeyDistributionMessage });
  expect(message?.data.Message).toEqual({ conversation: 'Hi' });
});

test('a number beyond what numbers hold exactly has all its digits', () => {
  const long = { low: -1, high: 2_147_483_647, unsigned: false };
  const odd = { imageMessage: { ...FILE, mediaKeyTimestamp: long } };
  const message = messageEvent(
    { ...received({}), message: { odd, conversation: 'x' } as never },
    self,
    NOW,
  );
  expect(message?.data.Message).toMatchObject({
    odd: { imageMessage: { mediaKeyTimestamp: '9223372036854775807' } },
  });
});
