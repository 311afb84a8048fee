/** Round videos: MP4 as it is, and nothing that phones do not play. */
import { expect, test } from 'bun:test';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511999990000';

async function answerTo(body: object) {
  const { g } = await openGateway();
  const sent = noteMedia(g);
  const { status, body: answer } = await g.call('POST', '/message/sendPtv/shop', { body });
  return { sent, refusal: `${status} ${answer.error?.message}` };
}

test('201 an MP4 reaches the session as it was given, to be shown round', async () => {
  const { bytes } = SAMPLES.video;
  const video = Buffer.from(bytes).toString('base64');
  for (const file of [video, `data:video/mp4;base64,${video}`]) {
    const { sent } = await answerTo({ number: NUMBER, video: file });
    expect(sent).toEqual([{ number: NUMBER, kind: 'ptv', bytes, mimetype: 'video/mp4' }]);
  }
});

test.each([
  ['no video at all', { number: NUMBER }, 'video is required'],
  ['nobody to send it to', { video: 'AAAA' }, 'number is required'],
  ['a file that is no MP4', { number: NUMBER, video: 'AAAA' }, 'video must be MP4'],
  ['a file that is no base64', { number: NUMBER, video: '%' }, 'video must be a file in base64'],
])('400 %s, and nothing is sent', async (_what, body, text) => {
  const { sent, refusal } = await answerTo(body);
  expect(refusal).toStartWith(`400 ${text}`);
  expect(sent).toEqual([]);
});
