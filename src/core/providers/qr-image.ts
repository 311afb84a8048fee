/** QR codes as images. */
import { constants } from 'node:zlib';
// The package as a whole loads its own PNG and terminal writers as well, which takes five times as long.
import { create } from 'qrcode/lib/core/qrcode.js';

/** Light modules around the code, without which scanners do not find it. */
const QUIET_MODULES = 4;
const WIDTH_PX = 300;
const LIGHT = 255;
const DARK = 0;
/** One byte a pixel takes a tenth of the time of four. The library's own strategy makes files of five times the size. */
const GREY = {
  colorType: 0,
  inputColorType: 0,
  inputHasAlpha: false,
  filterType: 0,
  deflateStrategy: constants.Z_DEFAULT_STRATEGY,
  deflateLevel: 6,
} as const;

/**
 * Returns a PNG of the QR code of `text`, about 300 pixels wide, as a `data:` URL.
 * Rejects when the text is empty or longer than a QR code holds.
 */
export async function qrImage(text: string): Promise<string> {
  const { size, data } = modulesOf(text);
  const scale = Math.max(2, Math.round(WIDTH_PX / (size + 2 * QUIET_MODULES)));
  const side = (size + 2 * QUIET_MODULES) * scale;
  // It is loaded with the first code.
  const { PNG } = await import('pngjs');
  const picture = new PNG({ width: side, height: side });
  picture.data = Buffer.alloc(side * side, LIGHT);
  for (let module = 0; module < data.length; module++) {
    if (data[module] !== 1) continue;
    const x = ((module % size) + QUIET_MODULES) * scale;
    const y = (Math.floor(module / size) + QUIET_MODULES) * scale;
    for (let row = y; row < y + scale; row++)
      picture.data.fill(DARK, row * side + x, row * side + x + scale);
  }
  return `data:image/png;base64,${PNG.sync.write(picture, GREY).toString('base64')}`;
}

/**
 * Encodes the text as bytes: a search for runs of digits or capitals takes as long as everything else, and pairing
 * codes have no such runs.
 */
function modulesOf(text: string) {
  if (text === '') throw new Error('a QR code needs a text');
  return create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' }).modules;
}

/** Indexed by whether the upper and the lower module is light; light modules are drawn on a dark terminal. */
const HALF_BLOCKS = [' ', '\u2584', '\u2580', '\u2588'];

/**
 * Returns the QR code of `text` for a terminal: two modules a character in height, lines with `
 * ` between. Throws as `qrImage`.
 */
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
