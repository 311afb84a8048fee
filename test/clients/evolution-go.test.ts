/** What clients of Evolution Go send, where the instance is a WhatsApp account: it is what people read there. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import type { Answer } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { ANA, ANA_JID, PICTURE, type WhatsAppStage, whatsAppStage } from './stage.ts';

let stage: WhatsAppStage;
let key: string;
beforeAll(async () => {
  stage = await whatsAppStage();
  key = (await stage.call('POST', '/instance/key/rotate/shop', {})).body.apikey;
});
afterAll(() => stage.stop());

const CHOICES = ['Yes', 'No'].map((displayText) => ({ type: 'reply', displayText }));
const options = ['Yes', 'No'].map((optionName) => ({ optionName }));

/** Path after /send/, fields beside the number, the type that clients read, and what Ana has of it. */
const PROMISED: readonly [string, object, string, object][] = [
  ['text', { text: 'Hello' }, 'ExtendedTextMessage', { extendedTextMessage: { text: 'Hello' } }],
  [
    'link',
    { text: 'See', url: 'http://127.0.0.1:9/' },
    'ExtendedTextMessage',
    { extendedTextMessage: { text: 'See http://127.0.0.1:9/' } },
  ],
  [
    'poll',
    { question: 'Lunch?', options: ['Yes', 'No'], maxAnswer: 1 },
    'PollCreationMessageV3',
    { pollCreationMessageV3: { name: 'Lunch?', options, selectableOptionsCount: 1 } },
  ],
  [
    'location',
    { latitude: 1.5, longitude: 2, name: 'Here' },
    'LocationMessage',
    { locationMessage: { degreesLatitude: 1.5, degreesLongitude: 2, name: 'Here' } },
  ],
  [
    'contact',
    { vcard: { fullName: 'Bob', phone: '5511777770000' } },
    'ContactMessage',
    { contactMessage: { displayName: 'Bob', vcard: expect.stringContaining('5511777770000') } },
  ],
  [
    'button',
    { title: 'Sure?', buttons: CHOICES, fallback: 'poll' },
    'PollCreationMessageV3',
    { pollCreationMessageV3: { name: expect.stringContaining('Sure?'), options } },
  ],
];

test.each(PROMISED)('/send/%s with %p is what the person reads', async (kind, body, type, read) => {
  const answer = await stage.call('POST', `/send/${kind}`, { number: ANA, ...body }, key);
  expect([answer.status, answer.body.message]).toEqual([200, 'success']);
  expect(answer.body.data.Info).toMatchObject({ Chat: ANA_JID, IsFromMe: true, Type: type });
  const { message } = await stage.ana.receives(({ id }) => id === answer.body.data.Info.ID);
  expect(message).toMatchObject(read);
});

test('a status is read by those whom statusJidList names', async () => {
  const post = { text: 'Open', statusJidList: [ANA] };
  const { status, body } = await stage.call('POST', '/send/status/text', post, key);
  expect([status, body.data.Info.Chat]).toEqual([200, 'status@broadcast']);
  const { message } = await stage.ana.receives(({ id }) => id === body.data.Info.ID);
  expect(message).toMatchObject({ extendedTextMessage: { text: 'Open' } });
});

const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');
const SOUND = wavOf().toString('base64');

interface SentFile {
  readonly what: string;
  /** Path after /send/. */
  readonly kind: string;
  readonly body: object;
  /** The type that clients read. */
  readonly type: string;
  /** What the person has beside the file. */
  readonly read: object;
}

const media = (what: string, type: string, body: object, read: object): SentFile => ({
  ...{ what, kind: 'media', type, body, read },
});
const video = { url: MP4 };

const FILES: readonly SentFile[] = [
  media(
    'an image',
    'ImageMessage',
    { type: 'image', url: PICTURE, caption: 'c' },
    { caption: 'c' },
  ),
  media(
    'a document',
    'DocumentMessage',
    { type: 'document', url: PICTURE, filename: 'a.png' },
    { fileName: 'a.png' },
  ),
  media('a voice note', 'AudioMessage', { type: 'audio', url: SOUND }, { ptt: true }),
  media('a video', 'VideoMessage', { type: 'video', ...video }, { mimetype: 'video/mp4' }),
  media('a round video', 'PtvMessage', { type: 'ptv', ...video }, { mimetype: 'video/mp4' }),
  {
    ...{ what: 'a sticker', kind: 'sticker', body: { sticker: PICTURE } },
    ...{ type: 'StickerMessage', read: { mimetype: 'image/webp' } },
  },
];

/** What holds the file in a message, whatever its kind. */
const fileIn = (message: object): unknown =>
  Object.values(message).find((said) => typeof said === 'object' && 'mediaKey' in (said ?? {}));

test.each(FILES)('$what sent by /send/$kind reaches the person', async (promised) => {
  const { kind, body, type, read } = promised;
  const answer = await stage.call('POST', `/send/${kind}`, { number: ANA, ...body }, key);
  expect([answer.status, answer.body.data?.Info]).toMatchObject([200, { Type: type }]);
  const received = await stage.ana.receives(({ id }) => id === answer.body.data.Info.ID);
  expect(fileIn(received.message)).toMatchObject(read);
  const opened = stage.ana.opens(received);
  if (type === 'ImageMessage') expect(opened.toString('base64')).toBe(PICTURE);
  else expect(opened.byteLength).toBeGreaterThan(0);
});

test('the file of a form, and of a status, reaches the person', async () => {
  const form = new FormData();
  const file = new File(['a;b'], 'prices.csv', { type: 'text/csv' });
  for (const [name, value] of Object.entries({ number: ANA, type: 'document' }))
    form.set(name, value);
  form.set('file', file);
  const { url } = stage.connection;
  const sent = await fetch(`${url}/send/media`, {
    method: 'POST',
    headers: { apikey: key },
    body: form,
  });
  const { data }: Answer['body'] = await sent.json();
  const received = await stage.ana.receives(({ id }) => id === data.Info.ID);
  expect(received.message.documentMessage).toMatchObject({ fileName: 'prices.csv' });
  expect(stage.ana.opens(received).toString()).toBe('a;b');
  const post = { type: 'image', url: PICTURE, statusJidList: [ANA] };
  const { body } = await stage.call('POST', '/send/status/media', post, key);
  const status = await stage.ana.receives(({ id }) => id === body.data.Info.ID);
  expect(stage.ana.opens(status).toString('base64')).toBe(PICTURE);
});

test('the file of a message that came is given out by its id', async () => {
  const { body } = await stage.call('POST', '/message/downloadmedia', { id: stage.picture }, key);
  expect(body.data.base64).toBe(`data:image/jpeg;base64,${PICTURE}`);
});

test('labels, blocked people and reactions reach the account as its phone has them', async () => {
  const post = async (path: string, body: object) =>
    (await stage.call('POST', path, body, key)).body;
  const done = { message: 'success' };
  expect(await post('/label/edit', { labelId: '31', name: 'VIP', color: 2 })).toEqual(done);
  const message = { jid: ANA, labelId: '31', messageId: stage.received };
  expect(await post('/label/message', message)).toEqual(done);
  const { body: labels } = await stage.call('GET', '/label/list', undefined, key);
  expect(labels).toMatchObject([{ label_id: '31', label_name: 'VIP' }]);
  await post('/user/block', { number: ANA });
  const { body } = await stage.call('GET', '/user/blocklist', undefined, key);
  expect(body.data.JIDs).toEqual([ANA_JID]);
  await post('/user/unblock', { number: ANA });
  expect(stage.whatsapp.complaints).toEqual([]);
});

test('an instance that was disconnected comes back without pairing', async () => {
  const ask = async (method: string, path: string) =>
    (await stage.call(method, path, undefined, key)).body;
  await ask('POST', '/instance/disconnect');
  await until('nobody is connected', () => stage.whatsapp.connections === 0);
  expect((await ask('GET', '/instance/status')).data).toMatchObject({
    ...{ Connected: false, LoggedIn: true },
  });
  await ask('POST', '/instance/reconnect');
  await until('it is open', async () => (await ask('GET', '/instance/status')).data.Connected);
  const { body } = await stage.call('POST', '/send/text', { number: ANA, text: 'back' }, key);
  await stage.ana.receives(({ id }) => id === body.data.Info.ID);
});
