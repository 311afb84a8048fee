/** Reads how long WAV, MP3 and MP4 files (M4A too) play, from their headers. */
import { frameAt, tagBytesAt } from './mp3-frame.ts';

/** A larger number, above a day, is not a length. */
const SECONDS_MAX = 86_400;
/** More pieces than the head of any file has. */
const PIECES_MAX = 1_000;

/** Returns whole seconds, at least one; null for any other file, and for one that does not say it. */
export function playingSeconds(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seconds = secondsOfWav(file) ?? secondsOfMp4(file) ?? secondsOfMp3(file) ?? 0;
  return seconds > 0 && seconds < SECONDS_MAX ? Math.max(1, Math.round(seconds)) : null;
}

interface Piece {
  readonly name: string;
  readonly body: Buffer;
}

function secondsOfWav(file: Buffer): number | null {
  const isWav = nameAt(file, 0) === 'RIFF' && nameAt(file, 8) === 'WAVE';
  if (!isWav) return null;
  let bytesPerSecond = 0;
  for (const { name, body } of chunksOf(file)) {
    if (name === 'fmt ' && body.length >= 12) bytesPerSecond = body.readUInt32LE(8);
    if (name === 'data') return bytesPerSecond === 0 ? null : body.length / bytesPerSecond;
  }
  return null;
}

/** A length of 0 was never filled in: that chunk goes to the end of the file. Chunks begin at even places. */
function* chunksOf(file: Buffer): Generator<Piece, void> {
  let at = 12;
  for (let count = 0; count < PIECES_MAX && at + 8 <= file.length; count++) {
    const length = file.readUInt32LE(at + 4);
    const end = length === 0 ? file.length : at + 8 + length;
    yield { name: nameAt(file, at), body: file.subarray(at + 8, end) };
    at = end + (length & 1);
  }
}

function secondsOfMp4(file: Buffer): number | null {
  if (nameAt(file, 4) !== 'ftyp') return null;
  const movie = boxIn(file, 'moov');
  const header = movie && boxIn(movie, 'mvhd');
  if (!header || header.length < 32) return null;
  const isLong = header.readUInt8(0) === 1;
  const unitsPerSecond = header.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return unitsPerSecond === 0 ? null : units / unitsPerSecond;
}

/** Returns the contents of the first box of this name, or null. */
function boxIn(boxes: Buffer, name: string): Buffer | null {
  let at = 0;
  for (let count = 0; count < PIECES_MAX && at + 16 <= boxes.length; count++) {
    const said = boxes.readUInt32BE(at);
    const isLong = said === 1;
    const length = isLong ? Number(boxes.readBigUInt64BE(at + 8)) : said || boxes.length - at;
    if (length < 8) return null;
    if (nameAt(boxes, at + 4) === name) return boxes.subarray(at + (isLong ? 16 : 8), at + length);
    at += length;
  }
  return null;
}

/** Encoders of changing rate write the number of frames into the first one; else all are as long as that one. */
function secondsOfMp3(file: Buffer): number | null {
  let at = 0;
  for (let tag = tagBytesAt(file, at); tag > 0; tag = tagBytesAt(file, at)) at += tag;
  const frame = frameAt(file, at);
  if (frame === null) return null;
  const counted = framesIn(file.subarray(at, at + frame.bytes));
  const frames = counted ?? (file.length - at) / frame.bytes;
  return (frames * frame.samples) / frame.rate;
}

/** Returns the number of frames that the first one states, or null. */
function framesIn(first: Buffer): number | null {
  const found = Math.max(first.indexOf('Xing'), first.indexOf('Info'));
  const hasCount = found !== -1 && found + 12 <= first.length && (first[found + 7] ?? 0) & 1;
  return hasCount ? first.readUInt32BE(found + 8) : null;
}

const nameAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4);
