/** Tells moving pictures from still ones. Pure. */

/** Returns whether a GIF or a PNG has more than one picture; false for every other file. */
export function isMoving(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString('latin1', 0, 4);
  if (head === 'GIF8') return picturesIn(file) > 1;
  return head === '\x89PNG' && hasAnimation(file);
}

const GIF_HEAD_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;

/** Counts to two. Every step goes forward, so a file of any making ends. */
function picturesIn(file: Buffer): number {
  let at = GIF_HEAD_BYTES + tableBytes(file[10]);
  let count = 0;
  while (at < file.length && count < 2) {
    const kind = file[at];
    if (kind === IMAGE) {
      count++;
      at = afterBlocks(file, at + 11 + tableBytes(file[at + 9]));
    } else if (kind === EXTENSION) at = afterBlocks(file, at + 2);
    else break;
  }
  return count;
}

/** The length of the table of colours that these flags announce. */
const tableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Skips blocks that begin with their length, up to the empty one. */
function afterBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1;
  return at + 1;
}

const CHUNKS_MAX = 100;

/** The chunk that announces an animation comes before the picture. */
function hasAnimation(file: Buffer): boolean {
  for (let at = 8, count = 0; at + 8 <= file.length && count < CHUNKS_MAX; count++) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}
