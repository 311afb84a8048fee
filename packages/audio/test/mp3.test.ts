/** Conversion of MP3 to voice notes, with the decoder and without it. */
import { describe, expect, mock, test } from 'bun:test';
import { toVoiceNote } from '../src/convert.ts';
import { soundOfMp3 } from '../src/mp3.ts';
import { voiceNoteOf } from '../src/voice-note.ts';
import { isMp3Decoded, loadDecoder } from './decoder.ts';
import { heardIn, id3Of, loudnessOf, MP3_TONE, mp3Of, packetsOf } from './sound-files.ts';

/** Four seconds and a little. */
const FRAMES = 154;
const SAMPLES = (FRAMES * 1152 * 48_000) / 44_100;

async function noteOf(file: Uint8Array): Promise<Uint8Array> {
  const converted = await toVoiceNote(file, { loadDecoder });
  if ('problem' in converted) throw new Error(converted.problem);
  return converted;
}

describe.skipIf(!isMp3Decoded)('an MP3 file', () => {
  test('becomes a voice note of the same tone, loudness and length', async () => {
    const note = await noteOf(mp3Of(FRAMES));
    expect(voiceNoteOf(note)?.seconds).toBe(4);
    const ogg = Buffer.from(note);
    const played = Number(ogg.readBigInt64LE(ogg.lastIndexOf('OggS') + 6));
    expect(played - packetsOf(note)[0]!.readUInt16LE(10)).toBe(Math.ceil(SAMPLES));
    const heard = (await heardIn(note)).subarray(0, Math.floor(SAMPLES));
    expect(loudnessOf(heard, MP3_TONE.hertz)).toBeCloseTo(MP3_TONE.loudness, 1);
    expect(loudnessOf(heard, 700)).toBeLessThan(0.02);
  });

  test('has garbage collected once in a thousand frames, and not at all when it is short', async () => {
    const collections = async (frames: number) => {
      const collectGarbage = mock(() => {});
      const file = Buffer.from(mp3Of(frames));
      const decoding = { loadDecoder, collectGarbage };
      expect(await soundOfMp3(file, decoding)).toMatchObject({ rate: 44_100 });
      return collectGarbage.mock.calls.length;
    };
    expect(await collections(FRAMES)).toBe(0);
    expect(await collections(1_001)).toBe(1);
  });

  const title = Buffer.alloc(128);
  title.write('TAG');
  const ape = Buffer.alloc(32 + 50, 1);
  ape.write('APETAGEX');
  ape.writeUInt32LE(50, 12);
  test.each([
    ['before it', Buffer.concat([id3Of(5_000), mp3Of(FRAMES)])],
    ['after it', Buffer.concat([mp3Of(FRAMES), ape, title])],
    ['and silence of zero bytes at its end', Buffer.concat([mp3Of(FRAMES), Buffer.alloc(700)])],
    ['where two were put together', Buffer.concat([mp3Of(54), title, id3Of(99), mp3Of(100)])],
  ])('with tags %s sounds as without', async (_, file) => {
    expect(await noteOf(file)).toEqual(await noteOf(mp3Of(FRAMES)));
  });
});

test.each([
  ['cut within a frame', mp3Of(9).subarray(0, -5), 'is MP3 that ends within a frame'],
  ['cut in a header', mp3Of(9).subarray(0, 8 * 208 + 3), 'no frame begins at byte 1664'],
  ['cut in its tag', id3Of(5_000).subarray(0, 900), 'has no sound in it'],
  ['with something else in the middle', Buffer.concat([mp3Of(2), Buffer.from('x')]), 'byte 416'],
  ['of two rates', Buffer.concat([mp3Of(2), mp3Of(2, 1)]), 'goes from 44100 to 48000 samples'],
  ['of more than ten minutes', mp3Of(22_969), 'is longer than 10 minutes'],
  ['that is no MP3 after its tag', Buffer.concat([id3Of(9), Buffer.from('hello')]), 'byte 19'],
])('an MP3 file %s is refused with the reason', async (_, file, text) => {
  const loadNone = () => Promise.reject(new Error('is not needed to see what is wrong'));
  expect(await soundOfMp3(file, { loadDecoder: loadNone })).toEqual({
    problem: expect.stringContaining(text),
  });
});

test('an MP3 file that the decoder finds damaged is refused', async () => {
  const decodeFrame = () => ({ channelData: [], samplesDecoded: 0, errors: ['bad'] });
  expect(await soundOfMp3(mp3Of(9), { loadDecoder: async () => ({ decodeFrame }) })).toEqual({
    problem: 'is a damaged MP3 file: a frame cannot be decoded',
  });
});

test('MP3 is refused with what to install where the decoder is left out', async () => {
  expect(await soundOfMp3(mp3Of(9), { loadDecoder: async () => null })).toEqual({
    problem: expect.stringContaining('npm install mpg123-decoder'),
  });
});
