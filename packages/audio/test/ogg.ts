/** Ogg files of Opus whose sound is packets of given lengths, 20 ms each. */

/** Opus counts 48 000 samples a second. */
const SAMPLES_PER_PACKET = 960n;
const SEGMENTS_MAX = 255;

const HEAD = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 56, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const TAGS = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);

/** The segments of a packet: 255 bytes each, and one that is shorter. */
function segmentsOf(packet: Buffer): Buffer[] {
  const count = Math.floor(packet.length / 255) + 1;
  return Array.from({ length: count }, (_, index) =>
    packet.subarray(index * 255, index * 255 + 255),
  );
}

function page(segments: readonly Buffer[], played: bigint): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head.writeBigInt64LE(played, 6);
  head.writeUInt8(segments.length, 26);
  return Buffer.concat([head, Buffer.from(segments.map(({ length }) => length)), ...segments]);
}

/** The sums of its pages are left out: nobody who reads a length looks at them. */
export function oggOf(lengths: readonly number[]): Buffer {
  const segments = lengths.flatMap((length) => segmentsOf(Buffer.alloc(length, 7)));
  const played = BigInt(lengths.length) * SAMPLES_PER_PACKET;
  const pages: Buffer[] = [];
  for (let at = 0; at < segments.length; at += SEGMENTS_MAX)
    pages.push(page(segments.slice(at, at + SEGMENTS_MAX), played));
  return Buffer.concat([page([HEAD], 0n), page([TAGS], 0n), ...pages]);
}
