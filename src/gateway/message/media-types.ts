/**
 * Media types of what is sent. Owns: which one a file has where its sender does not say, and the endings that go
 * with them. Pure.
 */
import type { MediaKind } from '../../providers/provider.ts';

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
  xml: 'application/xml',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  vcf: 'text/vcard',
  ics: 'text/calendar',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

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

/** The type without its parameters, in lower case. */
const bare = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** What a server or a name says counts only where it can be so: many servers call everything a stream of octets. */
function fits(kind: MediaKind, type: string): boolean {
  if (!isMediaType(type)) return false;
  if (kind === 'document') return !bare(type).endsWith('/octet-stream');
  return bare(type).startsWith(`${kind}/`);
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

function typeOfName(name: string): string | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}

/** `.pdf` and the like; `.bin` for types without a usual one. */
export function endingOf(mediaType: string): string {
  const type = bare(mediaType);
  const known = Object.entries(TYPES).find(([, one]) => bare(one) === type);
  return `.${known?.[0] ?? 'bin'}`;
}
