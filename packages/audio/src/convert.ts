/** Converts an audio file to a voice note. It has no time limit: call it in a thread that can be ended. */
import { voiceNote } from './encode.ts';
import { type Mp3Decoding, soundOfMp3 } from './mp3.ts';
import { isMp3 } from './mp3-frames.ts';
import { OPUS_RATE, oggOpus } from './ogg-writer.ts';
import { isTooLong, type Problem, type Sound, TOO_LONG } from './sound.ts';
import { isWav, soundOfWav } from './wav.ts';
import { isWebM, opusOfWebM } from './webm.ts';

/** Returns Opus in Ogg, or why the file cannot become a voice note. */
export async function toVoiceNote(
  input: Uint8Array,
  decoding: Mp3Decoding,
): Promise<Uint8Array | Problem> {
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (isWebM(file)) return repack(file);
  if (isWav(file)) return encode(soundOfWav(file));
  if (isMp3(file)) return encode(await soundOfMp3(file, decoding));
  const name = NAMES.find(([, isOne]) => isOne(file))?.[0] ?? 'of a kind that is not known';
  return { problem: `is ${name}: send MP3, WAV, or Opus in Ogg or WebM` };
}

function repack(file: Buffer): Uint8Array | Problem {
  const found = opusOfWebM(file);
  if ('problem' in found) return found;
  const samples = found.packets.reduce((sum, packet) => sum + packet.samples, 0);
  return isTooLong(samples, OPUS_RATE) ? TOO_LONG : oggOpus({ ...found, comments: [] });
}

async function encode(sound: Sound | Problem): Promise<Uint8Array | Problem> {
  if ('problem' in sound) return sound;
  if (sound.length === 0) return { problem: 'has no sound in it' };
  return isTooLong(sound.length, sound.rate) ? TOO_LONG : await voiceNote(sound);
}

const startsWith =
  (text: string, at = 0) =>
  (file: Buffer): boolean =>
    file.toString('latin1', at, at + text.length) === text;

/** Kinds that callers send but that cannot be decoded here; errors name them. */
const NAMES: readonly (readonly [string, (file: Buffer) => boolean])[] = [
  ['AAC or MP2', (file) => file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0],
  ['MP4 (M4A)', startsWith('ftyp', 4)],
  ['FLAC', startsWith('fLaC')],
  ['AMR', startsWith('#!AMR')],
  ['Ogg without Opus, or damaged', startsWith('OggS')],
];
