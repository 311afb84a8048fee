/** Files of sound as other programs write them, and what is heard in a voice note. */
import { createDecoder } from 'libopus-wasm';

export interface WavOptions {
  readonly rate?: number;
  readonly channels?: number;
  readonly bits?: number;
  /** 1: whole numbers, 3: floating point. */
  readonly format?: number;
  readonly seconds?: number;
  /** Returns the wave at a moment in seconds, -1 to 1. Defaults to a tone of 440 Hz. */
  readonly wave?: (at: number) => number;
}

export const tone =
  (hertz: number, loudness = 0.5) =>
  (at: number): number =>
    loudness * Math.sin(2 * Math.PI * hertz * at);

/** The same in all channels. */
export function wavOf(options: WavOptions = {}): Buffer {
  const { rate = 48_000, channels = 1, bits = 16, format = 1, seconds = 1 } = options;
  const { wave = tone(440) } = options;
  const bytes = bits / 8;
  const data = Buffer.alloc(Math.round(rate * seconds) * channels * bytes);
  let value = 0;
  for (let at = 0; at < data.length; at += bytes) {
    if (at % (channels * bytes) === 0) value = wave(at / (channels * bytes) / rate);
    if (format === 3 && bits === 64) data.writeDoubleLE(value, at);
    else if (format === 3) data.writeFloatLE(value, at);
    else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, at);
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at, bytes);
  }
  const fmt = Buffer.alloc(16);
  fmt.writeUInt16LE(format, 0);
  fmt.writeUInt16LE(channels, 2);
  fmt.writeUInt32LE(rate, 4);
  fmt.writeUInt32LE(rate * channels * bytes, 8);
  fmt.writeUInt16LE(channels * bytes, 12);
  fmt.writeUInt16LE(bits, 14);
  // A chunk of an odd length before the others, as editors write.
  return riff([chunk('note', Buffer.from('abc')), chunk('fmt ', fmt), chunk('data', data)]);
}

export function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

export const riff = (chunks: readonly Buffer[]): Buffer =>
  chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));

/** The pitch and the loudness of the one tone in `mp3Of`. */
export const MP3_TONE = { hertz: (26 * 44_100) / 1152, loudness: 0.42 };

/**
 * MP3 of 64 kbit/s, one channel and 44 100 samples a second, as the format says it, bit by bit: each half of a frame
 * has one line of the spectrum, the 26th of 576, and zeros. `rate`: the number of another in the headers.
 */
export function mp3Of(frames: number, rate = 0): Buffer {
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');
  // In the first Huffman table a pair of zeros is 1, and 01 a pair of 1 and 0, with a sign bit.
  const lines = `${'1'.repeat(13)}010`;
  const [pairs, gain] = [14, 205];
  const half = bits(lines.length, 12) + bits(pairs, 9) + bits(gain, 8) + bits(0, 5);
  const tables = bits(1, 5).repeat(3);
  const text = `${bits(0, 18)}${(half + tables + bits(0, 10)).repeat(2)}${lines.repeat(2)}`;
  const content = (text.match(/.{1,8}/g) ?? []).map((byte) =>
    Number.parseInt(byte.padEnd(8, '0'), 2),
  );
  const rates = [44_100, 48_000, 32_000];
  const frame = Buffer.alloc(Math.floor((144 * 64_000) / rates[rate]!));
  Buffer.from([0xff, 0xfb, 0x50 | (rate << 2), 0xc0, ...content]).copy(frame);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The tag that stands before MP3, of as many bytes as its size says. */
export function id3Of(bytes: number): Buffer {
  const tag = Buffer.alloc(10 + bytes, 0xff);
  tag.write('ID3');
  Buffer.from([4, 0, 0, 0, 0, bytes >> 7, bytes & 0x7f]).copy(tag, 3);
  return tag;
}

const element = (id: readonly number[], data: Buffer, isOpen = false): Buffer => {
  const length = Buffer.alloc(8);
  length.writeUInt32BE(data.length, 4);
  length.writeUInt8(1, 0);
  // Live recorders do not know how long it becomes.
  if (isOpen) length.fill(0xff, 1);
  return Buffer.concat([Buffer.from(id), length, data]);
};

/** WebM as browsers record it. `codec` is of its one track. */
export function webmOf(head: Buffer, packets: readonly Buffer[], codec = 'A_OPUS'): Buffer {
  const track = element(
    [0xae],
    Buffer.concat([
      element([0xd7], Buffer.from([1])),
      element([0x86], Buffer.from(codec)),
      element([0x63, 0xa2], head),
    ]),
  );
  const blocks = packets.map((packet) =>
    element([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet])),
  );
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], Buffer.concat(blocks), true);
  const segment = Buffer.concat([element([0x16, 0x54, 0xae, 0x6b], track), cluster]);
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    element([0x18, 0x53, 0x80, 0x67], segment, true),
  ]);
}

/** The packets of an Ogg file: the first two say what it is. */
export function packetsOf(ogg: Uint8Array): Buffer[] {
  const file = Buffer.from(ogg);
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const lengths = [...file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))];
    let from = at + 27 + lengths.length;
    for (const length of lengths) {
      parts.push(file.subarray(from, from + length));
      from += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
    at = from;
  }
  return packets;
}

/** Returns the audible sound at 48 000 samples a second, without the first samples that only start the decoder. */
export async function heardIn(ogg: Uint8Array): Promise<Float32Array> {
  const [head, , ...sound] = packetsOf(ogg);
  const decoder = await createDecoder({ channels: 1, sampleRate: 48_000 });
  const all = sound.map((packet) => decoder.decodeFloat(packet));
  const whole = new Float32Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.slice(head!.readUInt16LE(10));
}

/** Returns the loudness of a tone in a sound, 0 to 1. */
export function loudnessOf(sound: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (let at = 0; at < sound.length; at++) {
    const angle = (2 * Math.PI * hertz * at) / 48_000;
    real += sound[at]! * Math.cos(angle);
    imaginary += sound[at]! * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / sound.length;
}
