import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import type { MediaKind } from '../../../src/core/providers/outgoing.ts';
import type { ArrivingMessage } from '../../../src/modules/sandbox/driver.ts';
import { openBench, refusal } from './setup.ts';

const KEY = expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/);
const BYTES = Buffer.from('any bytes will do');
const GIVEN = { from: '5511988887777', base64: BYTES.toString('base64') };

async function arrived(message: Partial<ArrivingMessage> & { kind: MediaKind }) {
  const { session, host } = await openBench({ mediaLimitBytes: 1000 });
  await session.message({ from: '5511988887777', ...message });
  const event = host.events[0];
  if (event?.type !== 'Message') throw new Error('no Message event');
  const { media, data } = event;
  return { media, data, fields: data.Message[`${message.kind}Message`] as Record<string, unknown> };
}

const common = {
  url: expect.stringMatching(/^https:\/\/mmg\.whatsapp\.net\/v\/t62\.7118-24\/[0-9a-f]{24}\.enc$/),
  fileSha256: createHash('sha256').update(BYTES).digest('base64'),
  fileLength: BYTES.length,
  mediaKey: KEY,
  fileEncSha256: KEY,
  directPath: expect.stringMatching(/^\/v\/t62\.7118-24\/[0-9a-f]{24}\.enc$/),
  mediaKeyTimestamp: Date.UTC(2026, 0, 5, 10) / 1000,
};

describe('an arriving media message', () => {
  test('image: has exactly these fields, and its bytes beside the payload', async () => {
    const { data, media, fields } = await arrived({ ...GIVEN, kind: 'image', caption: 'Look' });
    expect(fields).toEqual({
      ...common,
      mimetype: 'image/jpeg',
      caption: 'Look',
    });
    expect(Object.keys(data.Message)).toEqual(['imageMessage']);
    expect(data.Info).toMatchObject({ Type: 'media', MediaType: 'image' });
    expect(media).toEqual({ bytes: BYTES, mimetype: 'image/jpeg' });
    expect(JSON.stringify(data)).not.toContain(GIVEN.base64);
  });

  test('video: has exactly these fields', async () => {
    const { fields, data } = await arrived({ ...GIVEN, kind: 'video' });
    expect(fields).toEqual({
      ...common,
      mimetype: 'video/mp4',
      gifPlayback: false,
    });
    expect(data.Info.MediaType).toBe('video');
  });

  test('audio: has exactly these fields, and no caption', async () => {
    const { fields, data } = await arrived({ ...GIVEN, kind: 'audio', caption: 'never shown' });
    expect(fields).toEqual({
      ...common,
      mimetype: 'audio/ogg; codecs=opus',
      ptt: true,
    });
    expect(data.Info.MediaType).toBe('audio');
  });

  test('audio: is no voice note in another format', async () => {
    const { fields } = await arrived({ ...GIVEN, kind: 'audio', mimetype: 'audio/mpeg' });
    expect(fields).toMatchObject({ mimetype: 'audio/mpeg', ptt: false });
  });

  test('document: has exactly these fields, and is marked when it has a caption', async () => {
    const document = { ...GIVEN, kind: 'document', fileName: 'order.csv' } as const;
    const { fields, data } = await arrived({ ...document, mimetype: 'text/csv' });
    expect(fields).toEqual({
      ...common,
      mimetype: 'text/csv',
      title: 'order.csv',
      fileName: 'order.csv',
    });
    expect(data.IsDocumentWithCaption).toBe(false);
    const captioned = await arrived({ ...document, caption: 'Your order' });
    expect(captioned.fields.caption).toBe('Your order');
    expect(captioned.data.IsDocumentWithCaption).toBe(true);
  });

  test('image: reads the width and height of a PNG and of a JPEG', async () => {
    const png = PNG.sync.write(new PNG({ width: 7, height: 5 }));
    const sized = await arrived({ kind: 'image', base64: png.toString('base64') });
    expect(sized.fields).toMatchObject({ width: 7, height: 5 });
    // Start, a 4-byte comment, then a baseline frame of 300 by 200.
    const jpeg = 'ffd8 fffe0004abcd ffc0000b08 00c8 012c 0101110000';
    const base64 = Buffer.from(jpeg.replaceAll(' ', ''), 'hex').toString('base64');
    expect((await arrived({ kind: 'image', base64 })).fields).toMatchObject({
      width: 300,
      height: 200,
    });
    const cut = Buffer.from('ffd8ffc0', 'hex').toString('base64');
    expect((await arrived({ kind: 'image', base64: cut })).fields).not.toHaveProperty('width');
  });

  test('over the limit arrives with the reason in place of its bytes', async () => {
    const base64 = Buffer.alloc(1001).toString('base64');
    const { media, fields } = await arrived({ kind: 'document', base64 });
    expect(media).toEqual({ error: 'the media has 1001 bytes, more than 1000' });
    expect(fields).toMatchObject({ fileLength: 1001 });
    const atLimit = Buffer.alloc(1000).toString('base64');
    expect((await arrived({ kind: 'document', base64: atLimit })).media).toHaveProperty('bytes');
  });

  test('takes base64 with line breaks or without padding', async () => {
    const broken = GIVEN.base64.replace(/=+$/, '').replace(/(.{8})/g, '$1\r\n');
    const { media } = await arrived({ kind: 'document', base64: broken });
    expect(media).toMatchObject({ bytes: BYTES });
  });

  test('is refused when base64 or mimetype cannot be', async () => {
    const { session, host } = await openBench();
    const tried = (message: Partial<ArrivingMessage>) =>
      refusal(session.message({ ...GIVEN, kind: 'image', ...message }));
    for (const base64 of ['', '====', 'not base64!', 'abcde', 'data:image/png;base64,iVBO']) {
      expect(await tried({ base64 })).toBe(
        'invalid: base64 must be a file in base64, without a data: prefix',
      );
    }
    for (const mimetype of ['png', 'image/', 'image/png\r\nx: y', '']) {
      expect(await tried({ mimetype })).toBe(
        'invalid: mimetype must be a media type such as image/png',
      );
    }
    expect(host.recorded).toEqual([]);
  });
});

describe('a media message without bytes', () => {
  const HEADS: Record<MediaKind, string> = {
    image: '\x89PNG\r\n\x1a\n',
    video: '\0\0\0\x18ftypisom',
    audio: 'OggS',
    document: '%PDF-1.4',
  };

  test.each([
    ['image', { mimetype: 'image/png', width: 1, height: 1 }],
    ['video', { mimetype: 'video/mp4', seconds: 1 }],
    ['audio', { mimetype: 'audio/ogg; codecs=opus', seconds: 1, ptt: true }],
    ['document', { mimetype: 'application/pdf', fileName: 'document.pdf' }],
  ] as const)('%s: carries a real file and says what is true of it', async (kind, truth) => {
    const { media, fields } = await arrived({ kind });
    if (!media || !('bytes' in media)) throw new Error('no bytes');
    const bytes = Buffer.from(media.bytes);
    expect(bytes.toString('latin1')).toStartWith(HEADS[kind]);
    expect(media.mimetype).toBe(truth.mimetype);
    expect(fields).toMatchObject({
      ...truth,
      fileLength: bytes.length,
      fileSha256: createHash('sha256').update(bytes).digest('base64'),
    });
  });

  test('has the name and mimetype that its sender claims', async () => {
    const claimed = { fileName: 'contract.pdf', mimetype: 'application/x-contract' };
    const { media, fields } = await arrived({ kind: 'document', ...claimed });
    expect(fields).toMatchObject({ ...claimed, title: 'contract.pdf' });
    expect(media).toMatchObject({ mimetype: 'application/x-contract' });
  });

  test('image: is a picture of one pixel', async () => {
    const { media } = await arrived({ kind: 'image' });
    const { bytes } = media as { bytes: Uint8Array };
    const { width, height } = PNG.sync.read(Buffer.from(bytes));
    expect([width, height]).toEqual([1, 1]);
  });
});
