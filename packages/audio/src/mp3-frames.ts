/** Finds the frames of an MP3 file. */
import { frameAt, type Mp3Frame, tagBytesAt } from './mp3-frame.ts';
import { isTooLong, type Problem, TOO_LONG } from './sound.ts';

export const isMp3 = (file: Buffer): boolean =>
  file.toString('latin1', 0, 3) === 'ID3' || frameAt(file, 0) !== null;

export interface Frames {
  readonly rate: number;
  /** The number of samples in all frames. */
  readonly samples: number;
  readonly frames: readonly Buffer[];
}

/** Returns all frames in order. There may be tags between them, where files were concatenated, and zeros at the end. */
export function framesOf(file: Buffer): Frames | Problem {
  const frames: Buffer[] = [];
  let [samples, rate] = [0, 0];
  for (let at = 0; at < file.length && !isZeroFrom(file, at); ) {
    const tagBytes = tagBytesAt(file, at);
    at += tagBytes;
    if (tagBytes > 0) continue;
    const frame = frameAt(file, at);
    if (frame === null) return { problem: `is a damaged MP3 file: no frame begins at byte ${at}` };
    const problem = problemOf(frame, file.length - at, rate || frame.rate);
    if (problem !== null) return problem;
    frames.push(file.subarray(at, at + frame.bytes));
    at += frame.bytes;
    samples += frame.samples;
    rate = frame.rate;
    if (isTooLong(samples, rate)) return TOO_LONG;
  }
  return frames.length === 0 ? { problem: 'has no sound in it' } : { rate, samples, frames };
}

const isZeroFrom = (file: Buffer, at: number): boolean =>
  file[at] === 0 && file.subarray(at).every((byte) => byte === 0);

/** `left` is the number of bytes to the end of the file, `rate` that of the earlier frames. */
function problemOf(frame: Mp3Frame, left: number, rate: number): Problem | null {
  if (frame.bytes > left) return { problem: 'is MP3 that ends within a frame' };
  return frame.rate === rate
    ? null
    : { problem: `is MP3 that goes from ${rate} to ${frame.rate} samples a second` };
}
