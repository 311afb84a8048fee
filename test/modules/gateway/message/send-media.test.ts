import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { BEGINNINGS } from '../../../doubles/file-beginnings.ts';
import type { Call, Gateway } from '../../../helpers/gateway.ts';
import { noteMedia, openGateway } from './setup.ts';

/** Bytes of no known format, so that other things say the type. */
const PIXEL = Buffer.from('\0a picture of one pixel');
const base64 = PIXEL.toString('base64');
const IMAGE = { number: '5511999990000', mediatype: 'image', media: base64 };

const send = ({ call }: Gateway, body: unknown = IMAGE, request: Call = {}, name = 'shop') =>
  call('POST', `/message/sendMedia/${name}`, { body, ...request });

/** What the session is given for a body, or the refusal. */
async function sentFor(body: object) {
  const { g } = await openGateway();
  const sent = noteMedia(g);
  const answer = await send(g, { ...IMAGE, ...body });
  return sent[0] ?? `${answer.status} ${answer.body.error.message}`;
}

describe('POST /message/sendMedia', () => {
  test('201 with the key of the message', async () => {
    const { g, key } = await openGateway();
    for (const request of [{}, { key }]) {
      const { status, body } = await send(g, IMAGE, request);
      expect(status).toBe(201);
      expect(body).toEqual({
        key: { remoteJid: '5511999990000@s.whatsapp.net', fromMe: true, id: '3EB0C0FFEE' },
        pushName: 'Shop',
        status: 'PENDING',
        message: { conversation: 'hello' },
        messageType: 'conversation',
        messageTimestamp: 1_767_607_200,
        instanceId: g.directory.byName('shop')?.id,
        source: 'web',
      });
    }
  });

  test('201 the file reaches the session as it was given, extra fields left out', async () => {
    const file = { mediatype: 'document', mimetype: 'application/pdf', fileName: 'menu.pdf' };
    const more = { number: '+55 11 99999-0000', caption: 'Menu', color: 'red' };
    expect(await sentFor({ ...file, ...more })).toEqual({
      number: '5511999990000',
      kind: 'document',
      bytes: new Uint8Array(PIXEL),
      mimetype: 'application/pdf',
      caption: 'Menu',
      fileName: 'menu.pdf',
    });
    expect(
      await sentFor({ number: '1-2@g.us', mediatype: 'Image', caption: '', fileName: null }),
    ).toEqual({
      number: '1-2@g.us',
      kind: 'image',
      bytes: new Uint8Array(PIXEL),
      mimetype: 'image/jpeg',
    });
  });

  test('201 base64 may come in lines, or as a data: URL whose type counts when none is given', async () => {
    const lines = base64.replace(/(.{4})/g, '$1\r\n');
    expect(await sentFor({ media: lines })).toMatchObject({ bytes: new Uint8Array(PIXEL) });
    const media = `data:image/webp;base64,${base64}`;
    const bytes = new Uint8Array(PIXEL);
    expect(await sentFor({ media })).toMatchObject({ bytes, mimetype: 'image/webp' });
    const typed = { media, mimetype: 'image/png' };
    expect(await sentFor(typed)).toMatchObject({ mimetype: 'image/png' });
    const bare = `data:;base64,${base64}`;
    expect(await sentFor({ media: bare })).toMatchObject({ bytes, mimetype: 'image/jpeg' });
    const voice = { mediatype: 'audio', media: `data:audio/ogg; codecs=opus;base64,${base64}` };
    expect(await sentFor(voice)).toMatchObject({ mimetype: 'audio/ogg; codecs=opus' });
  });

  test('201 what may be seen once says so, and other files say nothing', async () => {
    for (const mediatype of ['image', 'video', 'audio'])
      expect(await sentFor({ mediatype, viewOnce: true })).toMatchObject({ viewOnce: true });
    for (const viewOnce of [false, undefined])
      expect(await sentFor({ viewOnce })).not.toHaveProperty('viewOnce');
  });

  test('201 a video may be played as a GIF, and nothing else may', async () => {
    const video = { mediatype: 'video', media: BEGINNINGS.mp4.toString('base64') };
    expect(await sentFor({ ...video, gifPlayback: true })).toMatchObject({
      gifPlayback: true,
      mimetype: 'video/mp4',
    });
    for (const gifPlayback of [false, undefined])
      expect(await sentFor({ ...video, gifPlayback })).not.toHaveProperty('gifPlayback');
    expect(await sentFor({ gifPlayback: false })).not.toHaveProperty('gifPlayback');
    for (const mediatype of ['image', 'audio', 'document'])
      expect(await sentFor({ mediatype, gifPlayback: true })).toBe(
        '400 gifPlayback must be false unless it is a video',
      );
    const gif = { ...video, media: BEGINNINGS.gif.toString('base64'), gifPlayback: true };
    expect(await sentFor(gif)).toBe(
      '400 media is GIF, which phones do not show as video: send MP4 with H.264',
    );
  });

  test('201 a document has a name, and a type by it', async () => {
    const document = { mediatype: 'document' };
    expect(await sentFor(document)).toMatchObject({
      fileName: 'file.bin',
      mimetype: 'application/octet-stream',
    });
    const typed = { ...document, mimetype: 'application/pdf' };
    expect(await sentFor(typed)).toMatchObject({ fileName: 'file.pdf' });
    const named = { ...document, fileName: 'Prices.CSV' };
    expect(await sentFor(named)).toMatchObject({ fileName: 'Prices.CSV', mimetype: 'text/csv' });
  });

  const oneLine = 'must be a file in base64, or the http or https URL of one';
  const wrong: [string, object, string][] = [
    ['number is missing', { number: undefined }, 'number is required'],
    [
      'number is no recipient',
      { number: 'my friend' },
      'number must be a phone number with its country code',
    ],
    ['mediatype is missing', { mediatype: undefined }, 'mediatype is required'],
    ['mediatype is unknown', { mediatype: 'sticker' }, 'mediatype must be one of image, video'],
    ['mediatype is a name of every object', { mediatype: 'constructor' }, 'mediatype must be one'],
    ['media is missing', { media: undefined }, 'media is required'],
    ['media is no text', { media: { url: 'http://a.test/' } }, `media ${oneLine}`],
    ['media is empty', { media: '' }, 'media must not be empty'],
    ['media is an empty data: URL', { media: 'data:image/png;base64,' }, 'media must not be empty'],
    ['media is no base64', { media: 'not base64!' }, `media ${oneLine}`],
    ['media is cut short', { media: base64.slice(0, -3) }, 'media is base64 that was cut off'],
    ['media is another kind of URL', { media: 'ftp://a.test/a' }, `media ${oneLine}`],
    ['the type of a data: URL is none', { media: 'data:x;base64,YQ==' }, 'media must be a data:'],
    ['media is no valid URL', { media: 'http://' }, 'media must begin with http:// or https://'],
    ['the URL holds credentials', { media: 'http://a:b@a.test/' }, 'media must not hold cred'],
    ['mimetype is none', { mimetype: 'png' }, 'mimetype must be a media type'],
    ['mimetype holds a line end', { mimetype: 'a/b\n; c' }, 'mimetype must be a media type'],
    ['mimetype is too long', { mimetype: `a/${'b'.repeat(254)}` }, 'mimetype must be a media'],
    ['caption is too long', { caption: 'x'.repeat(1025) }, 'caption must be a text of at most'],
    ['caption is no text', { caption: 7 }, 'caption must be a text'],
    ['fileName holds a path', { fileName: '../a.pdf' }, 'fileName must be a name'],
    ['fileName holds a backslash', { fileName: 'a\\b.pdf' }, 'fileName must be a name'],
    ['fileName holds a control character', { fileName: 'a\u0000.pdf' }, 'fileName must be a name'],
    ['fileName is a folder', { fileName: '..' }, 'fileName must be a name'],
    ['viewOnce is no boolean', { viewOnce: 'yes' }, 'viewOnce must be true or false'],
    [
      'a document is to be seen once',
      { mediatype: 'document', viewOnce: true },
      'viewOnce must be false for a document',
    ],
    ['fileName is too long', { fileName: 'x'.repeat(256) }, 'fileName must be a name'],
  ];
  test.each(wrong)('400 %s', async (_what, body, text) => {
    const { g } = await openGateway();
    const answer = await send(g, { ...IMAGE, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('BAD_REQUEST');
    expect(answer.body.error.message).toStartWith(text);
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test('400 names every wrong field', async () => {
    const { g } = await openGateway();
    const all = { mimetype: 'x', caption: 1, fileName: '/' };
    const { body } = await send(g, all);
    expect(body.error.message.split('; ').map((one: string) => one.split(' ')[0])).toEqual([
      'number',
      'mediatype',
      'media',
      'mimetype',
      'caption',
      'fileName',
    ]);
  });

  test('400 a bad name, 401 no key, 403 another key, 404 unknown', async () => {
    const { g, key } = await openGateway();
    expect((await send(g, IMAGE, {}, '-x')).status).toBe(400);
    expect((await send(g, IMAGE, { key: null })).status).toBe(401);
    expect((await send(g, {}, { key }, 'cafe')).status).toBe(403);
    expect((await send(g, IMAGE, {}, 'nobody')).status).toBe(404);
  });

  test('409 an instance that is not connected', async () => {
    const { g } = await openGateway();
    await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
    const { status, body } = await send(g);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'instance shop is not connected',
    });
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test("400 a provider's own refusal passes as it is, and 500 does not show the provider's words", async () => {
    const { g } = await openGateway();
    g.provider.script.sendMedia = async () => {
      throw new AppError('invalid', 'the number is not on this platform');
    };
    expect((await send(g)).body.error.message).toBe('the number is not on this platform');
    g.provider.script.sendMedia = async () => {
      throw new Error('socket 10.0.0.7 reset');
    };
    const { status, body } = await send(g);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
  });
});

describe('Idempotency-Key on sendMedia', () => {
  const once = { headers: { 'idempotency-key': 'order-17' } };

  test('201 a repetition is answered and not sent', async () => {
    const { g } = await openGateway();
    const first = await send(g, IMAGE, once);
    const second = await send(g, IMAGE, once);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(g.provider.of('shop').calls).toEqual(['sendMedia']);
  });

  test('409 the same key with another file', async () => {
    const { g } = await openGateway();
    await send(g, IMAGE, once);
    const { status, body } = await send(g, { ...IMAGE, media: 'YQ==' }, once);
    expect(status).toBe(409);
    expect(body.error.code).toBe('CONFLICT');
    expect(g.provider.of('shop').calls).toEqual(['sendMedia']);
  });
});
