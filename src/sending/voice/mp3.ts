/** Reads MP3 with a decoder that is an optional package. */
import type { MPEGDecoder } from 'mpg123-decoder';
import { messageOf } from '../../shared/errors.ts';
import { optionalPackage } from '../../shared/own-files.ts';
import { type Frames, framesOf } from './mp3-frames.ts';
import type { Problem, Sound } from './sound.ts';

type Package = typeof import('mpg123-decoder');
type Decoder = Pick<MPEGDecoder, 'decodeFrame'>;

const ABSENT: Problem = {
  problem:
    'is MP3, for which the package mpg123-decoder is not installed on the server (`npm install mpg123-decoder`): send WAV, or Opus in Ogg or WebM',
};

/** Returns the decoded sound, or why there is none. `load` returns null when the package is not installed. */
export async function soundOfMp3(
  file: Buffer,
  load: () => Promise<Decoder | null> = loadDecoder,
): Promise<Sound | Problem> {
  const found = framesOf(file);
  if ('problem' in found) return found;
  const decoder = await load();
  return decoder === null ? ABSENT : decode(found, decoder);
}

/** The decoder is never freed: its worker ends with the file. */
async function loadDecoder(): Promise<Decoder | null> {
  try {
    const { MPEGDecoder }: Package = await import(optionalPackage('mpg123-decoder'));
    // The length that a file states covers only its first part when several files were concatenated.
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return decoder;
  } catch (error) {
    if (/cannot find (package|module)/i.test(messageOf(error))) return null;
    throw error;
  }
}

/** The decoder's output takes 18 KB a frame, and too much would pile up without a forced collection. */
const COLLECTED_FRAMES = 1_000;
const FULL_SCALE = 2 ** 15 - 1;

/** Decodes to 16 bits and one channel: ten minutes take 58 MB. */
function decode({ rate, samples, frames }: Frames, decoder: Decoder): Sound | Problem {
  const sound = new Int16Array(samples);
  let length = 0;
  for (const [number, frame] of frames.entries()) {
    if (number > 0 && number % COLLECTED_FRAMES === 0) Bun.gc(true);
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
