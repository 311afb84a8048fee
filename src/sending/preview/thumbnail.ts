/** The small picture of a preview. */
import { pictureSize } from '../../providers/picture-size.ts';
import type { ConversionContext } from '../conversion.ts';
import { drawPicture } from '../pictures.ts';

/** Larger ones are not sharper on a phone, and are part of the message. */
const SIDE_MAX = 300;
const QUALITY = 70;
/** Phones draw nothing of an icon. */
const SIDE_MIN = 72;

/**
 * JPEG of at most 300 by 300 pixels, in base64; null for what is no picture, is an icon, or takes too long to open, and
 * as soon as the signal aborts.
 */
export async function thumbnailOf(
  bytes: Uint8Array,
  context: ConversionContext,
): Promise<string | null> {
  try {
    const small = await drawPicture({ field: 'preview', bytes, ...context }, (picture) =>
      picture
        .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: QUALITY })
        .bytes(),
    );
    const { width, height } = pictureSize(small) ?? { width: 0, height: 0 };
    return Math.max(width, height) < SIDE_MIN ? null : small.toBase64();
  } catch {
    return null;
  }
}
