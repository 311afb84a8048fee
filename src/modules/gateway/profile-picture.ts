import type { Outbound } from '../../core/outbound/outbound.ts';
import { createMediaBudget, mediaTooLarge, readSource } from '../../core/sending/media.ts';
import type { MediaRequest } from '../../core/sending/media-fields.ts';
import { fileField } from '../../core/sending/media-fields.ts';
import {
  drawPicture,
  PICTURE_BYTES_MAX,
  squarePicture,
  wrongPicture,
} from '../../core/sending/pictures.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { problem } from '../../core/shared/reasons/problems.ts';

const SIDE = 640;
/** The largest ratio of the sides. Phones would cut off nearly all of a longer picture. */
const RATIO_MAX = 4;

/** The field of bodies with the picture of an account or a group. */
export const pictureField = fileField(
  'A picture of at most 5 MiB: base64, a data: URL in base64, or an http(s) URL',
  'https://shop.example.com/logo.png',
);

/** The description of operations that take a picture. */
export const PICTURE_OPERATION =
  'Its middle becomes a JPEG of 640 by 640 pixels. A URL is fetched within 30 seconds, over at most 3 redirects, and only from where webhooks may go; a file that cannot be fetched or is no picture is a bad request.';

interface PictureRequest {
  readonly instanceId: string;
  /** The field of the request that holds the file; errors name it. */
  readonly field: string;
  readonly file: MediaRequest['file'];
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * Returns the middle of a picture as a JPEG of 640 by 640 pixels, on white. Throws invalid for a file that is more than
 * four times as long as wide, cannot be fetched, or is refused by `drawPicture`; too_large for one that is too large;
 * rate_limited when too many are under way.
 */
export type ReadPicture = (request: PictureRequest) => Promise<Uint8Array>;

/** At most `bytes` of pictures are in memory for all instances together; one instance may use half of them. */
export function createPictureReader(
  outbound: Pick<Outbound, 'fetchFile'>,
  clock: Clock,
  bytes: number,
): ReadPicture {
  const budget = createMediaBudget({ clock, bytes, bytesPerInstance: bytes / 2 });
  return async ({ instanceId, field, file, signal }) => {
    const limits = { kind: 'image', bytesMax: PICTURE_BYTES_MAX } as const;
    const isInline = 'bytes' in file;
    if (isInline && file.bytes.byteLength > limits.bytesMax) throw mediaTooLarge(limits.bytesMax);
    const reservation = await budget.take(instanceId, limits.bytesMax, !isInline);
    try {
      const source = await readSource(outbound, file, limits, signal);
      return await drawPicture(
        { instanceId, field, bytes: source.bytes, signal, clock },
        (picture, size) => drawProfilePicture(picture, size, field),
      );
    } finally {
      reservation.release();
    }
  };
}

async function drawProfilePicture(
  picture: Bun.Image,
  { width, height }: Bun.Image.Metadata,
  field: string,
): Promise<Uint8Array> {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (longer > shorter * RATIO_MAX)
    throw wrongPicture(field, problem('picture_too_narrow', { max: RATIO_MAX }));
  const side = Math.ceil((longer * SIDE) / shorter);
  const covering = await picture
    .resize(side, side, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .bytes();
  return new Bun.Image(await squarePicture(covering, SIDE, true)).jpeg().bytes();
}
