/** Voice notes: Opus in Ogg as it is, what can be converted, and nothing that phones do not play. */
import { afterAll, expect, test } from 'bun:test';
import { voiceNoteOf } from '../../../../packages/audio/src/index.ts';
import { voiceOf } from '../../../../src/core/sending/voice/voice-note.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { type Receiver, respond, startReceiver } from '../../../doubles/receiver.ts';
import { id3Of, mp3Of, tone, wavOf } from '../../../doubles/sound-files.ts';
import { isMp3Decoded } from '../../../helpers/mp3-decoder.ts';
import { FILES, noteMedia, openGateway } from './setup.ts';

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

test('201 WAV is sent as Opus in Ogg with its length and the waveform of its samples', async () => {
  const wave = (at: number) => (at < 2 ? 0.2 : 0.8) * tone(440, 1)(at);
  const file = wavOf({ rate: 44_100, channels: 2, seconds: 4, wave });
  const { sent } = await answerTo({ number: NUMBER, audio: file.toString('base64') });
  expect(sent).toMatchObject([{ kind: 'voice', mimetype: 'audio/ogg; codecs=opus' }]);
  const note = voiceNoteOf(sent[0]!.bytes)!;
  expect(note.seconds).toBe(4);
  expect([note.waveform[16], note.waveform[48]]).toEqual([25, 100]);
});

test.skipIf(!isMp3Decoded)(
  '201 MP3 is sent, and posted as a status, as Opus in Ogg with its length',
  async () => {
    const { g } = await openGateway();
    const sent = noteMedia(g);
    const content = Buffer.concat([id3Of(300), mp3Of(154)]).toString('base64');
    const audio = { number: NUMBER, audio: content };
    const status = { type: 'audio', content, statusJidList: [NUMBER] };
    for (const [operation, body] of Object.entries({
      sendWhatsAppAudio: audio,
      sendStatus: status,
    }))
      expect((await g.call('POST', `/message/${operation}/shop`, { body })).status).toBe(201);
    for (const { kind, bytes } of sent)
      expect([kind, voiceNoteOf(bytes)?.seconds]).toEqual(['voice', 4]);
    expect(sent).toHaveLength(2);
  },
);

const servers: Receiver[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Takes half a second or more to convert. */
const LONG = wavOf({ rate: 8_000, seconds: 60, bits: 8, wave: (at) => (at * 37) % 1 });

test('other requests are answered while a long file is converted', async () => {
  const { g } = await openGateway();
  const server = await startReceiver();
  servers.push(server);
  server.script(respond(200, { body: LONG }));
  const body = { number: NUMBER, audio: `http://${FILES}:${server.port}/` };
  let isSent = false;
  const sending = g.call('POST', '/message/sendWhatsAppAudio/shop', { body }).then((answer) => {
    isSent = true;
    return answer;
  });
  let answers = 0;
  for (; !isSent && answers <= 20; answers++)
    await g.call('POST', '/message/sendText/shop', { body: { number: NUMBER, text: 'hi' } });
  expect((await sending).status).toBe(201);
  expect(answers).toBeGreaterThan(20);
});

const outcome = (converting: Promise<Uint8Array>): Promise<unknown> =>
  converting.then(
    () => 'converted',
    ({ reason, message }) => `${reason}: ${message}`,
  );

test('a conversion that takes too long is given up, and so is one whose caller has gone', async () => {
  const clock = manualClock();
  const stays = new AbortController().signal;
  const late = outcome(voiceOf(LONG, { instanceId: 'one', signal: stays, clock }));
  const caller = new AbortController();
  const gone = outcome(
    voiceOf(LONG, { instanceId: 'two', signal: caller.signal, clock: systemClock() }),
  );
  // These must wait for both of them, and show that they have given up their places.
  const next = ['one', 'two'].map((instanceId) =>
    outcome(voiceOf(wavOf(), { instanceId, signal: stays, clock: systemClock() })),
  );
  caller.abort();
  await clock.advance(60_000);
  expect(await late).toBe('rate_limited: the audio could not be converted in time');
  expect(await gone).toBe('invalid: the caller has disconnected');
  expect(await Promise.all(next)).toEqual(['converted', 'converted']);
});

test('the voice of an instance is converted while another one has many long files', async () => {
  const caller = new AbortController();
  const longest = wavOf({ rate: 8_000, seconds: 600, bits: 8, wave: (at) => (at * 37) % 1 });
  const many = Array.from({ length: 20 }, () =>
    outcome(
      voiceOf(longest, { instanceId: 'greedy', signal: caller.signal, clock: systemClock() }),
    ),
  );
  const { signal } = new AbortController();
  const own = voiceOf(wavOf(), { instanceId: 'small', signal, clock: systemClock() });
  expect(await outcome(own)).toBe('converted');
  // Not one of the long ones is done.
  caller.abort();
  expect(new Set(await Promise.all(many))).toEqual(
    new Set(['invalid: the caller has disconnected']),
  );
});

const png = Buffer.from(SAMPLES.image.bytes).toString('base64');
test.each([
  ['no audio at all', { number: NUMBER }, 'audio is required'],
  ['nobody to send it to', { audio }, 'number is required'],
  [
    'a file that is no sound',
    { number: NUMBER, audio: png },
    'audio is of a kind that is not known',
  ],
  [
    'a file cut short',
    { number: NUMBER, audio: audio.slice(0, 400) },
    'audio is Ogg without Opus, or damaged',
  ],
  [
    'MP3 cut short',
    { number: NUMBER, audio: mp3Of(9).subarray(0, -5).toString('base64') },
    'audio is MP3 that ends within a frame',
  ],
  ['a file that is no base64', { number: NUMBER, audio: '%' }, 'audio must be a file in base64'],
  ['viewOnce that is no boolean', { number: NUMBER, audio, viewOnce: 1 }, 'viewOnce must be true'],
])('400 %s, and nothing is sent', async (_what, body, text) => {
  const { sent, refusal } = await answerTo(body);
  expect(refusal).toStartWith(`400 ${text}`);
  expect(sent).toEqual([]);
});
