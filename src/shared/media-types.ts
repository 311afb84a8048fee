/** Media types and their file name extensions. */

/** The extensions of each type; `extensionOf` returns the first one. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  // This is WhatsApp's name for voice messages.
  opus: 'audio/ogg; codecs=opus',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wav: 'audio/wav',
  weba: 'audio/webm',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  json: 'application/json',
  xml: 'application/xml',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  apk: 'application/vnd.android.package-archive',
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

/** Returns the type without its parameters, in lower case. */
export const bareType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The extension by type, including other names of a type than the one in the table. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/ogg', 'ogg'],
  ['text/xml', 'xml'],
  ...Object.entries(TYPES)
    .map(([extension, type]) => [bareType(type), extension] as const)
    .reverse(),
]);

/** Returns the type of a file name's extension, or null. */
export function typeOfName(name: string): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? null) : null;
}

/** Returns the extension of a type without regard to its parameters, such as `.pdf`, or `.bin` if it has none. */
export const extensionOf = (type: string): string => `.${EXTENSIONS.get(bareType(type)) ?? 'bin'}`;
