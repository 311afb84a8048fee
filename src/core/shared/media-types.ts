/** Media types and their file name extensions. */

/** The extensions of each type; `extensionOf` returns the first one. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heic',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  tif: 'image/tiff',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  '3gp': 'video/3gpp',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  // This is WhatsApp's name for voice messages.
  opus: 'audio/ogg; codecs=opus',
  oga: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wav: 'audio/wav',
  weba: 'audio/webm',
  flac: 'audio/flac',
  wma: 'audio/x-ms-wma',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  json: 'application/json',
  xml: 'application/xml',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  apk: 'application/vnd.android.package-archive',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
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
  odp: 'application/vnd.oasis.opendocument.presentation',
};

/** Returns the type without its parameters, in lower case. */
export const bareType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Other names of a type, which callers and servers use. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/heif', 'image/heic'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['video/x-m4v', 'video/mp4'],
  ['video/m4v', 'video/mp4'],
  ['video/mov', 'video/quicktime'],
  ['video/3gp', 'video/3gpp'],
  ['video/avi', 'video/x-msvideo'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/mpeg3', 'audio/mpeg'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-aac', 'audio/aac'],
  ['audio/aacp', 'audio/aac'],
  ['audio/x-hx-aac-adts', 'audio/aac'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['application/x-pdf', 'application/pdf'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['application/csv', 'text/csv'],
  ['text/xml', 'application/xml'],
  ['text/json', 'application/json'],
]);

const OPUS = 'audio/ogg; codecs=opus';

/**
 * Returns the type under the name that phones know, in lower case and without parameters but for that of Opus, such as
 * `image/jpeg` for `IMAGE/JPG` and `audio/ogg; codecs=opus` for `audio/opus`.
 */
export function canonicalType(type: string): string {
  const bare = bareType(type);
  const isOpus =
    bare === 'audio/opus' || (bare === 'audio/ogg' && /codecs\s*=\s*"?opus/i.test(type));
  return isOpus ? OPUS : (ALIASES.get(bare) ?? bare);
}

/** The extension by type, including other names of a type than the one in the table. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/ogg', 'ogg'],
  ...Object.entries(TYPES)
    .map(([extension, type]) => [bareType(type), extension] as const)
    .reverse(),
]);

/** Returns the type of a file name's extension, or null. */
export function typeOfName(name: string): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? null) : null;
}

/**
 * Returns the extension of a type without regard to its parameters, such as `.pdf`; or `.bin` for a type without an
 * extension.
 */
export const extensionOf = (type: string): string =>
  `.${EXTENSIONS.get(bareType(canonicalType(type))) ?? 'bin'}`;

export type ShownKind = 'image' | 'video' | 'audio';

/** The types that phones show, by the kind of message, in the form of `canonicalType`. */
export const SHOWN_TYPES: Readonly<Record<ShownKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  video: ['video/mp4', 'video/3gpp', 'video/quicktime'],
  audio: [
    'audio/mpeg',
    'audio/mp4',
    'audio/aac',
    'audio/amr',
    'audio/amr-wb',
    'audio/3gpp',
    'audio/ogg',
    'audio/ogg; codecs=opus',
  ],
};

/** Returns the kind of message as which phones show files of the type, or null. */
export function shownAs(type: string): ShownKind | null {
  const known = canonicalType(type);
  if (SHOWN_TYPES.image.includes(known)) return 'image';
  if (SHOWN_TYPES.video.includes(known)) return 'video';
  return SHOWN_TYPES.audio.includes(known) ? 'audio' : null;
}
