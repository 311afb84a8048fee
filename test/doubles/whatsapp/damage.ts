/** Damage that makes a sealed message claim another place than its own. */

/** The version, then the field of the ratchet key and its length. */
const START = Buffer.of(0x33, 0x0a, 33);

/** The message with the counter of the first of its chain; null: it has none, or is the first itself. */
export function asFirstOfChain(bytes: Buffer): Buffer | null {
  const start = bytes.lastIndexOf(START);
  const counter = start + START.length + 33 + 1;
  // The field of the counter, whose last byte has no high bit.
  if (start < 0 || bytes[counter - 1] !== 0x10 || bytes[counter] === 0) return null;
  for (let at = counter; ; at++) {
    const isLast = (bytes[at] ?? 0) < 0x80;
    bytes[at] = isLast ? 0 : 0x80;
    if (isLast) return bytes;
  }
}
