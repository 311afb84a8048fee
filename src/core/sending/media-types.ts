/** Checks types and names of media files, and chooses them if the caller gives no name or type. */
import type { SentMediaKind } from '../providers/outgoing.ts';
import { bareType, canonicalType } from '../shared/media-types.ts';

const USUAL: Readonly<Record<SentMediaKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  document: 'application/octet-stream',
  ptv: 'video/mp4',
  sticker: 'image/webp',
  voice: 'audio/ogg; codecs=opus',
};

/** Returns the media type of a file for which neither the caller nor a server has named one. */
export const usualType = (kind: SentMediaKind): string => USUAL[kind];

const MEDIA_TYPE = /^(?:[\w.+-]+|\*)\/(?:[\w.+-]+|\*)( *;[\x20-\x7e]*)?$/;
const MEDIA_TYPE_CHARACTERS_MAX = 255;

export const isMediaType = (text: string): boolean =>
  text.length <= MEDIA_TYPE_CHARACTERS_MAX && MEDIA_TYPE.test(text);

/** Types that say nothing, as many servers and programs name every file. */
const SAYS_NOTHING =
  /\*|^(?:application|binary)\/(?:x-)?(?:octet-stream|binary|unknown|force-download|download)$/;

/** Returns the type as `canonicalType` does, or null for one that is malformed or says nothing about a file. */
export const specificType = (type: string): string | null =>
  isMediaType(type) && !SAYS_NOTHING.test(bareType(type)) ? canonicalType(type) : null;

export const NAME_CHARACTERS_MAX = 255;
const UNSAFE = /[/\\\p{Cc}]/u;

export const isFileName = (text: string): boolean =>
  text !== '' &&
  text !== '.' &&
  text !== '..' &&
  text.length <= NAME_CHARACTERS_MAX &&
  !UNSAFE.test(text);

/** Returns the last part of a URL's path, decoded, or null when that is not a valid file name. */
export function nameInUrl(url: string): string | null {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const name = decodePart(last);
  return isFileName(name) ? name : null;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
