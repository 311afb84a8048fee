/** The file of a message, later: from the whole product, over the sandbox. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { type RunningApp, startApp } from '../../../helpers/app.ts';
import { until } from '../../../helpers/until.ts';

const PLACE = '/chat/getBase64FromMediaMessage/shop';

let app: RunningApp;
let key: string;
beforeAll(async () => {
  app = await startApp();
  key = await app.openInstance('shop');
});
afterAll(() => app.stop());

const fileOf = (id: unknown) => app.call('POST', PLACE, { message: { key: { id } } }, key);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

test('201 the file of a message that arrived, with what was said of it', async () => {
  const image = { kind: 'image', from: '5511888880000', caption: 'Look' };
  const { body: arrived } = await app.call('POST', '/sandbox/shop/message', image);
  const { status, body } = await fileOf(arrived.messageId);
  const { bytes } = SAMPLES.image;
  expect([status, body]).toEqual([
    201,
    {
      mediaType: 'imageMessage',
      fileName: null,
      caption: 'Look',
      size: { fileLength: bytes.byteLength, height: 1, width: 1 },
      mimetype: 'image/png',
      base64: base64(bytes),
    },
  ]);
});

test('201 the file of a message that was sent', async () => {
  const media = Buffer.from('a,b').toString('base64');
  const sent = await app.call('POST', '/message/sendMedia/shop', {
    number: '5511888880000',
    mediatype: 'document',
    media,
    fileName: 'prices.csv',
  });
  const { status, body } = await fileOf(sent.body.key.id);
  expect([status, body]).toEqual([
    201,
    {
      mediaType: 'documentMessage',
      fileName: 'prices.csv',
      caption: null,
      size: { fileLength: 3, height: null, width: null },
      mimetype: 'text/csv',
      base64: media,
    },
  ]);
});

test('400 without an id, and for a message without a file', async () => {
  expect((await fileOf(undefined)).status).toBe(400);
  expect((await app.call('POST', PLACE, {}, key)).status).toBe(400);
  const text = { kind: 'text', from: '5511888880000', text: 'Hello' };
  const { body } = await app.call('POST', '/sandbox/shop/message', text);
  const answer = await fileOf(body.messageId);
  expect([answer.status, answer.body.error.message]).toEqual([400, 'the message has no file']);
});

test('404 a message that is not stored', async () => {
  const { status, body } = await fileOf('3EB0NOBODY');
  expect([status, body.error.message]).toEqual([404, 'message not found']);
});

test('409 an instance that is not connected, and 410 once nobody has the file any more', async () => {
  const first = { kind: 'audio', from: '5511888880000' };
  const { body } = await app.call('POST', '/sandbox/shop/message', first);
  await app.call('POST', '/sandbox/shop/drop', {});
  expect((await fileOf(body.messageId)).status).toBe(409);
  await app.stop();
  // The sandbox keeps files in memory alone.
  app = await startApp({ dataDir: app.dataDir });
  await until('it is open again', async () => (await fileOf(body.messageId)).status !== 409);
  const { status, body: answer } = await fileOf(body.messageId);
  expect([status, answer.error.code]).toEqual([410, 'GONE']);
});
