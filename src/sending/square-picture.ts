/** Makes a picture square without stretching it: edges are put around it, or cut from it. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Red, green, blue, alpha. */
const PIXEL_BYTES = 4;

/**
 * The picture in the middle of `side` by `side` pixels, as PNG: where it is smaller its edges are transparent, where it
 * is larger they are cut off. `isOnWhite`: nothing is transparent, but white. It must be a PNG of 8 bits of red, green,
 * blue and alpha a pixel, as Bun's own encoder writes them.
 */
export function squarePicture(png: Uint8Array, side: number, isOnWhite = false): Uint8Array {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const rowBytes = width * PIXEL_BYTES;
  const pixels = inflateSync(dataOf(file), { maxOutputLength: height * (rowBytes + 1) });
  unfilter(pixels, rowBytes, height);
  // Each row is preceded by the number of its filter; 0 is none.
  const stride = 1 + side * PIXEL_BYTES;
  const canvas = Buffer.alloc(side * stride);
  const [left, top] = [(side - width) >> 1, (side - height) >> 1];
  const shown = Math.min(width, side) * PIXEL_BYTES;
  for (let row = Math.max(0, -top); row < Math.min(height, side - top); row++) {
    const from = row * (rowBytes + 1) + 1 + Math.max(0, -left) * PIXEL_BYTES;
    const to = (top + row) * stride + 1 + Math.max(0, left) * PIXEL_BYTES;
    pixels.copy(canvas, to, from, from + shown);
  }
  if (isOnWhite) putOnWhite(canvas, stride);
  const head = Buffer.from(file.subarray(16, 29));
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const data = deflateSync(canvas, { level: 1 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** In place. */
function putOnWhite(canvas: Buffer, stride: number): void {
  for (let row = 0; row < canvas.length; row += stride) {
    for (let at = row + 1; at < row + stride; at += PIXEL_BYTES) {
      const alpha = canvas[at + PIXEL_BYTES - 1] ?? 0;
      if (alpha === 255) continue;
      for (let colour = at; colour < at + PIXEL_BYTES; colour++)
        canvas[colour] = 255 - ((255 - (canvas[colour] ?? 0)) * alpha) / 255;
      canvas[at + PIXEL_BYTES - 1] = 255;
    }
  }
}

/** What the chunks of pixels hold together. */
function dataOf(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** In place: each byte was written as its difference from what the row's filter guesses by its neighbours. */
function unfilter(pixels: Buffer, rowBytes: number, rows: number): void {
  const stride = rowBytes + 1;
  // Beyond the edges all is 0.
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let start = 0; start < rows * stride; start += stride) {
    const row = pixels.subarray(start + 1, start + stride);
    UNFILTERS[pixels[start] ?? 0]?.(row, above);
    above = row;
  }
}

type Unfilter = (row: Uint8Array, above: Uint8Array) => void;

const before = (row: Uint8Array, at: number): number =>
  at < PIXEL_BYTES ? 0 : (row[at - PIXEL_BYTES] ?? 0);

/** By the number of the filter. A loop for each: a picture has millions of bytes, and the event loop waits meanwhile. */
const UNFILTERS: readonly Unfilter[] = [
  () => {},
  (row) => {
    for (let at = PIXEL_BYTES; at < row.length; at++) row[at] = (row[at] ?? 0) + before(row, at);
  },
  (row, above) => {
    for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
  },
  (row, above) => {
    for (let at = 0; at < row.length; at++)
      row[at] = (row[at] ?? 0) + ((before(row, at) + (above[at] ?? 0)) >> 1);
  },
  (row, above) => {
    for (let at = 0; at < row.length; at++)
      row[at] = (row[at] ?? 0) + nearest(before(row, at), above[at] ?? 0, before(above, at));
  },
];

/** The neighbour that is closest to what a plane through all three would have here; Paeth's filter guesses it. */
function nearest(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
