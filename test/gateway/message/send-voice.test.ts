/** Voice notes: Opus in Ogg as it is, and nothing that phones do not play. */
import { expect, test } from 'bun:test';
import { SAMPLES } from '../../../src/providers/sandbox/samples.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511999990000';
const { bytes } = SAMPLES.audio;
const audio = Buffer.from(bytes).toString('base64');

async function answerTo(body: object) {
  const { g } = await openGateway();
  const sent = noteMedia(g);
  const { status, body: answer } = await g.call('POST', '/message/sendWhatsAppAudio/shop', {
    body,
  });
  return { sent, refusal: `${status} ${answer.error?.message}` };
}

test('201 Opus in Ogg reaches the session as it was given, as a voice note', async () => {
  const mimetype = 'audio/ogg; codecs=opus';
  for (const file of [audio, `data:audio/mpeg;base64,${audio}`]) {
    const { sent } = await answerTo({ number: NUMBER, audio: file });
    expect(sent).toEqual([{ number: NUMBER, kind: 'voice', bytes, mimetype }]);
  }
  const { sent } = await answerTo({ number: NUMBER, audio, viewOnce: true });
  expect(sent).toEqual([{ number: NUMBER, kind: 'voice', bytes, mimetype, viewOnce: true }]);
});

const png = Buffer.from(SAMPLES.image.bytes).toString('base64');
test.each([
  ['no audio at all', { number: NUMBER }, 'audio is required'],
  ['nobody to send it to', { audio }, 'number is required'],
  ['a file that is no sound', { number: NUMBER, audio: png }, 'audio must be Opus in Ogg'],
  ['a file cut short', { number: NUMBER, audio: audio.slice(0, 400) }, 'audio must be Opus in Ogg'],
  ['a file that is no base64', { number: NUMBER, audio: '%' }, 'audio must be a file in base64'],
  ['viewOnce that is no boolean', { number: NUMBER, audio, viewOnce: 1 }, 'viewOnce must be true'],
])('400 %s, and nothing is sent', async (_what, body, text) => {
  const { sent, refusal } = await answerTo(body);
  expect(refusal).toStartWith(`400 ${text}`);
  expect(sent).toEqual([]);
});
