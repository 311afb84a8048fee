/** Reads voice notes, which are Ogg files of Opus: how long they play, and how loud each part is. */

export interface VoiceNote {
  /** Whole seconds, at least one. */
  readonly seconds: number;
  /** 64 heights of 0 to 100, as phones draw them. */
  readonly waveform: Uint8Array;
}

const PAGE = 'OggS';
/**
 * Offsets in a page: how many samples were played at its end (64 bits, lowest byte first), and how many segments it
 * has.
 */
const PLAYED_AT = 6;
const SEGMENTS_AT = 26;
const HEAD_BYTES = 27;
/** A packet continues in the segment after one of this length. */
const SEGMENT_BYTES = 255;
/** Opus counts 48 000 samples a second, whatever the recording had. */
const SAMPLES_PER_SECOND = 48_000;
/** A larger number, above a day, is not a length. */
const SECONDS_MAX = 86_400;
/** A day of packets of 60 ms, the longest there are; with the usual 20 ms it is eight hours. */
const PACKETS_MAX = 1_440_000;
export const WAVEFORM_BARS = 64;

/**
 * Returns null for anything that is not an Ogg file of Opus with sound in it, or that has more packets than a day of
 * sound.
 */
export function voiceNoteOf(bytes: Uint8Array): VoiceNote | null {
  const contents = contentsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (contents === null) return null;
  const { head, tags, sound, played } = contents;
  if (head.toString('latin1', 0, 8) !== 'OpusHead' || sound.length === 0) return null;
  const seconds = Math.round(Number(played) / SAMPLES_PER_SECOND);
  if (played <= 0n || seconds >= SECONDS_MAX) return null;
  return { seconds: Math.max(1, seconds), waveform: waveformIn(tags) ?? waveformOf(sound) };
}

const WAVEFORM = 'WAVEFORM=';
const HEIGHT_MAX = 100;

/** Returns the comment with which a file that was encoded here stores its loudness: 64 heights of 0 to 100. */
export const waveformComment = (heights: Uint8Array): string =>
  WAVEFORM + Buffer.from(heights).toString('base64');

/** Returns the heights in the comment, or null. */
function waveformIn(tags: Buffer): Uint8Array | null {
  const at = tags.indexOf(WAVEFORM);
  if (at === -1) return null;
  const from = at + WAVEFORM.length;
  const encoded = tags.toString('latin1', from, from + Math.ceil(WAVEFORM_BARS / 3) * 4);
  const heights = new Uint8Array(Buffer.from(encoded, 'base64'));
  const isGood = heights.length === WAVEFORM_BARS && heights.every((one) => one <= HEIGHT_MAX);
  return isGood ? heights : null;
}

interface Page {
  readonly played: bigint;
  /** Where its segments begin, one after the other, and how long they are. */
  readonly from: number;
  readonly lengths: Uint8Array;
}

/** Returns whole pages, until something else follows. */
function* pagesOf(file: Buffer): Generator<Page> {
  let at = 0;
  while (at + HEAD_BYTES <= file.length && file.toString('latin1', at, at + 4) === PAGE) {
    const count = file.readUInt8(at + SEGMENTS_AT);
    const lengths = file.subarray(at + HEAD_BYTES, at + HEAD_BYTES + count);
    const from = at + HEAD_BYTES + count;
    const end = lengths.reduce((sum, length) => sum + length, from);
    if (lengths.length < count || end > file.length) return;
    yield { played: file.readBigInt64LE(at + PLAYED_AT), from, lengths };
    at = end;
  }
}

interface Contents {
  /** The packet that describes the file. */
  readonly head: Buffer;
  /** The packet that names its maker. */
  readonly tags: Buffer;
  /** The bytes of each packet of the sound. */
  readonly sound: readonly number[];
  /** Samples at the end of the last page. */
  readonly played: bigint;
}

/** Packets before the sound. */
const HEADERS = 2;

/**
 * Returns null when there are too many packets. Only lengths of the sound are kept, since a file may consist of empty
 * packets.
 */
function contentsOf(file: Buffer): Contents | null {
  const headers: Buffer[][] = Array.from({ length: HEADERS }, () => []);
  const sound: number[] = [];
  let played = 0n;
  let packet = 0;
  let packetBytes = 0;
  for (const page of pagesOf(file)) {
    let at = page.from;
    for (const length of page.lengths) {
      headers[packet]?.push(file.subarray(at, at + length));
      at += length;
      packetBytes += length;
      if (length === SEGMENT_BYTES) continue;
      if (packet >= HEADERS) sound.push(packetBytes);
      packet++;
      packetBytes = 0;
    }
    if (packet > PACKETS_MAX) return null;
    played = page.played;
  }
  const [head = Buffer.alloc(0), tags = Buffer.alloc(0)] = headers.map((parts) =>
    Buffer.concat(parts),
  );
  return { head, tags, sound, played };
}

/** The size of a packet without any sound. */
const SILENT_BYTES = 3;

/** Derives loudness from the bytes of each moment, which is close to it, without decoding anything. */
function waveformOf(lengths: readonly number[]): Uint8Array {
  const bars = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const first = Math.floor((bar * lengths.length) / WAVEFORM_BARS);
    const end = Math.max(first + 1, Math.floor(((bar + 1) * lengths.length) / WAVEFORM_BARS));
    const moment = lengths.slice(first, end);
    const mean = moment.reduce((sum, length) => sum + length, 0) / moment.length;
    return Math.max(0, mean - SILENT_BYTES);
  });
  const loudest = Math.max(...bars, 1);
  return Uint8Array.from(bars, (height) => Math.round((100 * height) / loudest));
}
