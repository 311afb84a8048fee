/**
 * Reads WAV files of plain samples (8, 16, 24 and 32 bits, floating point of 32 and 64) and of telephones (A-law,
 * µ-law).
 */
import type { Problem, Sound } from './sound.ts';

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
/** The actual format is later in the chunk. */
const EXTENSIBLE = 0xfffe;
const EXTENSION_AT = 24;

const RATE_MIN = 4_000;
const RATE_MAX = 192_000;
const CHANNELS_MAX = 8;

export const isWav = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE';

export function soundOfWav(file: Buffer): Sound | Problem {
  const { format, data } = chunksOf(file);
  if (format === undefined || format.length < 16 || data === undefined)
    return { problem: 'is a damaged WAV file' };
  const tag = format.readUInt16LE(0);
  const isExtended = tag === EXTENSIBLE && format.length >= EXTENSION_AT + 2;
  const kind = isExtended ? format.readUInt16LE(EXTENSION_AT) : tag;
  const [channels, rate, bits] = [
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ];
  const sample = READERS.get(`${kind}/${bits}`);
  if (sample === undefined)
    return { problem: `is a WAV file of format ${kind} with ${bits} bits, which cannot be read` };
  if (channels < 1 || channels > CHANNELS_MAX)
    return { problem: `has ${channels} channels: 1-${CHANNELS_MAX} can be read` };
  if (rate < RATE_MIN || rate > RATE_MAX)
    return { problem: `has ${rate} samples a second: ${RATE_MIN}-${RATE_MAX} can be read` };
  return mixDown(data, { channels, rate, bytes: bits / 8, sample });
}

/** Returns the first chunk of each name. A length of 0 was never filled in: that chunk goes to the end of the file. */
function chunksOf(file: Buffer): { format?: Buffer; data?: Buffer } {
  const found: { format?: Buffer; data?: Buffer } = {};
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const from = at + 8;
    if (name === 'fmt ') found.format ??= file.subarray(from, from + length);
    if (name === 'data') {
      found.data = length === 0 ? file.subarray(from) : file.subarray(from, from + length);
      break;
    }
    // Chunks begin at even places.
    at = from + length + (length & 1);
  }
  return found;
}

type ReadSample = (data: Buffer, at: number) => number;

/** Both telephone codings have a sign, an exponent of three bits and a mantissa of four (G.711). */
const A_LAW_MASK = 0x55;
const MU_LAW_BIAS = 0x84;
const G711_SCALE = 2 ** 15;

function aLaw(data: Buffer, at: number): number {
  const value = data.readUInt8(at) ^ A_LAW_MASK;
  const [exponent, mantissa] = [(value >> 4) & 7, value & 15];
  const size = exponent === 0 ? mantissa * 16 + 8 : (mantissa * 16 + 0x108) << (exponent - 1);
  return (value & 0x80 ? size : -size) / G711_SCALE;
}

function muLaw(data: Buffer, at: number): number {
  const value = ~data.readUInt8(at);
  const [exponent, mantissa] = [(value >> 4) & 7, value & 15];
  const size = ((mantissa * 8 + MU_LAW_BIAS) << exponent) - MU_LAW_BIAS;
  return (value & 0x80 ? -size : size) / G711_SCALE;
}

/** The readers by format and bits; each returns -1 to 1. */
const READERS: ReadonlyMap<string, ReadSample> = new Map([
  [`${PCM}/8`, (data, at) => (data.readUInt8(at) - 128) / 128],
  [`${PCM}/16`, (data, at) => data.readInt16LE(at) / 2 ** 15],
  [`${PCM}/24`, (data, at) => data.readIntLE(at, 3) / 2 ** 23],
  [`${PCM}/32`, (data, at) => data.readInt32LE(at) / 2 ** 31],
  [`${A_LAW}/8`, aLaw],
  [`${MU_LAW}/8`, muLaw],
  [`${FLOAT}/32`, (data, at) => bounded(data.readFloatLE(at))],
  [`${FLOAT}/64`, (data, at) => bounded(data.readDoubleLE(at))],
]);

/** NaN becomes silence. */
const bounded = (value: number): number => Math.min(1, Math.max(-1, value)) || 0;

interface Layout {
  readonly channels: number;
  readonly rate: number;
  /** The size of one sample of one channel. */
  readonly bytes: number;
  readonly sample: ReadSample;
}

/** Replaces all channels by their mean. */
function mixDown(data: Buffer, { channels, rate, bytes, sample }: Layout): Sound {
  const stride = channels * bytes;
  const length = Math.floor(data.length / stride);
  return {
    rate,
    length,
    read(from, into) {
      for (let index = 0; index < into.length; index++) {
        const at = from + index;
        let sum = 0;
        if (at >= 0 && at < length)
          for (let channel = 0; channel < channels; channel++)
            sum += sample(data, at * stride + channel * bytes);
        into[index] = sum / channels;
      }
    },
  };
}
