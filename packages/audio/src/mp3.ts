/** Reads MP3 with a decoder that is given. */
import { type Frames, framesOf } from './mp3-frames.ts';
import type { Problem, Sound } from './sound.ts';

/** That of `mpg123-decoder` is one. */
export interface Mp3Decoder {
  /** Returns both channels, from -1 to 1; they are equal when the file has one. */
  decodeFrame(frame: Uint8Array): {
    readonly channelData: readonly Float32Array[];
    readonly samplesDecoded: number;
    readonly errors: readonly unknown[];
  };
}

export interface Mp3Decoding {
  /** Resolves with null when there is no decoder. A file that is no whole MP3 is refused without it. */
  readonly loadDecoder: () => Promise<Mp3Decoder | null>;
  /** Called after every thousand frames, with whose output memory would fill up before anything is collected. */
  readonly collectGarbage?: () => void;
}

const ABSENT: Problem = {
  problem:
    'is MP3, for which the package mpg123-decoder is not installed on the server (`npm install mpg123-decoder`): send WAV, or Opus in Ogg or WebM',
};

/** Returns the decoded sound, or the reason why the file has no sound. */
export async function soundOfMp3(
  file: Buffer,
  { loadDecoder, collectGarbage = () => {} }: Mp3Decoding,
): Promise<Sound | Problem> {
  const found = framesOf(file);
  if ('problem' in found) return found;
  const decoder = await loadDecoder();
  return decoder === null ? ABSENT : decode(found, decoder, collectGarbage);
}

/** The decoder's output takes 18 KB a frame, and too much would pile up without a forced collection. */
const COLLECTED_FRAMES = 1_000;
const FULL_SCALE = 2 ** 15 - 1;

/** Decodes to 16 bits and one channel: ten minutes take 58 MB. */
function decode(
  { rate, samples, frames }: Frames,
  decoder: Mp3Decoder,
  collectGarbage: () => void,
): Sound | Problem {
  const sound = new Int16Array(samples);
  let length = 0;
  for (const [number, frame] of frames.entries()) {
    if (number > 0 && number % COLLECTED_FRAMES === 0) collectGarbage();
    const { channelData, samplesDecoded, errors } = decoder.decodeFrame(frame);
    if (errors.length > 0) return { problem: 'is a damaged MP3 file: a frame cannot be decoded' };
    const [left, right] = channelData;
    for (let index = 0; index < samplesDecoded && length < samples; index++) {
      const mean = ((left?.[index] ?? 0) + (right?.[index] ?? 0)) / 2;
      sound[length++] = Math.round(FULL_SCALE * Math.min(1, Math.max(-1, mean)));
    }
  }
  return {
    rate,
    length,
    read(from, into) {
      for (let index = 0; index < into.length; index++) {
        const at = from + index;
        into[index] = at < length ? (sound[at] ?? 0) / FULL_SCALE : 0;
      }
    },
  };
}
