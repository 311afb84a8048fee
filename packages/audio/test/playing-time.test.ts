import { expect, test } from 'bun:test';
import { playingSeconds } from '../src/playing-time.ts';
import { chunk, id3Of, mp3Of, riff, wavOf } from './sound-files.ts';

function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A header of a movie that plays `units` of 1/1000 s. */
function movieHeader(units: number, isLong: boolean): Buffer {
  const body = Buffer.alloc(isLong ? 108 : 96);
  body.writeUInt8(isLong ? 1 : 0);
  body.writeUInt32BE(1_000, isLong ? 20 : 12);
  if (isLong) body.writeBigUInt64BE(BigInt(units), 24);
  else body.writeUInt32BE(units, 16);
  return box('mvhd', body);
}

const mp4Of = (units: number, isLong = false): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0')),
    box('mdat', Buffer.alloc(64)),
    box('moov', Buffer.concat([box('iods', Buffer.alloc(8)), movieHeader(units, isLong)])),
  ]);

/** 100 frames of 1152 samples in the first frame, which states it. */
function mp3WithCount(): Buffer {
  const file = mp3Of(3);
  file.write('Xing', 36, 'latin1');
  file.writeUInt32BE(1, 40);
  file.writeUInt32BE(100, 44);
  return file;
}

test.each([
  ['a WAV file', wavOf({ seconds: 2, rate: 8_000, channels: 2 }), 2],
  ['an MP3 file of 115 frames', mp3Of(115), 3],
  ['an MP3 file behind a tag', Buffer.concat([id3Of(500), mp3Of(115)]), 3],
  ['an MP3 file that counts its frames', mp3WithCount(), 3],
  ['an M4A file', mp4Of(61_400), 61],
  ['an MP4 file with long numbers', mp4Of(2_000, true), 2],
  ['a file of a tenth of a second', mp4Of(100), 1],
])('%s plays as long as its header says', (_, file, seconds) => {
  expect(playingSeconds(file)).toBe(seconds);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('It is a text, and no sound.')],
  ['a WAV file without a format', riff([chunk('data', Buffer.alloc(8))])],
  ['an MP4 file that was cut off', mp4Of(2_000).subarray(0, 100)],
  ['an MP4 file of no length', mp4Of(0)],
  ['an MP4 file of two days', mp4Of(172_800_000)],
])('%s says no length', (_, file) => {
  expect(playingSeconds(file)).toBeNull();
});
