/** Stickers: WebP as it is, any other picture as WebP of the size that phones show. */
import { webpOf } from '../../providers/webp.ts';
import { Semaphore } from '../../shared/async/semaphore.ts';
import { AppError, codeOf, invalid } from '../../shared/errors.ts';
import { squarePicture } from './square-picture.ts';

/** Of a picture that is made one. */
export const STICKER_SOURCE_BYTES_MAX = 5 * 1024 * 1024;
/** Phones show no larger ones. */
export const STICKER_BYTES_MAX = 512 * 1024;
const SIDE = 512;
/** 4096 by 4096: a picture takes four bytes a pixel while it is open. */
const PIXELS_MAX = 16_777_216;
/** What a still one should have at most, and the qualities that are tried for it. */
const STILL_BYTES = 100 * 1024;
const QUALITIES = [80, 50, 20];

/** Pictures are opened one after the other: each takes up to 64 MiB meanwhile. */
const opening = new Semaphore(1);

/** 413 for WebP that is too large, 400 for what is no picture, or has more than 16 million pixels. */
export async function stickerOf(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (webpOf(bytes) !== null) {
    if (bytes.byteLength > STICKER_BYTES_MAX)
      throw new AppError('too_large', `a WebP sticker is larger than ${STICKER_BYTES_MAX} bytes`);
    return bytes;
  }
  if (!(await opening.acquire(signal))) throw invalid('the caller has disconnected');
  try {
    return await drawn(bytes);
  } catch (error) {
    throw refusal(error);
  } finally {
    opening.release();
  }
}

async function drawn(bytes: Uint8Array): Promise<Uint8Array> {
  const inside = await new Bun.Image(bytes, { maxPixels: PIXELS_MAX })
    .resize(SIDE, SIDE, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .bytes();
  const square = squarePicture(inside, SIDE);
  let sticker = square;
  for (const quality of QUALITIES) {
    sticker = await new Bun.Image(square).webp({ quality }).bytes();
    if (sticker.byteLength <= STILL_BYTES) break;
  }
  return sticker;
}

const REFUSED = new Map([
  ['ERR_IMAGE_UNKNOWN_FORMAT', 'is no picture: PNG, JPEG, WebP, GIF and BMP can be read'],
  ['ERR_IMAGE_FORMAT_UNSUPPORTED', 'is a picture that cannot be read here: send PNG, JPEG or WebP'],
  ['ERR_IMAGE_TOO_MANY_PIXELS', `has more than ${PIXELS_MAX} pixels`],
  ['ERR_IMAGE_DECODE_FAILED', 'is a damaged picture'],
]);

function refusal(error: unknown): unknown {
  const problem = REFUSED.get(codeOf(error));
  return problem === undefined ? error : invalid(`sticker ${problem}`);
}
