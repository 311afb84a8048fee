/**
 * Decides the type and the name of a file that is sent, for every way in which files come. Its bytes decide; the type
 * that its sender or its server names, and then the ending of its name, count where bytes do not say more.
 */
import type { MediaKind, SentMediaKind } from '../providers/outgoing.ts';
import { type AppError, failure } from '../shared/errors.ts';
import {
  bareType,
  canonicalType,
  extensionOf,
  SHOWN_TYPES,
  type ShownKind,
  typeOfName,
} from '../shared/media-types.ts';
import type { FileFormat } from './format/file-format.ts';
import { formatOf } from './format/format-of.ts';

export interface FileFacts {
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  /** The type that the caller, a data: URL, a form or an upload names, or null. */
  readonly named: string | null;
  /** The type that the server of its URL names, or null. */
  readonly served?: string | null;
  /** The name that the caller gives it, or null. */
  readonly fileName: string | null;
  /** The name that it has where it comes from, or null. */
  readonly ownName?: string | null;
}

export interface DescribedFile {
  readonly mimetype: string;
  /** Null for files of other kinds than documents to which the caller gives no name. */
  readonly fileName: string | null;
}

/** Throws `invalid` for a file that phones do not show as this kind of message. */
export function describeFile(facts: FileFacts): DescribedFile {
  const { kind, bytes, fileName } = facts;
  const format = formatOf(bytes);
  const hints = hintsOf(facts);
  if (kind !== 'document') return { mimetype: shownType(kind, format, hints), fileName };
  const mimetype = typeOfFormat(format, hints) ?? usualType(kind);
  const name = fileName ?? facts.ownName ?? null;
  const whole =
    name === null ? `file${extensionOf(mimetype)}` : completeName(name, mimetype, format);
  return { mimetype, fileName: whole };
}

/** Types that were named, the one that counts most first. */
function hintsOf({ named, served = null, fileName, ownName = null }: FileFacts): string[] {
  const ofServer = served && specificType(served);
  const ofNames = [fileName, ownName].map((name) => name && typeOfName(name));
  // Servers call every text, and much else, plain text.
  const byServer = ofServer === PLAIN ? [...ofNames, ofServer] : [ofServer, ...ofNames];
  return [named && specificType(named), ...byServer].flatMap((type) => type || []);
}

const PLAIN = 'text/plain';

/** Returns the type of a file of this format, or null when nothing says it. */
export function typeOfFormat(format: FileFormat | null, hints: readonly string[]): string | null {
  if (format === null) return hints[0] ?? null;
  const own = bareType(format.type);
  const said = hints.find((type) => bareType(type) === own || format.mayBe?.(bareType(type)));
  return said === undefined || bareType(said) === own ? format.type : said;
}

/**
 * Returns the type of a file in a message of this kind, or null when nothing says it. A format that may hold a video or
 * only sound becomes a type of that kind.
 */
export function typeAs(
  kind: MediaKind,
  format: FileFormat | null,
  hints: readonly string[],
): string | null {
  if (kind === 'document') return typeOfFormat(format, hints);
  const found = typeOfFormat(
    format,
    hints.filter((type) => type.startsWith(`${kind}/`)),
  );
  return kind === 'audio' ? (found?.replace('video/', 'audio/') ?? null) : found;
}

/** Throws `invalid` for a type that phones do not show as this kind. */
function shownType(kind: ShownKind, format: FileFormat | null, hints: readonly string[]): string {
  const type = typeAs(kind, format, hints) ?? usualType(kind);
  if (isShown(kind, type)) return type;
  throw notShown(kind, format?.name ?? type, format?.type ?? type);
}

/** Returns whether phones show files of the type as this kind of message. */
export const isShown = (kind: MediaKind, type: string): boolean =>
  kind === 'document' || SHOWN_TYPES[kind].includes(type);

const INSTEAD: Readonly<Record<ShownKind, string>> = {
  image: 'JPEG, PNG or WebP',
  video: 'MP4 with H.264',
  audio: 'MP3, M4A, AAC, AMR, or Opus in Ogg',
};

const AS_DOCUMENT = 'convert it, or send it with mediatype document';
const CURES: Readonly<Record<string, string>> = {
  'image/gif':
    'convert it to MP4 and send that with gifPlayback, which phones play again and again',
  'audio/wav': 'convert it, send it as a voice note, or send it with mediatype document',
};

function notShown(kind: ShownKind, name: string, type: string): AppError {
  const isNear =
    type.startsWith(`${kind}/`) ||
    (kind === 'video' && type === 'image/gif') ||
    (kind === 'audio' && !SHOWN_TYPES.video.includes(type) && /^video\/|\/ogg$/.test(type));
  if (isNear)
    return failure(
      'file_not_shown',
      { found: name, kind, instead: INSTEAD[kind] },
      { hint: CURES[type] ?? AS_DOCUMENT, kind: 'unusable_file' },
    );
  const [better = 'document'] = MEDIA_KINDS_SHOWN.find(([, types]) => types.includes(type)) ?? [];
  return failure(
    'file_of_another_kind',
    { kind, found: name },
    {
      hint: `give the file itself or its URL, or send it with mediatype ${better}`,
      kind: 'unusable_file',
    },
  );
}

const MEDIA_KINDS_SHOWN = Object.entries(SHOWN_TYPES);

/** The ending of a file name as programs write it; `v1.2` and `Sr. Silva` have no ending. */
const ENDING = /\.[a-z][a-z0-9]{0,9}$/i;
/** The first half of a surrogate pair whose second half was cut off. */
const HALF_PAIR = /[\ud800-\udbff]$/;
const IMAGINARY = 'application/x-imaginary';

/** Appends the ending of its type to a name without one, since phones choose the app by it. */
function completeName(name: string, type: string, format: FileFormat | null): string {
  const ending = extensionOf(type);
  const isCertain = format !== null && !format.mayBe?.(IMAGINARY);
  if (typeOfName(name) !== null || (ENDING.test(name) && !isCertain)) return name;
  if (ending === '.bin') return name;
  const cut = name.replace(/[.\s]+$/, '').slice(0, NAME_CHARACTERS_MAX - ending.length);
  return cut.replace(HALF_PAIR, '') + ending;
}

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
