/** Translates files to the form of the Graph API: which types, how large, and under which node. Pure. */

import {
  FILE_RULES,
  type MetaFileKind,
  MOVING_STICKER_BYTES_MAX,
} from '../../../core/providers/at-meta.ts';
import type { Fields } from '../../../core/providers/foreign-values.ts';
import type { OutgoingMedia } from '../../../core/providers/outgoing.ts';
import { failure } from '../../../core/shared/errors.ts';
import { bareType } from '../../../core/shared/media-types.ts';
import { webpOf } from '../../../core/shared/webp.ts';
import { requireLength, unsupportedContent } from './content.ts';

const CAPTION_MAX = 1_024;
const STICKER_BYTES_MAX = 100 * 1024;

/** The node under which the file is sent; Meta has no node for round videos. */
const KINDS: Readonly<Record<Exclude<OutgoingMedia['kind'], 'ptv'>, MetaFileKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
};

const NO_ROUND_VIDEOS = 'cannot send round videos: send the file as a video';
const NO_VIEW_ONCE = 'cannot send view-once messages';
const UNUSABLE = { kind: 'unusable_file' } as const;

/** Throws `invalid` for what the platform would refuse, and `too_large`. Call it before a file is uploaded. */
export function requireSendable(media: Omit<OutgoingMedia, 'number'>): void {
  const { kind, viewOnce, caption = '' } = media;
  if (kind === 'ptv') throw unsupportedContent(NO_ROUND_VIDEOS);
  if (viewOnce) throw unsupportedContent(NO_VIEW_ONCE);
  const type = bareType(media.mimetype);
  const { types, bytesMax } = FILE_RULES[KINDS[kind]];
  if (types !== undefined && !types.includes(type))
    throw failure(
      'cloud_file_type',
      { types: types.join(', '), kind: KINDS[kind], type },
      UNUSABLE,
    );
  if (kind !== 'audio' && kind !== 'voice') requireLength('a caption', caption, CAPTION_MAX);
  const most = kind === 'sticker' ? stickerBytesMax(media.bytes) : bytesMax;
  if (media.bytes.byteLength > most)
    throw failure('cloud_file_too_large', { max: most, kind: KINDS[kind] }, UNUSABLE);
}

const stickerBytesMax = (bytes: Uint8Array): number =>
  webpOf(bytes)?.isAnimated ? MOVING_STICKER_BYTES_MAX : STICKER_BYTES_MAX;

/** Returns the type and the node named after it; `id` is that of the uploaded file. */
export function graphMedia(media: OutgoingMedia, id: string): Fields {
  const type = media.kind === 'ptv' ? 'video' : KINDS[media.kind];
  const { caption, fileName } = media;
  const isShown = type !== 'audio' && type !== 'sticker';
  return {
    type,
    [type]: {
      id,
      ...(isShown && caption && { caption }),
      ...(type === 'document' && fileName && { filename: fileName }),
      // Phones show a voice note only for Ogg.
      ...(type === 'audio' && bareType(media.mimetype) === 'audio/ogg' && { voice: true }),
    },
  };
}
