/** QR codes as images. */
import { crc32, deflateSync } from 'node:zlib';
// The package as a whole loads its own PNG and terminal writers as well, which takes five times as long.
import { create } from 'qrcode/lib/core/qrcode.js';

/** Light modules around the code, without which scanners do not find it. */
const QUIET_MODULES = 4;
const WIDTH_PX = 300;

/**
 * A PNG of the QR code of `text`, about 300 pixels wide, as a `data:` URL.
 * Throws when the text is empty or longer than a QR code holds.
 */
export function qrImage(text: string): string {
  // The library's own PNG writer blocks twenty times as long for the same picture.
  const modules = modulesOf(text);
  const scale = Math.max(2, Math.round(WIDTH_PX / (modules.size + 2 * QUIET_MODULES)));
  return `data:image/png;base64,${bilevelPng(modules, scale).toString('base64')}`;
}

/** As bytes: a search for stretches of digits or capitals takes as long as the rest, and pairing codes have none. */
function modulesOf(text: string): Modules {
  if (text === '') throw new Error('a QR code needs a text');
  return create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' }).modules;
}

/** By whether the upper and the lower module is light: on a dark terminal light ones are drawn. */
const HALF_BLOCKS = [' ', '\u2584', '\u2580', '\u2588'];

/** The QR code of `text` for a terminal: two modules a character in height, lines with `\n` between. Throws as `qrImage`. */
export function qrText(text: string): string {
  const modules = modulesOf(text);
  const across = modules.size + 2 * QUIET_MODULES;
  const isInside = (at: number) => at >= 0 && at < modules.size;
  const isLight = (x: number, y: number): boolean =>
    !(isInside(x) && isInside(y) && modules.data[y * modules.size + x] === 1);
  const lines = Array.from({ length: Math.ceil(across / 2) }, (_, row) => {
    const y = 2 * row - QUIET_MODULES;
    return Array.from({ length: across }, (_, column) => {
      const x = column - QUIET_MODULES;
      return HALF_BLOCKS[2 * Number(isLight(x, y)) + Number(isLight(x, y + 1))];
    }).join('');
  });
  return lines.join('\n');
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** After width and height: 1 bit per pixel, greyscale, the only compression and filter set, not interlaced. */
const BILEVEL = [1, 0, 0, 0, 0];

interface Modules {
  readonly size: number;
  /** Row by row; 1 is dark. */
  readonly data: Uint8Array;
}

/** `scale`: pixels per module, in both directions. */
function bilevelPng(modules: Modules, scale: number): Buffer {
  const across = modules.size + 2 * QUIET_MODULES;
  const header = Buffer.alloc(8 + BILEVEL.length);
  header.writeUInt32BE(across * scale, 0);
  header.writeUInt32BE(across * scale, 4);
  header.set(BILEVEL, 8);
  const lines: Buffer[] = [];
  for (let row = 0; row < across; row++) {
    const line = pixelLine(modules, row - QUIET_MODULES, scale);
    for (let copy = 0; copy < scale; copy++) lines.push(line);
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(lines))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A filter byte (0, none), then one bit per pixel, set where it is light. */
function pixelLine(modules: Modules, row: number, scale: number): Buffer {
  const width = (modules.size + 2 * QUIET_MODULES) * scale;
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  if (row < 0 || row >= modules.size) return line;
  for (let x = 0; x < modules.size * scale; x++) {
    if (modules.data[row * modules.size + Math.floor(x / scale)] !== 1) continue;
    const bit = x + QUIET_MODULES * scale;
    const index = 1 + (bit >> 3);
    line[index] = (line[index] ?? 0) & ~(0x80 >> (bit & 7));
  }
  return line;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}
