import { FairSemaphore } from '../shared/async/fair-semaphore.ts';
import { type AppError, codeOf, invalidFields } from '../shared/errors.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';
import { type ConversionContext, convertInPlace } from './conversion.ts';
import { jpegScans } from './jpeg-scans.ts';

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
