import { pictureSize } from '../../shared/picture-size.ts';
import type { ConversionContext } from '../conversion.ts';
import { drawPicture } from '../pictures.ts';

/** A larger one would look the same on a phone and make the message longer. */
const SIDE_MAX = 300;
const QUALITY = 70;
/** Phones do not draw smaller pictures, such as icons. */
const SIDE_MIN = 72;

/**
 * Returns a JPEG of at most 300 by 300 pixels in base64, or null for a file that is not a picture, is an icon or takes
 * too long to open, and as soon as the signal aborts.
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
