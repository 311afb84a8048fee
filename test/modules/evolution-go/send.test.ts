/** Sending as clients of Evolution Go do: by the instance's key alone, in their words. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { withCommon } from '../../../src/modules/evolution-go/fields.ts';
import { wavOf } from '../../doubles/sound-files.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511999990000';
const CHAT = `${NUMBER}@s.whatsapp.net`;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.call('POST', path, body, key, headers);
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;

/** Path after /send/, fields beside the number, the type that clients read, and what reaches the platform. */
const PROMISED: readonly [string, object, string, object][] = [
  ['text', { text: 'Hello' }, 'ExtendedTextMessage', { text: 'Hello' }],
  [
    'link',
    { text: 'See', url: 'http://127.0.0.1:9/' },
    'ExtendedTextMessage',
    { text: 'See http://127.0.0.1:9/' },
  ],
  ['media', { type: 'image', url: PNG, caption: 'c' }, 'ImageMessage', { kind: 'image' }],
  ['media', { type: 'document', url: PNG, filename: 'a.png' }, 'DocumentMessage', {}],
  ['media', { type: 'ptv', url: MP4 }, 'PtvMessage', { kind: 'ptv' }],
  ['poll', { question: 'Q?', options: ['a', 'b'], maxAnswer: 1 }, 'PollCreationMessageV3', {}],
  ['location', { latitude: 1.5, longitude: 2, name: 'n' }, 'LocationMessage', { kind: 'location' }],
  [
    'contact',
    { vcard: { fullName: 'Ana', phone: NUMBER } },
    'ContactMessage',
    { kind: 'contacts' },
  ],
  ['sticker', { sticker: PNG }, 'StickerMessage', { kind: 'sticker' }],
];

test('of a text with a million names no more are read than it takes to refuse it', () => {
  const { mentionedJid } = withCommon({ mentionedJid: '5511888880000,'.repeat(1_000_000) }, null);
  expect(mentionedJid).toHaveLength(1025);
});

test('200 an answer to a message that is not stored shows the text that is given, and its author', async () => {
  const { ownerJid } = (await app.call('GET', '/instance/fetchInstances')).body[0];
  const answered = async (participant: string) => {
    const quoted = { messageId: 'GONE', participant, text: 'which one?' };
    const { body } = await post('/send/text', { number: NUMBER, text: 'this', quoted });
    return body.data.MessageContextInfo;
  };
  const shown = {
    stanzaId: 'GONE',
    quotedMessage: { extendedTextMessage: { text: 'which one?' } },
  };
  expect(await answered(CHAT)).toEqual({ ...shown, participant: CHAT });
  expect(await answered(ownerJid)).toEqual({ ...shown, participant: ownerJid });
  const unknown = { number: NUMBER, text: 'this', quoted: { messageId: 'GONE' } };
  expect((await post('/send/text', unknown)).status).toBe(404);
});

describe('POST /send/…', () => {
  test.each(PROMISED)(
    '200 %s with %p is sent, and answered as %s',
    async (kind, body, type, reached) => {
      const { status, body: answer } = await post(`/send/${kind}`, { number: NUMBER, ...body });
      expect([status, answer.message]).toEqual([200, 'success']);
      const { ID: id } = answer.data.Info;
      expect(answer.data.Info).toMatchObject({
        Chat: CHAT,
        IsFromMe: true,
        IsGroup: false,
        Type: type,
        Timestamp: expect.stringMatching(/Z$/),
      });
      expect(answer.data.Info.Sender).toContain('@s.whatsapp.net');
      const last = (await sent()).at(-1);
      expect(last).toMatchObject({ id, ...reached });
    },
  );

  test.each([
    ['text', { text: 'Open', backgroundColor: '#075E54', font: 1 }, 'ExtendedTextMessage'],
    ['media', { type: 'image', url: PNG, caption: 'new' }, 'ImageMessage'],
  ])('200 status/%s with %p is posted for those whom it names', async (kind, body, type) => {
    const statusBody = { ...body, statusJidList: [NUMBER] };
    const { status, body: answer } = await post(`/send/status/${kind}`, statusBody);
    expect([status, answer.message]).toEqual([200, 'success']);
    expect(answer.data.Info).toMatchObject({ Chat: 'status@broadcast', Type: type });
    expect((await sent()).at(-1)).toMatchObject({ id: answer.data.Info.ID });
  });

  test('200 fields that clients write without a value change nothing', async () => {
    const empty = {
      id: '',
      delay: 0,
      mentionedJid: [],
      quoted: { messageId: '', participant: '' },
    };
    const answer = await post('/send/text', {
      number: NUMBER,
      text: 'x',
      ...empty,
      mentionAll: false,
    });
    expect(answer.status).toBe(200);
  });

  test('200 a text answers a message and names people by JIDs', async () => {
    const first = (await post('/send/text', { number: NUMBER, text: 'first' })).body.data.Info.ID;
    const { body } = await post('/send/text', {
      number: NUMBER,
      text: 'yes @5511888880000',
      quoted: { messageId: first, participant: CHAT },
      mentionedJid: '5511888880000@s.whatsapp.net',
    });
    expect(body.data.MessageContextInfo).toMatchObject({
      stanzaId: first,
      mentionedJid: ['5511888880000@s.whatsapp.net'],
    });
  });

  test('200 audio is a voice note where one can be made of it, else a file', async () => {
    const voice = { number: NUMBER, type: 'audio', url: wavOf().toString('base64') };
    expect((await post('/send/media', voice)).body.data.Message.audioMessage.ptt).toBe(true);
    const file = { ...voice, url: Buffer.from('ID3\x04 no sound we know').toString('base64') };
    const { status, body } = await post('/send/media', file);
    expect([status, body.data.Info.Type]).toEqual([200, 'AudioMessage']);
    expect(body.data.Message.audioMessage.ptt ?? false).toBe(false);
  });

  test('200 what of a preview cannot be chosen here is named', async () => {
    const body = { number: NUMBER, text: 'http://127.0.0.1:9/', title: 't', imgUrl: 'http://x/y' };
    const answer = await post('/send/link', body);
    expect(answer.body.data.Ignored).toEqual(['title', 'imgUrl']);
  });

  test('200 a message that waits says so', async () => {
    const { body } = await post('/send/text', {
      number: '5511777770000',
      text: 'soon',
      delay: 60_000,
    });
    expect(body.data.Status).toBe('QUEUED');
  });

  test('400 every wrong field by the name it has here, and nothing is sent', async () => {
    const before = (await sent()).length;
    const wrong: [string, object, string][] = [
      ['text', {}, 'number is required; text is required'],
      ['media', { number: NUMBER, type: 'image' }, 'url is required'],
      ['media', { number: NUMBER, type: 'gif', url: PNG }, 'type must be one of'],
      ['media', { number: NUMBER, type: 'image', url: 'no base64!' }, 'url must be a file'],
      ['poll', { number: NUMBER, question: 'q', options: ['a'] }, 'options must be a list'],
      ['contact', { number: NUMBER, vcard: { fullName: 'A' } }, 'vcard.phone is required'],
      [
        'text',
        { number: NUMBER, text: 'x', mentionedJid: ['a b'] },
        'mentionedJid.0 must be a phone number',
      ],
      ['text', { number: NUMBER, text: 'x', id: 'mine' }, 'id cannot be chosen'],
      ['status/text', { text: 'x' }, 'statusJidList is required'],
      ['link', { number: NUMBER, text: 'x', url: 7 }, 'url must be a string'],
      ['link', { number: NUMBER, text: ['x'], url: 'http://x.test' }, 'text must be'],
    ];
    for (const [kind, body, said] of wrong) {
      const { status, body: answer } = await post(`/send/${kind}`, body);
      expect([kind, status, answer]).toEqual([kind, 400, { error: expect.stringContaining(said) }]);
    }
    expect((await sent()).length).toBe(before);
  });

  test('422 buttons and lists are refused, and sent as a poll for those who want that', async () => {
    const buttons = [
      { type: 'reply', displayText: 'Yes' },
      { type: 'reply', displayText: 'No' },
    ];
    const refused = await post('/send/button', { number: NUMBER, title: 'Sure?', buttons });
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('poll')]);
    const body = { number: NUMBER, title: 'Sure?', buttons, fallback: 'poll' };
    expect((await post('/send/button', body)).status).toBe(200);
    const sections = [{ title: 's', rows: [{ title: 'a' }, { title: 'b' }] }];
    expect((await post('/send/list', { number: NUMBER, title: 'Sure?', sections })).status).toBe(
      422,
    );
  });

  test('200 a repetition with the same Idempotency-Key sends nothing again', async () => {
    const body = { number: NUMBER, text: 'once' };
    const headers = { 'idempotency-key': 'go-once' };
    const first = await post('/send/text', body, headers);
    const again = await post('/send/text', body, headers);
    expect(again.body.data.Info.ID).toBe(first.body.data.Info.ID);
  });
});

describe('the instance of a path of Evolution Go', () => {
  const body = { number: NUMBER, text: 'x' };

  test('is the one of the key; with the global key it is the one that a header names', async () => {
    const other = await app.openInstance('other');
    expect((await app.call('POST', '/send/text', body, other)).status).toBe(200);
    expect((await app.call('GET', '/sandbox/other/sent')).body).toHaveLength(1);
    const named = { instanceId: 'other' };
    expect((await app.call('POST', '/send/text', body, GLOBAL_KEY, named)).status).toBe(200);
    expect((await app.call('POST', '/send/text', body, key, named)).status).toBe(403);
    const unnamed = await app.call('POST', '/send/text', body);
    expect([unnamed.status, unnamed.body]).toEqual([
      400,
      { error: 'the header instanceId is required with the global key' },
    ]);
  });

  test('409 when it is not connected, 401 without a key, 404 for what is not there, each as a sentence', async () => {
    const created = await app.call('POST', '/instance/create', { instanceName: 'closed' });
    const closed = await app.call('POST', '/send/media', { number: NUMBER }, created.body.apikey);
    expect([closed.status, closed.body]).toEqual([
      409,
      { error: 'instance closed is not connected' },
    ]);
    expect((await app.call('POST', '/send/text', body, 'wrong')).body).toEqual({
      error: 'the apikey is not valid',
    });
    const nothing = await post('/send/nothing', body);
    expect([nothing.status, nothing.body]).toEqual([404, { error: expect.any(String) }]);
  });
});
