/** Files sent as a form, as the clients of other gateways upload them. */
import { describe, expect, test } from 'bun:test';
import { MEDIA_BYTES_MAX } from '../../../../src/core/events/contract/catalog.ts';
import { wavOf } from '../../../doubles/sound-files.ts';
import { resolved } from '../../../helpers/api-document.ts';
import { type Answer, GLOBAL_KEY } from '../../../helpers/app.ts';
import { sharedApp } from '../../../helpers/shared.ts';

const ANA = '5511888880000';
/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const app = sharedApp({ instances: ['shop'] });

interface Upload {
  readonly file?: Blob;
  readonly name?: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function upload(
  operation: string,
  { file, name = 'file.bin', texts = {}, headers = {} }: Upload,
): Promise<Omit<Answer, 'headers'>> {
  const form = new FormData();
  for (const [field, text] of Object.entries({ number: ANA, ...texts })) form.set(field, text);
  if (file) form.set('file', file, name);
  const response = await fetch(`${app.url}/message/${operation}/shop`, {
    method: 'POST',
    headers: { apikey: GLOBAL_KEY, ...headers },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;

describe('201', () => {
  test('a document keeps the name and the type that its part has', async () => {
    const file = new Blob(['a,b'], { type: 'text/csv' });
    const texts = { mediatype: 'document', caption: 'Prices' };
    const { status, body } = await upload('sendMedia', { file, name: 'prices.csv', texts });
    expect([status, body.messageType]).toEqual([201, 'documentMessage']);
    expect((await sent()).at(-1)).toMatchObject({
      kind: 'document',
      fileName: 'prices.csv',
      mimetype: 'text/csv',
      caption: 'Prices',
      size: 3,
    });
  });

  test('an image may be seen once and answer a message', async () => {
    const arrival = { kind: 'text', from: ANA, text: 'Show me' };
    const { messageId: id } = (await app.call('POST', '/sandbox/shop/message', arrival)).body;
    const quoted = JSON.stringify({ key: { id } });
    const { status } = await upload('sendMedia', {
      file: new Blob([PNG], { type: 'image/png' }),
      texts: { mediatype: 'image', viewOnce: 'true', quoted },
    });
    expect(status).toBe(201);
    expect((await sent()).at(-1)).toMatchObject({ kind: 'image', viewOnce: true, quoted: id });
  });

  test('a voice note, a sticker and a status', async () => {
    const sound = new Blob([wavOf()], { type: 'audio/wav' });
    expect((await upload('sendWhatsAppAudio', { file: sound })).body.messageType).toBe(
      'audioMessage',
    );
    const picture = new Blob([PNG], { type: 'image/png' });
    expect((await upload('sendSticker', { file: picture })).body.messageType).toBe(
      'stickerMessage',
    );
    const texts = { type: 'image', statusJidList: ANA };
    expect((await upload('sendStatus', { file: picture, texts })).status).toBe(201);
  });

  test('a repetition with the same file is answered and not sent, one with another is refused', async () => {
    const headers = { 'idempotency-key': 'form-1' };
    const texts = { mediatype: 'document' };
    const first = await upload('sendMedia', { file: new Blob(['one']), texts, headers });
    const count = (await sent()).length;
    const again = await upload('sendMedia', { file: new Blob(['one']), texts, headers });
    expect(again.body.key).toEqual(first.body.key);
    const other = await upload('sendMedia', { file: new Blob(['two']), texts, headers });
    expect(other.status).toBe(409);
    expect(await sent()).toHaveLength(count);
  });
});

describe('what is wrong is named, and nothing is sent', () => {
  test('400 without a file, with an empty one, and with fields that are none', async () => {
    const before = await sent();
    const texts = { mediatype: 'image' };
    const none = await upload('sendMedia', { texts });
    expect([none.status, none.body.error.message]).toEqual([400, 'media is required']);
    const empty = await upload('sendMedia', { file: new Blob([]), texts });
    expect([empty.status, empty.body.error.message]).toEqual([400, 'media must not be empty']);
    const wrong = await upload('sendMedia', {
      file: new Blob([PNG]),
      texts: { mediatype: 'image', viewOnce: 'perhaps', delay: 'soon' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.message).toContain('viewOnce must be true or false; delay must be');
    expect(await sent()).toEqual(before);
  });

  test('413 a file of more than 16 MiB', async () => {
    const file = new Blob([new Uint8Array(MEDIA_BYTES_MAX + 1)]);
    const { status, body } = await upload('sendMedia', { file, texts: { mediatype: 'document' } });
    expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('400 a field that holds more values or levels than a JSON body may have', async () => {
    const refusalOf = async (texts: Readonly<Record<string, string>>) => {
      const file = new Blob([PNG]);
      const { status, body } = await upload('sendMedia', {
        file,
        texts: { mediatype: 'image', ...texts },
      });
      return [status, body.error.message];
    };
    const tooMany = [400, 'The body holds more than 100000 values'];
    expect(await refusalOf({ quoted: '['.repeat(1 << 20) })).toEqual(tooMany);
    expect(await refusalOf({ mentioned: `${ANA},`.repeat(150_000) })).toEqual(tooMany);
    expect(await refusalOf({ quoted: `{"key":${'{"a":'.repeat(70)}1${'}'.repeat(71)}` })).toEqual([
      400,
      'The body is nested deeper than 64 levels',
    ]);
  });

  test('415 where no file is sent', async () => {
    const { status, body } = await upload('sendText', { texts: { text: 'hello' } });
    expect([status, body.error.message]).toEqual([
      415,
      'The body must be JSON: content-type application/json',
    ]);
  });
});

test('the document says which operations take a form, with the file as a part of its own', async () => {
  const { paths } = await resolved((await app.call('GET', '/swagger/json', undefined, null)).body);
  const contentOf = (operation: string) =>
    paths[`/message/${operation}/{instanceName}`].post.requestBody.content;
  for (const operation of [
    'sendMedia',
    'sendWhatsAppAudio',
    'sendPtv',
    'sendSticker',
    'sendStatus',
  ]) {
    const form = contentOf(operation)['multipart/form-data'];
    expect([operation, form?.schema.properties.file.type]).toEqual([operation, 'string']);
  }
  expect(contentOf('sendMedia')['multipart/form-data'].schema.required).toEqual([
    'number',
    'mediatype',
    'file',
  ]);
  expect(Object.keys(contentOf('sendText'))).toEqual(['application/json']);
});
