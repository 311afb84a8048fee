/** Conversion of files to voice notes keeps the sound and its length. */
import { describe, expect, test } from 'bun:test';
import { toVoiceNote } from '../src/convert.ts';
import { voiceNoteOf } from '../src/voice-note.ts';
import { soundOfWav } from '../src/wav.ts';
import { loadDecoder } from './decoder.ts';
import { SILENCE } from './silence.ts';
import {
  chunk,
  heardIn,
  loudnessOf,
  packetsOf,
  riff,
  tone,
  type WavOptions,
  wavOf,
  webmOf,
} from './sound-files.ts';

async function noteOf(file: Uint8Array): Promise<Uint8Array> {
  const converted = await toVoiceNote(file, { loadDecoder });
  if ('problem' in converted) throw new Error(converted.problem);
  return converted;
}

const LAST_PAGE = 'OggS';
const playedIn = (ogg: Uint8Array): number => {
  const file = Buffer.from(ogg);
  return Number(file.readBigInt64LE(file.lastIndexOf(LAST_PAGE) + 6));
};

describe('a WAV file', () => {
  const kinds: [string, WavOptions][] = [
    ['8 bits', { bits: 8, rate: 8_000 }],
    ['16 bits', { bits: 16 }],
    ['16 bits and two channels', { bits: 16, channels: 2, rate: 44_100 }],
    ['24 bits', { bits: 24, rate: 96_000 }],
    ['32 bits', { bits: 32, rate: 22_050 }],
    ['floating point of 32 bits', { format: 3, bits: 32, rate: 24_000 }],
    ['floating point of 64 bits', { format: 3, bits: 64, rate: 11_025 }],
  ];
  test.each(kinds)(
    'of %s becomes a voice note of the same tone, loudness and length',
    async (_, options) => {
      const note = await noteOf(wavOf({ ...options, seconds: 2, wave: tone(1_000, 0.5) }));
      expect(voiceNoteOf(note)?.seconds).toBe(2);
      const heard = await heardIn(note);
      const [head] = packetsOf(note);
      expect(playedIn(note) - head!.readUInt16LE(10)).toBe(96_000);
      expect(loudnessOf(heard.subarray(0, 96_000), 1_000)).toBeWithin(0.4, 0.6);
      expect(loudnessOf(heard.subarray(0, 96_000), 700)).toBeLessThan(0.02);
    },
  );

  test('keeps no tones that its new rate cannot hold, which would be heard as others', async () => {
    // At 48 000 a second, 30 000 Hz would be heard as 18 000.
    const note = await noteOf(wavOf({ rate: 96_000, wave: tone(30_000) }));
    expect(loudnessOf(await heardIn(note), 18_000)).toBeLessThan(0.01);
  });

  test('has the waveform of its samples', async () => {
    const wave = (at: number) => (at < 1 ? 0.8 : at < 2 ? 0.4 : 0) * tone(300, 1)(at);
    const { waveform } = voiceNoteOf(await noteOf(wavOf({ rate: 16_000, seconds: 4, wave })))!;
    const [loud, half, silent] = [waveform[8]!, waveform[24]!, waveform[48]!];
    expect(waveform).toHaveLength(64);
    expect(loud).toBeWithin(97, 101);
    expect(half).toBeWithin(48, 52);
    expect(silent).toBe(0);
  });

  test('is read to its end when its length was never filled in', async () => {
    for (const unknown of [0, 0xffffffff]) {
      const file = wavOf();
      file.writeUInt32LE(unknown, file.indexOf('data') + 4);
      expect(voiceNoteOf(await noteOf(file))?.seconds).toBe(1);
    }
  });

  const format = (tag: number, channels: number, rate: number, bits: number) => {
    const file = wavOf();
    const at = file.indexOf('fmt ') + 8;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(channels, at + 2);
    file.writeUInt32LE(rate, at + 4);
    file.writeUInt16LE(bits, at + 14);
    return file;
  };

  test('of telephones is read as its coding says', () => {
    const samples = (tag: number, bytes: readonly number[]) => {
      const file = format(tag, 1, 8_000, 8);
      Buffer.from(bytes).copy(file, file.indexOf('data') + 8);
      const sound = soundOfWav(file);
      if ('problem' in sound) throw new Error(sound.problem);
      const read = new Float32Array(bytes.length);
      sound.read(0, read);
      return [...read].map((sample) => sample * 32_768);
    };
    expect(samples(6, [0xd5, 0x55, 0xaa, 0x2a, 0xc5])).toEqual([8, -8, 32_256, -32_256, 264]);
    expect(samples(7, [0xff, 0x80, 0x00, 0xf0, 0xef])).toEqual([0, 32_124, -32_124, 120, 132]);
  });

  test('of no numbers is silence', async () => {
    const note = await noteOf(wavOf({ format: 3, bits: 32, wave: () => Number.NaN }));
    expect([...voiceNoteOf(note)!.waveform]).toEqual(Array.from({ length: 64 }, () => 0));
  });

  test.each([
    ['of another coding', format(17, 1, 8_000, 4), 'of format 17 with 4 bits'],
    ['of 12 bits', format(1, 1, 8_000, 12), 'of format 1 with 12 bits'],
    ['without channels', format(1, 0, 8_000, 16), 'has 0 channels'],
    ['of too many channels', format(1, 900, 8_000, 16), 'has 900 channels'],
    ['without a rate', format(1, 1, 0, 16), 'has 0 samples a second'],
    ['of an absurd rate', format(1, 1, 4_000_000_000, 16), 'has 4000000000 samples'],
    ['without a format', riff([chunk('data', Buffer.alloc(64))]), 'is a damaged WAV file'],
    ['without data', riff([chunk('fmt ', Buffer.alloc(16))]), 'is a damaged WAV file'],
    ['cut in its head', wavOf().subarray(0, 30), 'is a damaged WAV file'],
    ['of no sound', wavOf({ seconds: 0 }), 'has no sound in it'],
    ['of more than ten minutes', wavOf({ rate: 4_000, bits: 8, seconds: 601 }), 'is longer than'],
  ])('%s is refused with the reason', async (_, file, text) => {
    expect(await toVoiceNote(file, { loadDecoder })).toEqual({
      problem: expect.stringContaining(text),
    });
  });
});

describe('the Ogg file of a voice note', () => {
  /** Computes the checksum bit by bit, like the definition of the format. */
  function sumOf(page: Buffer): number {
    const copy = Buffer.from(page);
    copy.writeUInt32LE(0, 22);
    let sum = 0;
    for (const byte of copy) {
      sum ^= byte << 24;
      for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
    }
    return sum >>> 0;
  }
  function pagesOf(ogg: Uint8Array): Buffer[] {
    const parts = Buffer.from(ogg)
      .toString('latin1')
      .split(/(?=OggS)/);
    return parts.map((part) => Buffer.from(part, 'latin1'));
  }

  test('has pages with their right sums, numbers, and marks of beginning and end', async () => {
    const note = await noteOf(wavOf({ seconds: 5 }));
    const pages = pagesOf(note);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of [...pages, ...pagesOf(SILENCE)])
      expect(page.readUInt32LE(22)).toBe(sumOf(page));
    expect(pages.map((page) => page.readUInt32LE(18))).toEqual([...pages.keys()]);
    const middle = Array.from({ length: pages.length - 2 }, () => 0);
    expect(pages.map((page) => page.readUInt8(5))).toEqual([2, ...middle, 4]);
  });
});

describe('a WebM file', () => {
  test('of Opus is taken apart and put together as Ogg, without loss', async () => {
    const note = await noteOf(wavOf({ seconds: 3 }));
    const [head, , ...packets] = packetsOf(note);
    const taken = await noteOf(webmOf(head!, packets));
    const [takenHead, , ...takenPackets] = packetsOf(taken);
    expect(takenHead).toEqual(head!);
    expect(takenPackets).toEqual(packets);
    expect(voiceNoteOf(taken)?.seconds).toBe(3);
    expect(playedIn(taken)).toBe(packets.length * 960);
  });

  const head = Buffer.alloc(19, 'OpusHead');
  const emptyBlock = Buffer.from([0xa3, 0x80]);
  const manyBlocks = Buffer.concat([webmOf(head, []), Buffer.alloc(4_000_000, emptyBlock)]);
  test.each([
    ['of Vorbis', webmOf(head, [Buffer.from([1])], 'A_VORBIS'), 'is WebM without Opus'],
    ['that says nothing of its Opus', webmOf(Buffer.alloc(3), []), 'is WebM without Opus'],
    ['of millions of empty blocks', manyBlocks, 'is WebM of too many parts'],
    ['without sound', webmOf(head, []), 'has no sound in it'],
    ['cut in its head', webmOf(head, []).subarray(0, 20), 'is WebM without Opus'],
    [
      'of nonsense',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(90)]),
      'is WebM without Opus',
    ],
  ])('%s is refused with the reason', async (_, file, text) => {
    expect(await toVoiceNote(file, { loadDecoder })).toEqual({
      problem: expect.stringContaining(text),
    });
  });
});

test.each([
  ['AAC', Buffer.from([0xff, 0xf1, 0x50, 0x80]), 'is AAC or MP2'],
  ['M4A', Buffer.from('\0\0\0 ftypM4A '), 'is MP4 (M4A)'],
  ['FLAC', Buffer.from('fLaC'), 'is FLAC'],
  ['what is no sound', Buffer.from('hello'), 'is of a kind that is not known'],
  ['one byte', Buffer.from([7]), 'is of a kind that is not known'],
])('%s is named, with what can be sent instead', async (_, file, text) => {
  const answer = await toVoiceNote(file, { loadDecoder });
  expect(answer).toEqual({ problem: `${text}: send MP3, WAV, or Opus in Ogg or WebM` });
});
