/** Stickers: what phones show as one, whatever picture it was made of. */
import { describe, expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { webpOf } from '../../../../src/core/shared/webp.ts';
import { gifOf } from '../../../doubles/file-beginnings.ts';
import { jpegOfScans } from '../../../helpers/many-scans.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511999990000';

/** A picture of one colour. */
function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([200, 30, 60, 255], at);
  return PNG.sync.write(png);
}

/** What the session is given for a file, or the refusal. */
async function sentFor(file: Uint8Array | string) {
  const { g } = await openGateway();
  const sent = noteMedia(g);
  const sticker = typeof file === 'string' ? file : Buffer.from(file).toString('base64');
  const answer = await g.call('POST', '/message/sendSticker/shop', {
    body: { number: NUMBER, sticker },
  });
  if (answer.status === 201) expect(sent).toHaveLength(1);
  else expect(sent).toEqual([]);
  return { sticker: sent[0], refusal: `${answer.status} ${answer.body.error?.message}` };
}

/** The colours of a file, four numbers a pixel. */
async function pixelsOf(bytes: Uint8Array) {
  const { data, width } = PNG.sync.read(Buffer.from(await new Bun.Image(bytes).png().bytes()));
  return (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

describe('POST /message/sendSticker', () => {
  test('201 WebP is sent as it is, whatever its size', async () => {
    for (const options of [{}, { lossless: true }]) {
      const bytes = await new Bun.Image(picture(40, 20)).webp(options).bytes();
      const { sticker } = await sentFor(bytes);
      expect(sticker).toEqual({
        number: NUMBER,
        kind: 'sticker',
        bytes: new Uint8Array(bytes),
        mimetype: 'image/webp',
      });
    }
  });

  test('201 any other picture becomes WebP of 512 by 512 pixels', async () => {
    const jpeg = await new Bun.Image(picture(30, 30)).jpeg().bytes();
    for (const file of [picture(30, 30), jpeg, picture(900, 900)]) {
      const { sticker } = await sentFor(file);
      expect(sticker).toMatchObject({ kind: 'sticker', mimetype: 'image/webp' });
      expect(webpOf(sticker!.bytes)).toMatchObject({ width: 512, height: 512, isAnimated: false });
    }
  });

  test('201 a repetition says again what the first answer said beside the message', async () => {
    const { g } = await openGateway();
    noteMedia(g);
    const sticker = gifOf(2).toString('base64');
    const send = (field?: string) =>
      g.call('POST', '/message/sendSticker/shop', {
        body: { number: NUMBER, sticker, ...(field && { [field]: 1 }) },
        headers: { 'idempotency-key': `key-of-${field}` },
      });
    for (const field of [undefined, 'quotd']) {
      const [first, second, third] = [await send(field), await send(field), await send(field)];
      expect(first.body.warnings).toHaveLength(field === undefined ? 1 : 2);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect([second.body, third.body]).toEqual([first.body, first.body]);
    }
  });

  test('201 a moving GIF stands still, which the answer says', async () => {
    const { g } = await openGateway();
    noteMedia(g);
    const send = async (operation: string, body: object) => {
      const answer = await g.call('POST', `/message/${operation}/shop`, {
        body: { number: NUMBER, ...body },
      });
      return [answer.status, answer.body.warnings];
    };
    const [moving, still] = [gifOf(2), gifOf(1)].map((gif) => gif.toString('base64'));
    expect(await send('sendSticker', { sticker: moving })).toEqual([
      201,
      [expect.stringContaining('the sticker stands still')],
    ]);
    expect(await send('sendSticker', { sticker: still })).toEqual([201, undefined]);
    expect(await send('sendMedia', { mediatype: 'image', media: moving })).toEqual([
      201,
      [expect.stringContaining('gifPlayback')],
    ]);
    expect(await send('sendMedia', { mediatype: 'image', media: still })).toEqual([201, undefined]);
    expect(await send('sendMedia', { mediatype: 'document', media: moving })).toEqual([
      201,
      undefined,
    ]);
  });

  test('201 a picture that is not square is not stretched: its edges are transparent', async () => {
    for (const [width, height] of [
      [100, 50],
      [300, 601],
    ] as const) {
      const { sticker } = await sentFor(picture(width, height));
      expect(webpOf(sticker!.bytes)).toMatchObject({ width: 512, height: 512 });
      const at = await pixelsOf(sticker!.bytes);
      const isWide = width > height;
      expect(at(256, 256)[3]).toBe(255);
      expect(Math.abs(at(256, 256)[0]! - 200)).toBeLessThan(10);
      for (const edge of [5, 506]) {
        expect((isWide ? at(256, edge) : at(edge, 256))[3]).toBe(0);
        expect((isWide ? at(edge, 256) : at(256, edge))[3]).toBe(255);
      }
    }
  });

  test('201 a picture full of detail still becomes a small sticker', async () => {
    const png = new PNG({ width: 512, height: 300 });
    for (let at = 0; at < png.data.length; at++) png.data[at] = ((at * 7919) % 251) | 1;
    const { sticker } = await sentFor(PNG.sync.write(png));
    expect(sticker!.bytes.byteLength).toBeLessThan(300 * 1024);
  });

  test('413 WebP that is too large for phones to show', async () => {
    const webp = await new Bun.Image(picture(20, 20)).webp().bytes();
    const large = Buffer.concat([webp, Buffer.alloc(512 * 1024)]);
    expect((await sentFor(large)).refusal).toBe('413 a WebP sticker is larger than 524288 bytes');
  });

  const png = picture(60, 30);
  const huge = Buffer.from(png);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  test.each([
    ['what is no picture', Buffer.from('no picture at all'), 'sticker is no picture'],
    ['a picture cut short', png.subarray(0, 60), 'sticker is a damaged picture'],
    ['a picture that claims to be huge', huge, 'sticker has more than 16777216 pixels'],
    ['a picture that is very long', picture(16_385, 1), 'sticker is more than 16384 pixels long'],
    ['no file', '', 'sticker must not be empty'],
    ['no base64', '%%%', 'sticker must be a file in base64'],
  ])('400 %s', async (_what, file, text) => {
    expect((await sentFor(file)).refusal).toStartWith(`400 ${text}`);
  });

  test('201 a photograph of ten scans, and 400 one of so many that it would be open for long', async () => {
    expect((await sentFor(await jpegOfScans(png, 10))).sticker).toBeDefined();
    const many = await sentFor(await jpegOfScans(png, 101));
    expect(many.refusal).toBe('400 sticker is a JPEG of 101 scans, more than 100');
    const large = await jpegOfScans(png, 70);
    const size = large.indexOf(Buffer.from([0xff, 0xc2])) + 5;
    large.writeUInt32BE((4_000 << 16) | 4_000, size);
    const { refusal } = await sentFor(large);
    expect(refusal).toBe('400 sticker is a JPEG of 70 scans, too many for its size');
  });

  test('409 an instance that is not connected', async () => {
    const { g } = await openGateway();
    await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
    const body = { number: NUMBER, sticker: png.toString('base64') };
    const { status } = await g.call('POST', '/message/sendSticker/shop', { body });
    expect(status).toBe(409);
    expect(g.provider.of('shop').calls).toEqual([]);
  });
});
