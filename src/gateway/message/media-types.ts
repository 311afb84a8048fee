/** The media type of a file that is sent, where its sender does not say. */
import type { MediaKind } from '../../providers/provider.ts';
import { bareType, typeOfName } from '../../shared/media-types.ts';

const USUAL: Readonly<Record<MediaKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  document: 'application/octet-stream',
};

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+( *;[\x20-\x7e]*)?$/;
const MEDIA_TYPE_CHARACTERS_MAX = 255;

export const isMediaType = (text: string): boolean =>
  text.length <= MEDIA_TYPE_CHARACTERS_MAX && MEDIA_TYPE.test(text);

/** What a server or a name says counts only where it can be so: many servers call everything a stream of octets. */
function fits(kind: MediaKind, type: string): boolean {
  if (!isMediaType(type)) return false;
  if (kind === 'document') return !bareType(type).endsWith('/octet-stream');
  return bareType(type).startsWith(`${kind}/`);
}

/** What a server said of the file, else what its names end in, else what is usual. Absent hints are null. */
export function mediaTypeOf(
  kind: MediaKind,
  contentType: string | null,
  names: readonly (string | null)[],
): string {
  const hints = [contentType, ...names.map((name) => (name === null ? null : typeOfName(name)))];
  return hints.find((type) => type !== null && fits(kind, type)) ?? USUAL[kind];
}
