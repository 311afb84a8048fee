/** Extracts Opus from WebM, the format that browsers record, without decoding it. */
import type { OpusPacket } from './ogg-writer.ts';
import type { Problem } from './sound.ts';

const EBML = 0x1a45dfa3;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC = 0x86;
const CODEC_PRIVATE = 0x63a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/** Elements whose children are read: segment, tracks, track, cluster, block group. Their lengths may be unknown. */
const CONTAINERS: ReadonlySet<number> = new Set([0x18538067, 0x1654ae6b, TRACK, 0x1f43b675, 0xa0]);
/** A block begins with the track number, the time (16 bits) and flags; the packet follows. */
const BLOCK_HEAD_BYTES = 4;
/** The length of the packet that describes the others. */
const HEAD_BYTES = 19;
/** Ten minutes have 30 000 blocks; a file made of empty ones could have millions. */
const ELEMENTS_MAX = 300_000;
/** These flags mean several packets in one block, in one of three ways. */
const LACING = 0x06;

interface Track {
  number: number;
  codec: string;
  head: Buffer | null;
}

export const isWebM = (file: Buffer): boolean => file.length > 4 && file.readUInt32BE(0) === EBML;

/** Returns the packets of the first Opus track, and the one that describes them. */
export function opusOfWebM(file: Buffer): { head: Buffer; packets: OpusPacket[] } | Problem {
  const content = contentOf(file);
  if (content === null) return { problem: 'is WebM of too many parts' };
  const { tracks, blocks } = content;
  const track = tracks.find(({ codec }) => codec.startsWith('A_OPUS'));
  if (track === undefined || track.head === null || track.head.length < HEAD_BYTES)
    return { problem: 'is WebM without Opus' };
  // Numbers from 127 on take two bytes, and no recorder has so many tracks.
  const own = blocks.filter((block) => block[0] === (0x80 | track.number));
  if (own.some((block) => ((block[3] ?? 0) & LACING) !== 0))
    return { problem: 'is WebM with several packets in a block, which cannot be read' };
  const packets = own
    .map((block) => block.subarray(BLOCK_HEAD_BYTES))
    .filter(({ length }) => length > 0)
    .map((bytes) => ({ bytes, samples: samplesIn(bytes) }));
  return packets.length === 0 ? { problem: 'has no sound in it' } : { head: track.head, packets };
}

/** Returns null when there are more elements than a recording has. */
function contentOf(file: Buffer): { tracks: Track[]; blocks: Buffer[] } | null {
  const tracks: Track[] = [];
  const blocks: Buffer[] = [];
  let elements = 0;
  for (const { id, data } of elementsOf(file)) {
    if (++elements > ELEMENTS_MAX) return null;
    if (id === TRACK) tracks.push({ number: 0, codec: '', head: null });
    if (id === SIMPLE_BLOCK || id === BLOCK) blocks.push(data);
    const track = tracks.at(-1);
    if (track !== undefined) describe(track, id, data);
  }
  return { tracks, blocks };
}

function describe(track: Track, id: number, data: Buffer): void {
  if (id === TRACK_NUMBER) track.number = data.at(-1) ?? 0;
  if (id === CODEC) track.codec = data.toString('latin1');
  if (id === CODEC_PRIVATE) track.head = data;
}

interface Element {
  readonly id: number;
  /** Empty for an element whose children are read. */
  readonly data: Buffer;
}

/** Yields all elements in order, children included, until the file ends or is truncated. */
function* elementsOf(file: Buffer): Generator<Element> {
  for (let at = 0; at < file.length; ) {
    const id = numberAt(file, at, false);
    const size = id && numberAt(file, at + id.bytes, true);
    if (!id || !size) return;
    const from = at + id.bytes + size.bytes;
    const isContainer = CONTAINERS.has(id.value);
    const end = isContainer ? from : from + size.value;
    if (end > file.length) return;
    yield { id: id.value, data: file.subarray(from, end) };
    at = end;
  }
}

/** Reads a number whose first byte states its length by leading zeros; null when it is invalid or truncated. */
function numberAt(file: Buffer, at: number, isSize: boolean) {
  const first = file[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (bytes > 8 || at + bytes > file.length) return null;
  let value = isSize ? first & (0xff >> bytes) : first;
  for (let next = 1; next < bytes; next++) value = value * 256 + (file[at + next] ?? 0);
  return { value, bytes };
}

/** `configuration` is the first five bits of a packet (RFC 6716, 3.1). */
function samplesOfFrame(configuration: number): number {
  if (configuration < 12) return [480, 960, 1920, 2880][configuration & 3] ?? 0;
  if (configuration < 16) return [480, 960][configuration & 1] ?? 0;
  return [120, 240, 480, 960][configuration & 3] ?? 0;
}

/** Returns the duration of a packet in samples at 48 000 a second. */
function samplesIn(packet: Uint8Array): number {
  const first = packet[0] ?? 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2;
  return frames * samplesOfFrame(first >> 3);
}
