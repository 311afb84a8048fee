/** Translates files to the form of the Graph API: which types, how large, and under which node. Pure. */

import type { Fields } from '../../../core/providers/foreign-values.ts';
import type { OutgoingMedia } from '../../../core/providers/outgoing.ts';
import { AppError } from '../../../core/shared/errors.ts';
import { bareType } from '../../../core/shared/media-types.ts';
import { webpOf } from '../../../core/shared/webp.ts';
import { requireLength } from './content.ts';

const MIB = 1024 * 1024;
const CAPTION_MAX = 1_024;
const STICKER_BYTES_MAX = 100 * 1024;
const MOVING_STICKER_BYTES_MAX = 500 * 1024;

type Kind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

interface Rule {
  /** Absent when any type is allowed. */
  readonly types?: readonly string[];
  readonly bytesMax: number;
}

/** Which files Meta takes as what. */
export const FILE_RULES: Readonly<Record<Kind, Rule>> = {
  image: { types: ['image/jpeg', 'image/png'], bytesMax: 5 * MIB },
  video: { types: ['video/mp4', 'video/3gpp'], bytesMax: 16 * MIB },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytesMax: 16 * MIB,
  },
  document: { bytesMax: 100 * MIB },
  sticker: { types: ['image/webp'], bytesMax: MOVING_STICKER_BYTES_MAX },
};

/** The node under which the file is sent; Meta has no node for round videos. */
const KINDS: Readonly<Record<Exclude<OutgoingMedia['kind'], 'ptv'>, Kind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
};

const NO_ROUND_VIDEOS = 'the Cloud API cannot send round videos: send the file as a video';
const NO_VIEW_ONCE = 'the Cloud API cannot send view-once messages';
const UNUSABLE = { kind: 'unusable_file' } as const;

/** Throws `invalid` for what the platform would refuse, and `too_large`. Call it before a file is uploaded. */
export function requireSendable(media: Omit<OutgoingMedia, 'number'>): void {
  const { kind, viewOnce, caption = '' } = media;
  if (kind === 'ptv')
    throw new AppError('invalid', NO_ROUND_VIDEOS, { kind: 'unsupported_message' });
  if (viewOnce) throw new AppError('invalid', NO_VIEW_ONCE, { kind: 'unsupported_message' });
  const type = bareType(media.mimetype);
  const { types, bytesMax } = FILE_RULES[KINDS[kind]];
  if (types !== undefined && !types.includes(type))
    throw new AppError(
      'invalid',
      `the Cloud API takes ${types.join(', ')} as ${KINDS[kind]}, not ${type}`,
      UNUSABLE,
    );
  if (kind !== 'audio' && kind !== 'voice') requireLength('a caption', caption, CAPTION_MAX);
  const most = kind === 'sticker' ? stickerBytesMax(media.bytes) : bytesMax;
  if (media.bytes.byteLength > most)
    throw new AppError(
      'too_large',
      `the Cloud API takes at most ${most} bytes as ${KINDS[kind]}`,
      UNUSABLE,
    );
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
