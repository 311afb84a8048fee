/** Facts of a voice note: its playing time, and its loudness over time. */
import { describe, expect, test } from 'bun:test';
import { oggOpus, opusHead } from '../src/ogg-writer.ts';
import { voiceNoteOf, waveformComment } from '../src/voice-note.ts';
import { oggOf } from './ogg.ts';
import { SILENCE } from './silence.ts';

const bytes = SILENCE;
const altered = (change: (file: Buffer) => void): Buffer => {
  const file = Buffer.from(bytes);
  change(file);
  return file;
};
/** Where its last page says how many samples were played. */
const playedAt = Buffer.from(bytes).lastIndexOf('OggS') + 6;

describe('the length of a voice note', () => {
  test('is read off its last page', () => {
    expect(voiceNoteOf(bytes)?.seconds).toBe(1);
    const long = altered((file) => file.writeBigInt64LE(48_000n * 75n, playedAt));
    expect(voiceNoteOf(long)?.seconds).toBe(75);
  });

  test.each([
    ['another file', Buffer.from('any bytes will do')],
    ['nothing', new Uint8Array(0)],
    ['another codec', altered((file) => file.write('Vorbis__', 28))],
    ['one cut in its last page', bytes.subarray(0, playedAt + 3)],
    ['one cut in its sound', bytes.subarray(0, bytes.length - 1)],
    ['one that claims years', altered((file) => file.writeBigInt64LE(2n ** 60n, playedAt))],
    ['one that claims less than nothing', altered((file) => file.writeBigInt64LE(-1n, playedAt))],
    ['one without any sound', oggOf([])],
  ])('is not known of %s', (_, file) => {
    expect(voiceNoteOf(file)).toBeNull();
  });
});

test('a file of millions of empty packets is passed over soon, and takes little memory', () => {
  const page = Buffer.alloc(27 + 255);
  page.write('OggS');
  page.writeUInt8(255, 26);
  const file = Buffer.alloc(16 * 1024 * 1024, page);
  const before = process.memoryUsage().rss;
  const from = process.threadCpuUsage();
  expect(voiceNoteOf(file)).toBeNull();
  const { user, system } = process.threadCpuUsage(from);
  expect((user + system) / 1_000).toBeLessThan(2_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
});

describe('the waveform of a voice note', () => {
  test('has 64 bars, the loudest of them 100, as loud as its packets are long', () => {
    const quiet = Array.from({ length: 640 }, () => 23);
    const loud = Array.from({ length: 640 }, () => 43);
    const waveform = [...(voiceNoteOf(oggOf([...quiet, ...loud]))?.waveform ?? [])];
    expect(waveform).toHaveLength(64);
    expect(waveform.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 50));
    expect(waveform.slice(32)).toEqual(Array.from({ length: 32 }, () => 100));
  });

  test('is the one that the file brings, if that is 64 heights of 0 to 100', () => {
    const heights = Uint8Array.from({ length: 64 }, (_, bar) => bar);
    const sound = { bytes: Buffer.alloc(20), samples: 960 };
    const noteWith = (comment: string) =>
      voiceNoteOf(oggOpus({ head: opusHead(1, 0, 48_000), comments: [comment], packets: [sound] }))
        ?.waveform;
    expect(noteWith(waveformComment(heights))).toEqual(heights);
    const told = noteWith('TITLE=a note');
    for (const bad of [heights.map(() => 101), heights.subarray(1), new Uint8Array(0)])
      expect(noteWith(waveformComment(bad))).toEqual(told!);
  });

  test('is flat for silence, and has 64 bars for a note of a moment', () => {
    expect([...(voiceNoteOf(bytes)?.waveform ?? [])]).toEqual(Array.from({ length: 64 }, () => 0));
    expect(voiceNoteOf(oggOf([30]))?.waveform).toHaveLength(64);
  });

  test('counts packets that are longer than a segment, and go on over pages, as one', () => {
    const waveform = voiceNoteOf(oggOf([1000, 503, 255, 3]))?.waveform ?? [];
    expect([waveform[0], waveform[16], waveform[32], waveform[48]]).toEqual([100, 50, 25, 0]);
  });
});
