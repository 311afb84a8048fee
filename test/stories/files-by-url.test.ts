/** A file behind a log-in and a redirect, through every way in which a file can be given by URL. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE } from '../clients/stage.ts';
import { wavOf } from '../doubles/sound-files.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';

const NUMBER = '5511999990000';
const SECRET = 'token-of-the-file-server';
const mediaHeaders = { Authorization: `Bearer ${SECRET}` };
const FILES: Readonly<Record<string, Uint8Array>> = {
  png: Buffer.from(PICTURE, 'base64'),
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'),
  wav: wavOf({ rate: 16_000, channels: 1, seconds: 1, wave: () => 0 }),
  pdf: Buffer.from('%PDF-1.4\n%%EOF and nothing else'),
};

let app: RunningApp;
let key: string;
let graph: string;
let group: string;
let files: ReturnType<typeof Bun.serve>;
/** Path and `authorization` of every request. */
const asked: (readonly [string, string | null])[] = [];
beforeAll(async () => {
  files = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch({ url, headers }) {
      const { pathname } = new URL(url);
      const token = headers.get('authorization');
      asked.push([pathname, token]);
      if (token !== `Bearer ${SECRET}`) return new Response('Log in', { status: 401 });
      if (pathname.startsWith('/go/')) return Response.redirect(pathname.slice(3), 302);
      const ending = pathname.split('.').at(-1) ?? '';
      return new Response(Buffer.from(FILES[ending] ?? []), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''Or%C3%A7amento.${ending}`,
        },
      });
    },
  });
  app = await startApp({ env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' } });
  key = await app.openInstance('shop');
  const [shop] = (await app.call('GET', '/instance/fetchInstances')).body;
  graph = `/graph/v25.0/${shop.phoneNumberId}/messages`;
  const created = { subject: 'Family', participants: ['5511888880000'] };
  group = (await app.call('POST', '/group/create/shop', created)).body.id;
});
afterAll(async () => {
  await app.stop();
  await files.stop(true);
});

const at = (ending: string): string => `${files.url.origin}/go/price list.${ending}`;
const ours = (path: string) => (body: object) => app.call('POST', `${path}/shop`, body);
const go = (path: string) => (body: object) => app.call('POST', path, body, key);
const meta = (body: object) =>
  app.call('POST', graph, { messaging_product: 'whatsapp', to: NUMBER, ...body }, null, {
    authorization: `Bearer ${key}`,
  });
const CARD = {
  title: 'Bread',
  body: 'Fresh',
  buttons: [{ type: 'reply', displayText: 'Order', id: 'a' }],
};
const BUTTONS = {
  number: NUMBER,
  interactive: 'try',
  title: 'When?',
  buttons: [{ type: 'reply', displayText: 'Now', id: 'a' }],
};
const STATUS = { statusJidList: [NUMBER] };

const DOORS: readonly [string, (body: object) => ReturnType<typeof meta>, () => object][] = [
  [
    'an image',
    ours('/message/sendMedia'),
    () => ({ number: NUMBER, mediatype: 'image', media: at('png') }),
  ],
  [
    'a document',
    ours('/message/sendMedia'),
    () => ({ number: NUMBER, mediatype: 'document', media: at('pdf') }),
  ],
  [
    'a voice note',
    ours('/message/sendWhatsAppAudio'),
    () => ({ number: NUMBER, audio: at('wav') }),
  ],
  ['a round video', ours('/message/sendPtv'), () => ({ number: NUMBER, video: at('mp4') })],
  ['a sticker', ours('/message/sendSticker'), () => ({ number: NUMBER, sticker: at('png') })],
  [
    'a status',
    ours('/message/sendStatus'),
    () => ({ ...STATUS, type: 'image', content: at('png') }),
  ],
  ['buttons', ours('/message/sendButtons'), () => ({ ...BUTTONS, thumbnailUrl: at('png') })],
  [
    'a carousel',
    ours('/message/sendCarousel'),
    () => ({
      number: NUMBER,
      interactive: 'try',
      body: 'Today',
      cards: [
        { ...CARD, imageUrl: at('png') },
        { ...CARD, videoUrl: at('mp4') },
      ],
    }),
  ],
  [
    'the picture of the account',
    ours('/chat/updateProfilePicture'),
    () => ({ picture: at('png') }),
  ],
  [
    'the picture of a group',
    ours('/group/updateGroupPicture'),
    () => ({ groupJid: group, image: at('png') }),
  ],
  [
    'a file in the words of Evolution Go',
    go('/send/media'),
    () => ({ number: NUMBER, type: 'document', url: at('pdf') }),
  ],
  [
    'sound in the words of Evolution Go',
    go('/send/media'),
    () => ({ number: NUMBER, type: 'audio', url: at('wav') }),
  ],
  [
    'a sticker in the words of Evolution Go',
    go('/send/sticker'),
    () => ({ number: NUMBER, sticker: at('png') }),
  ],
  [
    'a status in the words of Evolution Go',
    go('/send/status/media'),
    () => ({ ...STATUS, type: 'image', url: at('png') }),
  ],
  [
    'buttons in the words of Evolution Go',
    go('/send/button'),
    () => ({ ...BUTTONS, thumbnailUrl: at('png') }),
  ],
  [
    'a picture in the words of Evolution Go',
    go('/user/profilePicture'),
    () => ({ image: at('png') }),
  ],
  [
    'a picture of a group in the words of Evolution Go',
    go('/group/photo'),
    () => ({ groupJid: group, image: at('png') }),
  ],
  [
    'a link of the Graph API',
    meta,
    () => ({ type: 'document', document: { link: ` ${at('pdf')}` } }),
  ],
  ['a sticker of the Graph API', meta, () => ({ type: 'sticker', sticker: { link: at('png') } })],
];

describe.each(DOORS)('%s', (_, send, body) => {
  test('is fetched where its URL redirects to, with the headers that its server wants', async () => {
    asked.length = 0;
    const { status, body: answer } = await send({ ...body(), mediaHeaders });
    expect({ isDone: status === 200 || status === 201, answer }).toEqual({ isDone: true, answer });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.map(([path]) => path)).toContainEqual(expect.stringMatching(/^\/price%20list/));
  });

  test('is refused without them, saying that the server wants a log-in, and with what does not fit', async () => {
    const refused = await send(body());
    expect(refused.status).toBe(400);
    const said = JSON.stringify(refused.body);
    expect(said).toContain('http_status: 401 instead of 200, the server wants a log-in');
    const wrong = await send({ ...body(), mediaHeaders: { host: 'a.test', 'x-a': SECRET } });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('mediaHeaders.host must not be set');
    expect(JSON.stringify([refused.body, wrong.body])).not.toContain(SECRET);
  });
});

test('a document has the name that its server gives it', async () => {
  const body = { number: NUMBER, mediatype: 'document', media: at('pdf'), mediaHeaders };
  const { key: sent } = (await app.call('POST', '/message/sendMedia/shop', body)).body;
  const all: { id: string }[] = (await app.call('GET', '/sandbox/shop/sent')).body;
  expect(all.find(({ id }) => id === sent.id)).toMatchObject({ fileName: 'Orçamento.pdf' });
});

test('the headers of a file are nowhere on disk, and in no event or answer, also when it waits', async () => {
  const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { number: NUMBER, mediatype: 'image', media: at('png'), mediaHeaders, scheduleAt };
  const queued = await app.call('POST', '/message/sendMedia/shop', body);
  expect(queued.status).toBe(201);
  const shown = await Promise.all(
    ['/message/scheduled/shop', '/event/find/shop', '/sandbox/shop/sent'].map((path) =>
      app.call('GET', path),
    ),
  );
  expect(JSON.stringify(shown.map((one) => one.body))).not.toContain(SECRET);
  const names = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  for (const file of names.filter((one) => one.isFile())) {
    const bytes = await Bun.file(join(file.parentPath, file.name)).bytes();
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  }
});

test.each([
  [{ 'x-a': 'b\nc' }, 'mediaHeaders.x-a must hold only visible ASCII'],
  [{ 'x a': 'b' }, 'mediaHeaders."x a" must have a valid header name'],
  [{ 'x-a': 5 }, 'mediaHeaders.x-a must be a text'],
  [{ a: '1', A: '2' }, 'mediaHeaders.A must not be given twice'],
  [{ 'content-length': '5' }, 'mediaHeaders.content-length must not be set'],
  [{ 'accept-encoding': 'gzip' }, 'mediaHeaders.accept-encoding must not be set'],
  [{ Range: 'bytes=0-5' }, 'mediaHeaders.Range must not be set'],
  [{ 'if-none-match': '"a"' }, 'mediaHeaders.if-none-match must not be set'],
  [{ 'x-a': 'x'.repeat(4097) }, 'mediaHeaders.x-a must have at most 4096 bytes'],
  [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x-${at}`, 'a'])), 'at most 20'],
  [['a'], 'mediaHeaders must be an object of texts'],
  ['a: b', 'mediaHeaders must be an object of texts'],
])('400 mediaHeaders %j', async (wrong, why) => {
  const body = { number: NUMBER, mediatype: 'image', media: at('png'), mediaHeaders: wrong };
  const answer = await app.call('POST', '/message/sendMedia/shop', body);
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(why)]);
});

test('400 mediaHeaders for files at several hosts, which only one of them may get', async () => {
  const elsewhere = files.url.origin.replace('127.0.0.1', '127.0.0.2');
  const cards = [
    { ...CARD, imageUrl: at('png') },
    { ...CARD, imageUrl: `${elsewhere}/a.png` },
  ];
  const body = { number: NUMBER, interactive: 'try', body: 'Today', cards, mediaHeaders };
  asked.length = 0;
  const answer = await app.call('POST', '/message/sendCarousel/shop', body);
  expect(answer.status).toBe(400);
  expect(asked).toEqual([]);
});

test('201 mediaHeaders that are null or empty are none', async () => {
  for (const none of [null, {}]) {
    const body = { number: NUMBER, mediatype: 'image', media: PICTURE, mediaHeaders: none };
    expect((await app.call('POST', '/message/sendMedia/shop', body)).status).toBe(201);
  }
});
