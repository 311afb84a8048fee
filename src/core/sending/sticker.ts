import { failure } from '../shared/errors.ts';
import { webpOf } from '../shared/webp.ts';
import type { ConversionContext } from './conversion.ts';
import { drawPicture } from './pictures.ts';
import { squarePicture } from './square-picture.ts';

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
