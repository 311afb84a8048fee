/** Opening pictures that callers send: one after the other, since each takes up to 64 MiB meanwhile. */
import { Semaphore } from '../../shared/async/semaphore.ts';
import { codeOf, invalid } from '../../shared/errors.ts';

/** 4096 by 4096: a picture takes four bytes a pixel while it is open. */
const PIXELS_MAX = 16_777_216;
/** Of a file that is made a picture of another form. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;

const opening = new Semaphore(1);

/**
 * What `draw` makes of the picture, which it opens when its turn has come. 400, naming the field, for a file that is no
 * picture or has more than 16 million pixels. When `signal` aborts before its turn, it is not opened.
 */
export async function drawnFrom<T>(
  { field, bytes, signal }: PictureSource,
  draw: (picture: Bun.Image) => Promise<T>,
): Promise<T> {
  if (!(await opening.acquire(signal))) throw invalid('the caller has disconnected');
  try {
    return await draw(new Bun.Image(bytes, { maxPixels: PIXELS_MAX }));
  } catch (error) {
    const problem = REFUSED.get(codeOf(error));
    throw problem === undefined ? error : invalid(`${field} ${problem}`);
  } finally {
    opening.release();
  }
}

interface PictureSource {
  /** The field of the request that it came in. */
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

const REFUSED = new Map([
  ['ERR_IMAGE_UNKNOWN_FORMAT', 'is no picture: PNG, JPEG, WebP, GIF and BMP can be read'],
  ['ERR_IMAGE_FORMAT_UNSUPPORTED', 'is a picture that cannot be read here: send PNG, JPEG or WebP'],
  ['ERR_IMAGE_TOO_MANY_PIXELS', `has more than ${PIXELS_MAX} pixels`],
  ['ERR_IMAGE_DECODE_FAILED', 'is a damaged picture'],
]);
