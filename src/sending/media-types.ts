/** Types and names of media files: which are valid, and which are used when the caller gives none. */
import type { SentMediaKind } from '../providers/outgoing.ts';
import { bareType, typeOfName } from '../shared/media-types.ts';

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

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+( *;[\x20-\x7e]*)?$/;
const MEDIA_TYPE_CHARACTERS_MAX = 255;

export const isMediaType = (text: string): boolean =>
  text.length <= MEDIA_TYPE_CHARACTERS_MAX && MEDIA_TYPE.test(text);

/** A hint counts only if it fits the kind: many servers call every file `application/octet-stream`. */
function fits(kind: SentMediaKind, type: string): boolean {
  if (!isMediaType(type)) return false;
  if (kind === 'document') return !bareType(type).endsWith('/octet-stream');
  return bareType(type).startsWith(`${kind}/`);
}

/** Returns the type that the server named if it fits the kind, else that of the names' endings, else the usual one. */
export function mediaTypeOf(
  kind: SentMediaKind,
  contentType: string | null,
  names: readonly (string | null)[],
): string {
  const hints = [contentType, ...names.map((name) => (name === null ? null : typeOfName(name)))];
  return hints.find((type) => type !== null && fits(kind, type)) ?? USUAL[kind];
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Returns `image/png` for a file that begins so, or null: without a type it would pass for the usual one, a JPEG. */
export const pngTypeOf = (bytes: Uint8Array): string | null =>
  PNG.every((byte, at) => bytes[at] === byte) ? 'image/png' : null;

const NAME_CHARACTERS_MAX = 255;
const UNSAFE = /[/\\\p{Cc}]/u;

export const FILE_NAME_PROBLEM = `must be a name of 1-${NAME_CHARACTERS_MAX} characters without slashes, backslashes and control characters`;

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
