/** Owns: reading the length of a voice note off the tail of its Ogg file. Pure. */

const PAGE = Buffer.from('OggS');
/** Where a page says how many samples were played at its end: 64 bits, lowest byte first. */
const PLAYED_AT = 6;
/** Opus counts 48 000 samples a second, whatever it was recorded with. */
const SAMPLES_PER_SECOND = 48_000;
/** A page has at most 65 307 bytes, so the last one begins behind this. */
const LAST_PAGE_BYTES = 65_536;

/** Whole seconds, at least one; null for anything that is no Ogg file of Opus. */
export function voiceSeconds(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 4).equals(PAGE) || !file.subarray(0, 64).includes('OpusHead')) return null;
  const tail = file.subarray(-LAST_PAGE_BYTES);
  const page = tail.lastIndexOf(PAGE);
  if (page < 0 || page + PLAYED_AT + 8 > tail.length) return null;
  const played = tail.readBigInt64LE(page + PLAYED_AT);
  const seconds = Math.round(Number(played) / SAMPLES_PER_SECOND);
  // A day: beyond it the number is no length.
  return played > 0n && seconds < 86_400 ? Math.max(1, seconds) : null;
}
