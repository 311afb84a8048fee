import { FairSemaphore } from '../shared/async/semaphore.ts';
import { type AppError, codeOf, failure, invalidFields } from '../shared/errors.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';
import { webpOf } from '../shared/webp.ts';
import { type ConversionContext, convertInPlace } from './conversion.ts';

/** This is 4096 by 4096; an open picture takes four bytes of memory for each pixel. */
const PIXELS_MAX = 16_777_216;
/** The limit is that of WebP. Shrinking a very long picture takes several times as long as a square one. */
const SIDE_MAX = 16_384;
const SCANS_MAX = 100;
/** Limits the pixels of all scans of a JPEG together; photographs of 16 million pixels have up to 350 million. */
const SCANNED_PIXELS_MAX = 800_000_000;
/** The largest file that is converted to another kind of picture. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;

/**
 * The decoder runs on the threads that also read files for the whole process, one for each core, and nothing can stop
 * it. So one picture is open at a time, and the limits above keep each to about a second of one core.
 */
const places = new FairSemaphore({ total: 1, perHolder: 1 });
/** The time limit, which includes waiting for a turn. */
const PICTURE_MS = 30_000;

/**
 * Opens the picture when it is the instance's turn and returns what `draw` makes of it. Throws invalid, naming the
 * field, for a file that is not a picture or would take too long to open: more than 16 million pixels, a side of more
 * than 16 384, more than 100 scans. Throws rate_limited when earlier pictures take too long. A picture is not opened if
 * the caller disconnects before its turn.
 */
export async function drawPicture<T>(
  { field, bytes, ...context }: PictureSource,
  draw: (picture: Bun.Image, size: Bun.Image.Metadata) => Promise<T>,
): Promise<T> {
  const refusal = scansRefused(bytes);
  if (refusal !== null) throw wrongPicture(field, refusal);
  return await convertInPlace({ field, places, ms: PICTURE_MS }, context, async () => {
    try {
      const picture = new Bun.Image(bytes, { maxPixels: PIXELS_MAX });
      const size = await picture.metadata();
      if (Math.max(size.width, size.height) > SIDE_MAX)
        throw wrongPicture(field, problem('picture_too_long', { max: SIDE_MAX }));
      return await draw(picture, size);
    } catch (error) {
      const refused = REFUSED.get(codeOf(error));
      throw refused === undefined ? error : wrongPicture(field, refused);
    }
  });
}

/** Returns the failure of a picture that the field must not have. */
export const wrongPicture = (field: string, found: Problem): AppError =>
  invalidFields([{ field, ...found }]);

interface PictureSource extends ConversionContext {
  /** The field of the request that holds the file. */
  readonly field: string;
  readonly bytes: Uint8Array;
}

/** Returns why a JPEG would take too long to open, or null for every other file. */
function scansRefused(bytes: Uint8Array): Problem | null {
  const scans = jpegScans(bytes);
  if (scans === null) return null;
  const { count } = scans;
  if (scans.isArithmetic) return problem('picture_unreadable');
  if (count > SCANS_MAX)
    return problem('too_many_scans', { count, limit: `more than ${SCANS_MAX}` });
  return scans.pixels > SCANNED_PIXELS_MAX
    ? problem('too_many_scans', { count, limit: 'too many for its size' })
    : null;
}

const REFUSED = new Map([
  ['ERR_IMAGE_UNKNOWN_FORMAT', problem('no_picture')],
  ['ERR_IMAGE_FORMAT_UNSUPPORTED', problem('picture_unreadable')],
  ['ERR_IMAGE_TOO_MANY_PIXELS', problem('too_many_pixels', { max: PIXELS_MAX })],
  ['ERR_IMAGE_DECODE_FAILED', problem('picture_damaged')],
]);

/** Counts the scans of a JPEG file without decoding it, since each scan may go over the whole picture again. */
interface JpegScans {
  readonly count: number;
  /** Pixels that are decoded, summed over all scans and components. */
  readonly pixels: number;
  /** Whether it is coded arithmetically, which hardly any program writes and which is slowest to read. */
  readonly isArithmetic: boolean;
}

interface Frame {
  readonly pixels: number;
  readonly isArithmetic: boolean;
}

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Sides are counted in whole groups of blocks, which are at most four blocks of eight pixels long. */
const GROUP_SIDE = 32;

/** Returns null for any other format. Bytes after the end of the picture are ignored, and so is damage that ends it. */
export function jpegScans(bytes: Uint8Array): JpegScans | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  let frame: Frame | null = null;
  let count = 0;
  let components = 0;
  for (let at = nextMarker(bytes, 2); at < bytes.length; ) {
    const marker = bytes[at + 1] ?? END;
    if (marker === END) break;
    if (isFrame(marker)) frame ??= frameAt(bytes, at);
    if (marker === SCAN) {
      count++;
      components += bytes[at + 4] ?? 0;
    }
    at = nextMarker(bytes, at + 2 + Math.max(2, uint16(bytes, at + 2)));
  }
  const { pixels = 0, isArithmetic = false } = frame ?? {};
  return { count, pixels: components * pixels, isArithmetic };
}

/** C0-CF, apart from those of tables (C4, CC) and the one that is reserved (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function frameAt(bytes: Uint8Array, at: number): Frame {
  const whole = (side: number) => Math.ceil(side / GROUP_SIDE) * GROUP_SIDE;
  const [height, width] = [uint16(bytes, at + 5), uint16(bytes, at + 7)];
  return { pixels: whole(width) * whole(height), isArithmetic: (bytes[at + 1] ?? 0) > 0xc8 };
}

/** Returns where the next segment begins, skipping pixels and the marks among them (00, 01, D0-D7). */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    const isAmongPixels = marker <= 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!isAmongPixels) return at;
  }
  return bytes.length;
}

const uint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/**
 * Returns the picture as a PNG of `side` by `side` pixels, without stretching it: a smaller picture gets transparent
 * edges (white ones with `isOnWhite`), a larger one is cut on all sides. `png` must come from Bun's own encoder,
 * because this does not limit what decoding costs.
 */
export async function squarePicture(
  png: Uint8Array,
  side: number,
  isOnWhite = false,
): Promise<Uint8Array> {
  // The package is loaded with the first picture.
  const { PNG } = await import('pngjs');
  const picture = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const canvas = new PNG({ width: side, height: side });
  const [width, height] = [Math.min(picture.width, side), Math.min(picture.height, side)];
  const [fromX, fromY] = [(picture.width - width) >> 1, (picture.height - height) >> 1];
  PNG.bitblt(
    picture,
    canvas,
    fromX,
    fromY,
    width,
    height,
    (side - width) >> 1,
    (side - height) >> 1,
  );
  // Type 2 has no alpha: transparent pixels become white. Bun opens the file at once, so it need not be small.
  const colorType = isOnWhite ? 2 : 6;
  return PNG.sync.write(canvas, { colorType, filterType: 0, deflateLevel: 1 });
}

/** Phones do not show larger stickers. */
const STICKER_BYTES_MAX = 512 * 1024;
const SIDE = 512;
/** A still sticker should not be larger; the qualities are tried in order until it is not. */
const STILL_BYTES = 100 * 1024;
const QUALITIES = [80, 50, 20];

/** Returns WebP unchanged and any other picture as WebP of 512 by 512 pixels. Throws too_large, or as `drawPicture`. */
export async function stickerOf(
  bytes: Uint8Array,
  context: ConversionContext,
): Promise<Uint8Array> {
  if (webpOf(bytes) === null)
    return drawPicture({ field: 'sticker', bytes, ...context }, drawSticker);
  if (bytes.byteLength > STICKER_BYTES_MAX)
    throw failure('sticker_too_large', { max: STICKER_BYTES_MAX });
  return bytes;
}

async function drawSticker(picture: Bun.Image): Promise<Uint8Array> {
  const inside = await picture
    .resize(SIDE, SIDE, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .bytes();
  const square = await squarePicture(inside, SIDE);
  let sticker = square;
  for (const quality of QUALITIES) {
    sticker = await new Bun.Image(square).webp({ quality }).bytes();
    if (sticker.byteLength <= STILL_BYTES) break;
  }
  return sticker;
}
