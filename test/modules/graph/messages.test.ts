/** Every kind of message by the path of the Graph API, and how what cannot be sent is refused. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { mp3Of, wavOf } from '../../doubles/sound-files.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const NUMBER = '5511999990000';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let key: string;
let at: string;
const files = shared(startReceiver);
const app = sharedApp({ env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  const [shop] = (await app.call('GET', '/instance/fetchInstances')).body;
  at = `/graph/v25.0/${shop.phoneNumberId}/messages`;
});

const post = (body: object) =>
  app.call('POST', at, { messaging_product: 'whatsapp', to: NUMBER, ...body }, null, {
    authorization: `Bearer ${key}`,
  });
const sent = async (id: string) =>
  (await app.call('GET', '/sandbox/shop/sent')).body.find((one: { id: string }) => one.id === id);
/** Writes to the shop, and returns the id of the message. */
const received = async (chat = NUMBER): Promise<string> =>
  (await app.call('POST', '/sandbox/shop/message', { kind: 'text', from: chat, text: 'Hi' })).body
    .messageId;
/** The URL of a file that is served once. */
function linkTo(bytes: Uint8Array, type: string, name = 'file'): string {
  files.script(respond(200, { headers: { 'content-type': type }, body: bytes }));
  return `${files.url}/${name}`;
}
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2');
const PDF = Buffer.from('%PDF-1.4\n%%EOF and nothing else');
const MP3 = mp3Of(9);
const WAV = wavOf({ rate: 16_000, channels: 1, seconds: 1, wave: () => 0 });

const CARD = {
  name: { formatted_name: 'Ana Souza', first_name: 'Ana' },
  phones: [{ phone: '+55 11 98888-0000', wa_id: '5511988880000', type: 'CELL' }],
  org: { company: 'Shop' },
};

/** A message of each kind, and what reaches the platform. */
const SENT: readonly [string, () => object, object][] = [
  ['text', () => ({ text: { body: 'Hello', preview_url: false } }), { text: 'Hello' }],
  [
    'image',
    () => ({ image: { link: linkTo(PNG, 'image/png'), caption: 'New' } }),
    { kind: 'image', mimetype: 'image/png', caption: 'New' },
  ],
  ['video', () => ({ video: { link: linkTo(MP4, 'video/mp4') } }), { kind: 'video' }],
  [
    'document',
    () => ({
      document: { link: linkTo(PDF, 'application/pdf'), filename: 'a.pdf', caption: null },
    }),
    { kind: 'document', fileName: 'a.pdf' },
  ],
  ['audio', () => ({ audio: { link: linkTo(MP3, 'audio/mpeg') } }), { kind: 'audio' }],
  [
    'audio',
    () => ({ audio: { link: linkTo(WAV, 'audio/wav'), voice: true } }),
    { kind: 'voice', mimetype: 'audio/ogg; codecs=opus' },
  ],
  ['sticker', () => ({ sticker: { link: linkTo(PNG, 'image/png') } }), { kind: 'sticker' }],
  [
    'location',
    () => ({ location: { latitude: '1.5', longitude: -2, name: 'Shop', address: '' } }),
    {
      message: {
        locationMessage: { degreesLatitude: 1.5, degreesLongitude: -2, name: 'Shop' },
      },
    },
  ],
  [
    'contacts',
    () => ({ contacts: [CARD] }),
    { message: { contactMessage: { displayName: 'Ana Souza' } } },
  ],
];

describe('200', () => {
  test.each(SENT)('a message of the type %s', async (type, content, reached) => {
    const { status, body } = await post({ type, ...content() });
    expect([status, body]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        contacts: [{ input: NUMBER, wa_id: NUMBER }],
        messages: [{ id: expect.any(String) }],
      },
    ]);
    expect(await sent(body.messages[0].id)).toMatchObject(reached);
  });

  test('a text without a type, and a number as people write it', async () => {
    const { status, body } = await post({ to: '+55 11 99999-0000', text: { body: 'Hello' } });
    expect([status, body.contacts]).toEqual([200, [{ input: '+55 11 99999-0000', wa_id: NUMBER }]]);
  });

  test('a reaction to a message that came in, and its end', async () => {
    const message_id = await received();
    for (const emoji of ['👍', '']) {
      const { body } = await post({ type: 'reaction', reaction: { message_id, emoji } });
      expect(await sent(body.messages[0].id)).toMatchObject({
        kind: 'reaction',
        message: { reactionMessage: { key: { id: message_id }, text: emoji } },
      });
    }
  });

  test('an answer to a message that came in', async () => {
    const message_id = await received();
    const { body } = await post({ text: { body: 'Yes' }, context: { message_id } });
    expect(JSON.stringify(await sent(body.messages[0].id))).toContain(message_id);
  });

  test('a text to a group, by the id that webhooks give it', async () => {
    const { body: group } = await app.call('POST', '/group/create/shop', {
      subject: 'Orders',
      participants: [NUMBER],
    });
    const to = group.id.replace('@g.us', '');
    const { status, body } = await post({ recipient_type: 'group', to, text: { body: 'Hello' } });
    expect([status, body.contacts]).toEqual([200, [{ input: to, wa_id: to }]]);
    expect(await sent(body.messages[0].id)).toMatchObject({ remoteJid: group.id });
  });

  test('a template, filled in', async () => {
    await app.call('POST', '/template/create/shop', {
      name: 'order_ready',
      category: 'UTILITY',
      language: 'en',
      components: [
        { type: 'BODY', text: 'Order {{1}} is ready.', example: { body_text: [['A1']] } },
      ],
    });
    const parameters = [{ type: 'text', text: 'A7' }];
    const template = {
      name: 'order_ready',
      language: { code: 'en', policy: 'deterministic' },
      components: [{ type: 'body', parameters }],
    };
    const { status, body } = await post({ type: 'template', template });
    expect(status).toBe(200);
    expect(JSON.stringify(await sent(body.messages[0].id))).toContain('Order A7 is ready.');
  });

  test('{success: true} for a read mark, which also shows writing where that is wanted', async () => {
    const message_id = await received();
    const read = await post({ status: 'read', message_id, typing_indicator: { type: 'text' } });
    expect([read.status, read.body]).toEqual([200, { success: true }]);
    const { body: actions } = await app.call('GET', '/sandbox/shop/actions');
    const text = JSON.stringify(actions);
    expect([text.includes(message_id), text.includes('composing')]).toEqual([true, true]);
  });

  test('the data of the caller comes back in every status', async () => {
    const biz_opaque_callback_data = 'order 7';
    const { body } = await post({ text: { body: 'Hello' }, biz_opaque_callback_data });
    const [{ id }] = body.messages;
    const receipt = { state: 'Delivered', chat: NUMBER, messageIds: [id] };
    await app.call('POST', '/sandbox/shop/receipt', receipt);
    const statuses = async () => {
      const found = await app.call('GET', '/event/find/shop?event=MessageStatus&limit=100');
      return found.body.events.filter((one: { data: { ID: string } }) => one.data.ID === id);
    };
    await until('both statuses are there', async () => (await statuses()).length === 2);
    for (const { data } of await statuses())
      expect(data.CallbackData).toBe(biz_opaque_callback_data);
    const fate = await app.call('GET', `/message/status/shop/${id}`);
    expect(fate.body).toMatchObject({ callbackData: biz_opaque_callback_data });
  });
});

const BUTTONS = {
  type: 'button',
  body: { text: 'Sure?' },
  action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] },
};

/** What is wrong, its code, and the field or reason that the details begin with. */
const REFUSED: readonly [string, object, number, string][] = [
  [
    'a product',
    { messaging_product: 'sms', text: { body: 'x' } },
    100,
    'the parameter messaging_product',
  ],
  ['no recipient', { to: '', text: { body: 'x' } }, 131008, 'to is required'],
  ['a number that is none', { to: 'nobody', text: { body: 'x' } }, 100, 'to must be'],
  ['a kind of recipient', { recipient_type: 'x', text: { body: 'x' } }, 131009, 'recipient_type'],
  ['a type', { type: 'poll', poll: {} }, 131051, 'messages of this type are not sent: poll'],
  ['a type of an object', { type: 'toString' }, 131051, 'messages of this type'],
  ['no content', { type: 'image' }, 131008, 'image must be an object'],
  ['an empty text', { text: { body: '' } }, 100, 'text.body'],
  ['a file without a place', { type: 'image', image: {} }, 131008, 'image must have'],
  ['a file in two places', { type: 'video', video: { link: 'x', id: '1' } }, 131009, 'video must'],
  ['a link that is none', { type: 'image', image: { link: 'a.png' } }, 131009, 'image.link must'],
  [
    'a file that nobody serves',
    { type: 'image', image: { link: 'http://127.0.0.1:1/a.png' } },
    131053,
    'image.link could not be fetched',
  ],
  ['a place', { type: 'location', location: { latitude: 200 } }, 100, 'location.latitude'],
  ['no cards', { type: 'contacts', contacts: {} }, 131008, 'contacts must be a list'],
  [
    'a card without a number',
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] },
    100,
    'contacts.0.phones is required',
  ],
  [
    'a card without a name',
    { type: 'contacts', contacts: [{ phones: [{ phone: '190' }] }] },
    100,
    'contacts.0.name.formatted_name is required',
  ],
  [
    'a birthday that is no day',
    { type: 'contacts', contacts: [{ ...CARD, birthday: '31.12.1990' }] },
    100,
    'contacts.0.birthday must be a day',
  ],
  [
    'numbers that are no list',
    { type: 'contacts', contacts: [{ ...CARD, phones: { phone: '190' } }] },
    100,
    'contacts.0.phones must be a list',
  ],
  [
    'a reaction to nothing',
    { type: 'reaction', reaction: { message_id: 'GONE', emoji: '👍' } },
    131009,
    'message GONE not found',
  ],
  [
    'a reaction that is no emoji',
    { type: 'reaction', reaction: { message_id: 'GONE', emoji: 'no' } },
    100,
    'reaction.emoji',
  ],
  [
    'an answer to what is no id',
    { text: { body: 'x' }, context: { message_id: { id: 'A' } } },
    100,
    'context must be',
  ],
  ['choices on a phone', { type: 'interactive', interactive: BUTTONS }, 131051, 'Phones do not'],
  [
    'a template that is not there',
    { type: 'template', template: { name: 'gone', language: { code: 'en' } } },
    132001,
    'template gone in en not found',
  ],
  [
    'data of 513 characters',
    { text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) },
    100,
    'biz_opaque_callback_data',
  ],
  ['another status', { status: 'delivered', message_id: 'A' }, 131009, 'status must be read'],
  ['a read mark of nothing', { status: 'read' }, 131008, 'message_id is required'],
  ['a read mark of a stranger', { status: 'read', message_id: 'GONE' }, 131009, 'message_id must'],
];

test.each(REFUSED)(
  '%s is refused with its code, and nothing is sent',
  async (_, body, code, said) => {
    const before = (await app.call('GET', '/sandbox/shop/sent')).body.length;
    const answer = await post(body);
    expect(answer.status).toBe(code === 132001 ? 404 : 400);
    expect(answer.body.error).toMatchObject({ type: 'OAuthException', code });
    expect(answer.body.error.error_data.details).toStartWith(said);
    expect((await app.call('GET', '/sandbox/shop/sent')).body.length).toBe(before);
  },
);

const ANSWERS: readonly [string, () => object][] = [
  ['a text', () => ({ text: { body: 'Yes' } })],
  ['a picture', () => ({ type: 'image', image: { link: linkTo(PNG, 'image/png') } })],
  ['a document', () => ({ type: 'document', document: { link: linkTo(PDF, 'application/pdf') } })],
  [
    'a voice note',
    () => ({ type: 'audio', audio: { voice: true, link: linkTo(WAV, 'audio/wav') } }),
  ],
  ['a place', () => ({ type: 'location', location: { latitude: 1, longitude: 2 } })],
  ['a card', () => ({ type: 'contacts', contacts: [CARD] })],
  ['a text to a group', () => ({ to: '120363000000000000@g.us', text: { body: 'Yes' } })],
];

test.each(ANSWERS)(
  '%s that answers a message which is not stored is sent without showing it, and a header says so',
  async (_, body) => {
    for (const message_id of ['GONE', 'wamid.HBgNNTUxMTk5OTk5MDAwMBUCABIYFjNFQjA', '3EB0 gone']) {
      const answer = await post({ ...body(), context: { message_id } });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['messaging_product', 'contacts', 'messages']);
      expect(answer.headers.get('warning')).toBe(
        '299 - "context.message_id is the id of no stored message: sent without showing what it answers"',
      );
      expect(await sent(answer.body.messages[0].id)).not.toHaveProperty('quoted');
    }
  },
);

test('an answer to a message that is stored, to none, or refused, has no warning', async () => {
  const context = { message_id: await received() };
  const shown = await post({ text: { body: 'Yes' }, context });
  expect(await sent(shown.body.messages[0].id)).toMatchObject({ quoted: context.message_id });
  const none = await post({ text: { body: 'Yes' }, context: { message_id: '' } });
  expect(none.status).toBe(200);
  const refused = await post({ text: { body: '' }, context: { message_id: 'GONE' } });
  expect(refused.status).toBe(400);
  for (const { headers } of [shown, none, refused]) expect(headers.get('warning')).toBeNull();
});

test('64 KB of components are refused or sent, never a fault', async () => {
  const parameters = [{ type: 'text', text: 'x'.repeat(64_000) }];
  const components = [{ type: 'body', parameters }];
  const template = { name: 'gone', language: { code: 'en' }, components };
  expect((await post({ type: 'template', template })).body.error.code).toBe(132001);
});

test('a message of another chat is not reacted to', async () => {
  const message_id = await received('5511777770000');
  const answer = await post({ type: 'reaction', reaction: { message_id, emoji: '👍' } });
  expect(answer.body.error).toMatchObject({ code: 131009 });
});

test('133010 while the instance is not connected', async () => {
  await app.call('POST', '/sandbox/shop/drop', { reason: 'x', seconds: 3600 });
  const answer = await post({ text: { body: 'Hello' } });
  expect([answer.status, answer.body.error.code]).toEqual([400, 133010]);
});
