/** Writes Ogg files of Opus (RFC 3533, RFC 7845), as phones play them. */

export interface OpusPacket {
  readonly bytes: Uint8Array;
  /** The duration in samples at 48 000 a second, whatever rate it was recorded with. */
  readonly samples: number;
}

interface OggOptions {
  /** The packet that describes the file (`opusHead`, or that of another file). */
  readonly head: Uint8Array;
  /** Metadata in the form `NAME=value`. */
  readonly comments: readonly string[];
  readonly packets: readonly OpusPacket[];
  /** The duration in samples at 48 000 a second, if the last packet has more than belongs to the sound. */
  readonly played?: number;
}

export const OPUS_RATE = 48_000;
/** The limit of the format for one page. */
const SEGMENTS_MAX = 255;
const SEGMENT_BYTES = 255;
/** Players seek by page, so pages of one second are exact enough. */
const PAGE_SAMPLES = OPUS_RATE;
const BEGINS = 2;
const ENDS = 4;
/** The encoder, which the format wants named. */
const VENDOR = 'libopus';

export function oggOpus({ head, comments, packets, played = Infinity }: OggOptions): Buffer {
  const pages = [page(0, BEGINS, 0n, [head]), page(1, 0, 0n, [opusTags(comments)])];
  let waiting: OpusPacket[] = [];
  let segments = 0;
  let soFar = 0;
  let flushed = 0;
  const flush = (flags: number) => {
    const until = BigInt(Math.min(soFar, played));
    pages.push(
      page(
        pages.length,
        flags,
        until,
        waiting.map(({ bytes }) => bytes),
      ),
    );
    waiting = [];
    segments = 0;
    flushed = soFar;
  };
  for (const packet of packets) {
    const packetSegments = Math.floor(packet.bytes.length / SEGMENT_BYTES) + 1;
    if (
      waiting.length > 0 &&
      (segments + packetSegments > SEGMENTS_MAX || soFar - flushed >= PAGE_SAMPLES)
    )
      flush(0);
    waiting.push(packet);
    segments += packetSegments;
    soFar += packet.samples;
  }
  flush(ENDS);
  return Buffer.concat(pages);
}

/** `preSkip` is the number of samples at the beginning that players discard. */
export function opusHead(channels: number, preSkip: number, rate: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(rate, 12);
  return head;
}

function opusTags(comments: readonly string[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([Buffer.from('OpusTags'), sized(VENDOR), count, ...comments.map(sized)]);
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The number of the only stream in the file; it can be any. */
const STREAM = 1;
const SUM_AT = 22;

function page(
  number: number,
  flags: number,
  played: bigint,
  packets: readonly Uint8Array[],
): Buffer {
  const lengths = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
    length % SEGMENT_BYTES,
  ]);
  const head = Buffer.alloc(27);
  head.write('OggS');
  head.writeUInt8(flags, 5);
  head.writeBigInt64LE(played, 6);
  head.writeUInt32LE(STREAM, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt8(lengths.length, 26);
  const whole = Buffer.concat([head, Buffer.from(lengths), ...packets]);
  whole.writeUInt32LE(checksum(whole), SUM_AT);
  return whole;
}

/** The checksum is a CRC-32 with this polynomial, highest bit first and without the usual inversions. */
const POLYNOMIAL = 0x04c11db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  return value;
});

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}
