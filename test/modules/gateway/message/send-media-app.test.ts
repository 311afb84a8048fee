/** Sending media with everything in place: bodies of full size, callers that leave, and networks that are closed. */
import { expect, test } from 'bun:test';
import { MEDIA_BYTES_MAX } from '../../../../src/core/events/contract/catalog.ts';
import { hang, startReceiver } from '../../../doubles/receiver.ts';
import { tone, wavOf } from '../../../doubles/sound-files.ts';
import { GLOBAL_KEY, startApp } from '../../../helpers/app.ts';
import { shared, sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const PLACE = '/message/sendMedia/shop';
const IMAGE = { number: '5511999990000', mediatype: 'image' };

const server = shared(startReceiver);
const app = sharedApp({ instances: ['shop'] });

const ofSize = (bytes: number) => ({ ...IMAGE, media: Buffer.alloc(bytes, 1).toString('base64') });

test('201 the largest file there may be, and 413 one byte more', async () => {
  const most = await app.call('POST', PLACE, ofSize(MEDIA_BYTES_MAX));
  expect(most.status).toBe(201);
  const { body: sent } = await app.call('GET', '/sandbox/shop/sent');
  expect(sent).toEqual([
    {
      id: most.body.key.id,
      number: '5511999990000',
      remoteJid: '5511999990000@s.whatsapp.net',
      kind: 'image',
      mimetype: 'image/jpeg',
      size: MEDIA_BYTES_MAX,
      timestamp: most.body.messageTimestamp,
    },
  ]);
  const more = await app.call('POST', PLACE, ofSize(MEDIA_BYTES_MAX + 1));
  expect(more.status).toBe(413);
  expect(more.body.error).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: `media is larger than ${MEDIA_BYTES_MAX} bytes`,
  });
});

test('201 a WAV is sent as a voice note with its length and waveform', async () => {
  const wave = (at: number) => (at < 1 ? tone(440, 0.9)(at) : 0);
  const audio = wavOf({ rate: 44_100, channels: 2, seconds: 2, wave }).toString('base64');
  const body = { number: IMAGE.number, audio };
  const sent = await app.call('POST', '/message/sendWhatsAppAudio/shop', body);
  expect(sent.status).toBe(201);
  const { audioMessage } = sent.body.message;
  expect(audioMessage).toMatchObject({ ptt: true, seconds: 2, mimetype: 'audio/ogg; codecs=opus' });
  const waveform = Buffer.from(audioMessage.waveform, 'base64');
  expect([waveform.length, waveform[16], waveform[48]]).toEqual([64, 100, 0]);
});

test('201 a WAV as audio is a voice note too, as Opus is, and the answer says what was lost', async () => {
  const seconds = 2;
  const media = wavOf({ rate: 44_100, channels: 2, seconds, wave: tone(440, 0.9) });
  for (const named of ['audio/wav', 'audio/mpeg', 'application/octet-stream']) {
    const body = {
      number: IMAGE.number,
      mediatype: 'audio',
      media: `data:${named};base64,${media.toString('base64')}`,
    };
    const sent = await app.call('POST', '/message/sendMedia/shop', body);
    expect(sent.status).toBe(201);
    const { audioMessage } = sent.body.message;
    expect(audioMessage).toMatchObject({ seconds, ptt: true, mimetype: 'audio/ogg; codecs=opus' });
    expect(sent.body.warnings).toEqual([expect.stringContaining('phones do not play WAV')]);
  }
});

test.each([
  ['cut in its header', (wav: Buffer) => wav.subarray(0, 20)],
  ['without sound', (wav: Buffer) => wav.subarray(0, 44)],
  [
    'without a format',
    (wav: Buffer) => wav.fill('x', wav.indexOf('fmt '), wav.indexOf('fmt ') + 4),
  ],
])('400 a WAV as audio that is %s', async (_, spoil) => {
  const media = spoil(wavOf({ rate: 8_000, seconds: 1, wave: tone(440, 0.9) })).toString('base64');
  const body = { number: IMAGE.number, mediatype: 'audio', media };
  const { status, body: answer } = await app.call('POST', '/message/sendMedia/shop', body);
  expect([status, answer.error?.message]).toEqual([400, expect.stringMatching(/^audio /)]);
});

test('413 a sticker of 10 MB, and nothing is sent', async () => {
  const sticker = Buffer.alloc(10_000_000, 1).toString('base64');
  const body = { number: IMAGE.number, sticker };
  const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body.length;
  const before = await sent();
  const answer = await app.call('POST', '/message/sendSticker/shop', body);
  expect([answer.status, answer.body.error.message]).toEqual([
    413,
    'media is larger than 5242880 bytes',
  ]);
  expect(await sent()).toBe(before);
});

test('413 a body of more than 32 MiB, 415 one that is neither JSON nor a form', async () => {
  const { status, body } = await app.call('POST', PLACE, { ...IMAGE, media: 'A'.repeat(2 ** 25) });
  expect(status).toBe(413);
  expect(body.error.code).toBe('PAYLOAD_TOO_LARGE');
  const headers = { apikey: GLOBAL_KEY, 'content-type': 'text/plain' };
  const answer = await fetch(app.url + PLACE, { method: 'POST', headers, body: 'abc' });
  expect(answer.status).toBe(415);
});

test('a file is no longer fetched when the caller has disconnected', async () => {
  server.script(hang);
  const caller = new AbortController();
  const call = fetch(app.url + PLACE, {
    method: 'POST',
    headers: { apikey: GLOBAL_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ ...IMAGE, media: `${server.url}/a.png` }),
    signal: caller.signal,
  });
  await until('it is asked for', () => server.requests.length === 1);
  caller.abort();
  await call.catch(() => {});
  await until('the connection is closed', () => server.open() === 0);
});

test('400 by address and by localhost where WEBHOOK_ALLOW_NETWORKS names nothing', async () => {
  const closed = await startApp({ env: { WEBHOOK_ALLOW_NETWORKS: 'none' } });
  await closed.openInstance('shop');
  const refusal = async (host: string) => {
    const media = `http://${host}:${server.port}/a.png`;
    const { status, body } = await closed.call('POST', PLACE, { ...IMAGE, media });
    return `${status} ${body.error.message}`;
  };
  const before = server.connections();
  expect(await refusal('127.0.0.1')).toBe(
    '400 media must not be called: 127.0.0.1 is in loopback space, which WEBHOOK_ALLOW_NETWORKS does not allow',
  );
  expect(await refusal('localhost')).toBe(
    '400 media must not be called: localhost is in loopback space, which WEBHOOK_ALLOW_NETWORKS does not allow',
  );
  expect(server.connections()).toBe(before);
  await closed.stop();
});
