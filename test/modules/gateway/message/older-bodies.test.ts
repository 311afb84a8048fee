/** Bodies of older clients, and what they are in the form that is documented. */
import { describe, expect, test } from 'bun:test';
import { flatBody, otherNamesOf } from '../../../../src/modules/gateway/message/older-bodies.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511999990000';
const key = { id: '3EB0' };
const FIELDS = [
  'number',
  'text',
  'contact',
  'mentionsEveryOne',
  'mentioned',
  'linkPreview',
  'mediatype',
];
const names = otherNamesOf(
  Object.fromEntries(
    [...FIELDS, 'mimetype', 'fileName', 'media', 'values', 'sticker'].map((name) => [name, {}]),
  ),
);

describe('the flat form', () => {
  test.each<[string, object, object]>([
    ['a text', { textMessage: { text: 'hi' } }, { text: 'hi' }],
    [
      'media',
      { mediaMessage: { mediatype: 'image', media: 'aGk=', caption: 'a', fileName: 'b' } },
      { mediatype: 'image', media: 'aGk=', caption: 'a', fileName: 'b' },
    ],
    ['a voice note', { audioMessage: { audio: 'aGk=' } }, { audio: 'aGk=' }],
    ['a sticker', { stickerMessage: { image: 'aGk=' } }, { sticker: 'aGk=' }],
    [
      'a location',
      { locationMessage: { latitude: 1, longitude: 2 } },
      { latitude: 1, longitude: 2 },
    ],
    ['cards', { contactMessage: [{ fullName: 'Ana' }] }, { contact: [{ fullName: 'Ana' }] }],
    [
      'a poll',
      { pollMessage: { name: 'a', selectableCount: 0, values: ['b', 'c'] } },
      { name: 'a', selectableCount: 0, values: ['b', 'c'] },
    ],
    ['a reaction', { reactionMessage: { key, reaction: '👍' } }, { key, reaction: '👍' }],
    ['a list', { listMessage: { title: 'a', sections: [] } }, { title: 'a' }],
    ['a status', { statusMessage: { content: 'hi' } }, { content: 'hi' }],
    ['a delay', { options: { delay: 5, presence: 'composing' } }, { delay: 5 }],
    ['an answer', { options: { quoted: { key } } }, { quoted: { key } }],
    ['a preview', { options: { linkPreview: false } }, { linkPreview: false }],
    [
      'mentions',
      { options: { mentions: { everyOne: false, mentioned: [NUMBER] } } },
      { mentionsEveryOne: false, mentioned: [NUMBER] },
    ],
    ['everyOne', { everyOne: true }, { mentionsEveryOne: true }],
    ['everyOne beside options', { everyOne: true, options: {} }, { mentionsEveryOne: true }],
    ['everybody, flat', { mentions: { everyOne: true } }, { mentionsEveryOne: true }],
    ['people, flat', { mentions: [NUMBER] }, { mentioned: [NUMBER] }],
    ['everybody, spelled otherwise', { mentionsEveryone: true }, { mentionsEveryOne: true }],
    ['everybody, of Evolution Go', { mentionAll: true }, { mentionsEveryOne: true }],
    ['a file name', { filename: 'a.pdf' }, { fileName: 'a.pdf' }],
    [
      'a file',
      { type: 'image', url: 'aGk=', mimeType: 'image/png' },
      { mediatype: 'image', media: 'aGk=', mimetype: 'image/png' },
    ],
    ['a poll of Evolution Go', { options: ['a', 'b'] }, { values: ['a', 'b'] }],
    ['a text of wuzapi', { Body: 'hi' }, { text: 'hi' }],
    ['an object under the name of a text', { message: { conversation: 'hi' } }, {}],
    ['an empty text under another name', { filename: '' }, {}],
    ['options that say nothing', { options: { quoted: null, mentions: { mentioned: [] } } }, {}],
    ['wrappers that are no objects', { textMessage: 'hi', mentions: 'a', pollMessage: null }, {}],
  ])('of %s', (_, older, flat) => {
    const body = { number: NUMBER, ...older };
    expect(flatBody(body, names)).toEqual({ ...flat, ...body });
  });

  test.each(['to', 'phone', 'Phone', 'chatId', 'remoteJid'])('has the recipient %s', (name) => {
    expect(flatBody({ [name]: NUMBER, text: 'hi' }, names)).toMatchObject({ number: NUMBER });
  });

  test('never chooses between two recipients', () => {
    expect(() => flatBody({ to: NUMBER, phone: '5511888880000' }, names)).toThrow(
      'to and phone are different: give number instead',
    );
    const body = { number: NUMBER, to: '5511888880000', text: 'hi' };
    expect(flatBody(body, names)).toEqual(body);
    expect(flatBody({ to: NUMBER, phone: NUMBER }, names)).toMatchObject({ number: NUMBER });
  });

  test('counts where a body has both', () => {
    const body = { text: 'flat', textMessage: { text: 'older' }, options: { delay: 1 }, delay: 0 };
    expect(flatBody(body, names)).toEqual(body);
  });

  test.each([
    ['a flat body', { number: NUMBER, text: 'hi' }],
    ['null', null],
    ['a list', [1]],
  ])('of %s is itself', (_, body) => expect(flatBody(body, names)).toBe(body));
});

test('201 a text as older clients write it, to a number that is no text, is sent', async () => {
  const { g } = await openGateway();
  const { status, body } = await g.call('POST', '/message/sendText/shop', {
    body: {
      number: Number(NUMBER),
      options: { delay: 0, presence: 'composing', mentions: { everyOne: true } },
      textMessage: { text: 'hi' },
    },
  });
  expect([status, body.key.remoteJid]).toEqual([201, `${NUMBER}@s.whatsapp.net`]);
});

test('201 a file as older clients write it is sent', async () => {
  const { g } = await openGateway();
  const sent = noteMedia(g);
  const audio = Buffer.from(SAMPLES.audio.bytes).toString('base64');
  for (const [operation, message] of [
    ['sendWhatsAppAudio', { audioMessage: { audio } }],
    ['sendMedia', { mediaMessage: { mediatype: 'audio', media: audio } }],
  ] as const) {
    const body = { number: NUMBER, options: { delay: 0 }, ...message };
    const { status } = await g.call('POST', `/message/${operation}/shop`, { body });
    expect([operation, status]).toEqual([operation, 201]);
  }
  expect(sent.map(({ kind }) => kind)).toEqual(['voice', 'audio']);
});

test.each([
  [
    'a number with a fraction',
    { number: 55119999.5, text: 'hi' },
    'number must be a phone number without decimals',
  ],
  ['a number below zero', { number: -5511999990, text: 'hi' }, 'number must be a phone number'],
  ['a number too large to be exact', { number: 1e17, text: 'hi' }, 'number must be a phone number'],
  ['a text that is none', { number: NUMBER, textMessage: { text: 5 } }, 'text must be a text'],
  [
    'a mention of nobody',
    { number: NUMBER, textMessage: { text: 'a' }, options: { mentions: { mentioned: ['x'] } } },
    'mentioned.0 must be a phone number',
  ],
])('400 %s', async (_, body, text) => {
  const { g } = await openGateway();
  const { status, body: answer } = await g.call('POST', '/message/sendText/shop', { body });
  expect(`${status} ${answer.error?.message}`).toStartWith(`400 ${text}`);
});
