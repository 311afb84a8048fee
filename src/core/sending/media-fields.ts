/** The body of a request to send media. */
import { type StringOptions, Type } from '@sinclair/typebox';
import { FormFile } from '../http/multipart.ts';
import { NamedObject } from '../http/named-object.ts';
import { describe } from '../http/openapi-schema.ts';
import {
  errorOf,
  type FieldError,
  fieldError,
  oneOf,
  parsedBy,
  words,
} from '../http/read-fields.ts';
import { UploadedFile } from '../messages/uploaded-files.ts';
import { MEDIA_KINDS, type SentMediaKind } from '../providers/outgoing.ts';
import { isWithin } from '../shared/characters.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';
import type { UrlGuard } from '../webhooks/url.ts';
import { type ContextFields, contextFields } from './context.ts';
import { isFileName, isMediaType, NAME_CHARACTERS_MAX } from './describe-file.ts';
import type { FileSource } from './fetched-file.ts';
import { checkFileUrl, fileUrlIn } from './file-url.ts';
import { mediaHeaders } from './media-headers.ts';
import { Recipient } from './recipient.ts';

export const CAPTION_CHARACTERS_MAX = 1024;
const isCaption = (text: string): boolean => isWithin(text, CAPTION_CHARACTERS_MAX);

/** Null and an empty text count as absent, because older clients send them for fields without a value. */
const optionalText = (shown: StringOptions, isGood: (text: string) => boolean, problem: Problem) =>
  parsedBy(Type.Optional(Type.String(shown)), (value): string | null | FieldError => {
    if ((value ?? '') === '') return null;
    return typeof value === 'string' && isGood(value) ? value : errorOf(problem);
  });

export const caption = optionalText(
  {
    maxLength: CAPTION_CHARACTERS_MAX,
    description: `Text shown below the file, at most ${CAPTION_CHARACTERS_MAX} characters, such as \`Your invoice\``,
    examples: ['Your invoice'],
  },
  isCaption,
  problem('text_too_long', { max: CAPTION_CHARACTERS_MAX }),
);

export const fileName = optionalText(
  {
    maxLength: 255,
    description:
      'File name that the recipient sees; a document without an ending gets that of its type. A document defaults to the name that the server gives it, else to the last part of its URL, else to `file` and an ending',
    examples: ['invoice.pdf'],
  },
  isFileName,
  problem('not_file_name', { max: NAME_CHARACTERS_MAX }),
);

export const viewOnce = parsedBy(
  Type.Optional(
    Type.Boolean({
      description: 'Whether phones show the file only once; not for a document',
      default: false,
    }),
  ),
  (value = false, _, { mediatype }): boolean | FieldError => {
    if (typeof value !== 'boolean') return fieldError('not_boolean');
    return value && mediatype === 'document' ? fieldError('not_for_document') : value;
  },
);

/** Older clients name it with every file, so false is taken anywhere. */
const gifPlayback = parsedBy(
  Type.Optional(
    Type.Boolean({
      description:
        'Whether phones play a video again and again without its sound, like a GIF; only for a video. The official API sends it like other videos',
      default: false,
    }),
  ),
  (value = false, _, { mediatype }): boolean | FieldError => {
    if (typeof value !== 'boolean') return fieldError('not_boolean');
    return value && mediatype !== 'video' ? fieldError('only_for_video') : value;
  },
);

export const MediaMessage = NamedObject(
  'MediaMessage',
  {
    number: Recipient,
    mediatype: parsedBy(
      describe('How the file is sent and shown', words(...MEDIA_KINDS)),
      (value) => {
        if (value === undefined) return fieldError('required');
        return oneOf(MEDIA_KINDS)(typeof value === 'string' ? value.toLowerCase() : value);
      },
    ),
    media: fileField(
      'A file of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL',
      'https://shop.example.com/invoice.pdf',
    ),
    mimetype: optionalText(
      {
        maxLength: 255,
        description:
          'Media type of the file, such as `text/csv`; it counts where the bytes of the file leave a choice. Defaults to what the data: URL, the server of the URL or the name of the file says',
        examples: ['text/csv'],
      },
      isMediaType,
      problem('not_media_type'),
    ),
    caption,
    fileName,
    viewOnce,
    gifPlayback,
    mediaHeaders,
    ...contextFields,
  },
  { additionalProperties: true },
);

/** The caller's request; a field is null if the caller left it out. */
export interface MediaRequest extends ContextFields {
  /** The id of the message; by default it gets a new one. */
  readonly id?: string;
  readonly number: string;
  readonly kind: SentMediaKind;
  readonly file: FileSource;
  readonly mimetype: string | null;
  readonly caption: string | null;
  readonly fileName: string | null;
  readonly viewOnce: boolean;
  /** Whether phones play a video as a GIF; absent means false. */
  readonly gifPlayback?: boolean;
  /** Who can see it, if it is a status. */
  readonly audience?: readonly string[];
  /** A larger file is refused. */
  readonly bytesMax: number;
}

export function fileField(description: string, example: string) {
  return parsedBy(Type.String({ minLength: 1, description, examples: [example] }), readFile);
}

/**
 * Reads a field that holds a file. `mimetype` is the media type that a data: URL, a form or an upload names, else null.
 */
export function readFile(
  value: unknown,
  guard: UrlGuard,
): { file: FileSource; mimetype: string | null } | FieldError {
  if (value === undefined) return fieldError('required');
  if (value instanceof FormFile) return readFormFile(value);
  if (value instanceof UploadedFile) return { file: { uploaded: value }, mimetype: value.mimetype };
  if (typeof value !== 'string') return fieldError('not_file');
  const url = fileUrlIn(value);
  if (url !== null) {
    const checked = checkFileUrl(url, guard);
    return 'problem' in checked ? errorOf(checked.problem) : { file: checked, mimetype: null };
  }
  const read = fileInText(value);
  if ('problem' in read) return errorOf(read.problem);
  const { bytes, mimetype } = read;
  return bytes.byteLength === 0 ? fieldError('empty') : { file: { bytes }, mimetype };
}

function readFormFile({ bytes, mimetype }: FormFile): ReturnType<typeof readFile> {
  if (bytes.byteLength === 0) return fieldError('empty');
  return { file: { bytes }, mimetype: isMediaType(mimetype) ? mimetype : null };
}

interface FileInText {
  readonly bytes: Uint8Array;
  /** The type that a data: URL names, or null. */
  readonly mimetype: string | null;
}

interface Refusal {
  readonly problem: Problem;
}

const NO_FILE: Refusal = { problem: problem('not_file') };
const CUT: Refusal = { problem: problem('file_cut_off') };
const NO_TYPE: Refusal = { problem: problem('data_url_without_type') };

const DATA_URL = /^data:([^,]{0,300}),/i;
const IN_BASE64 = /(?:^|;)\s*base64\s*$/i;

export function fileInText(text: string): FileInText | Refusal {
  const [head, parameters = ''] = DATA_URL.exec(text.slice(0, 400)) ?? [];
  if (head === undefined) return withType(bytesOfBase64(text), null);
  const content = text.slice(head.length);
  const named = decodedPercent(parameters.replace(IN_BASE64, ''));
  const type = named?.trim() ?? '';
  if (named === null || (type !== '' && !type.startsWith(';') && !isMediaType(type)))
    return NO_TYPE;
  const bytes = IN_BASE64.test(parameters) ? bytesOfBase64(content) : bytesOfPercent(content);
  return withType(bytes, type === '' || type.startsWith(';') ? null : type);
}

const withType = (bytes: Uint8Array | Refusal, mimetype: string | null): FileInText | Refusal =>
  'problem' in bytes ? bytes : { bytes, mimetype };

/** The usual spelling is read at once. */
function bytesOfBase64(text: string): Uint8Array | Refusal {
  return strict(text) ?? bytesOfOtherBase64(text);
}

function strict(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: 'strict' });
  } catch {
    return null;
  }
}

/** Blanks that editors and chats put between letters, and line ends that were escaped twice. */
const BETWEEN = [
  ...[' ', '\n', '\r', '\t', '\u00a0', '\u200b', '\u2060', '\ufeff'],
  ...['\\r', '\\n', '\\t'],
];
const LETTERS = /^[A-Za-z0-9+/]*(={0,2})$/;

/** Reads the alphabet for URLs, escaped letters, and base64 whose padding was left out. */
function bytesOfOtherBase64(text: string): Uint8Array | Refusal {
  const plain = text.includes('%') ? decodedPercent(text) : text;
  if (plain === null) return NO_FILE;
  const joined = BETWEEN.reduce((whole, blank) => whole.replaceAll(blank, ''), plain);
  const letters = joined.replaceAll('-', '+').replaceAll('_', '/');
  const [, padding] = LETTERS.exec(letters) ?? [];
  if (padding === undefined) return NO_FILE;
  const missing = padding === '' ? '='.repeat((4 - (letters.length % 4)) % 4) : '';
  // The last letter of a whole file has no bits that lead nowhere, so most that are cut off are noticed here too.
  return strict(letters + missing) ?? CUT;
}

function decodedPercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const PERCENT = 0x25;
const NO_ESCAPE: Refusal = { problem: problem('not_data_url') };

/** Any byte may be escaped, so the text need not be UTF-8. */
function bytesOfPercent(text: string): Uint8Array | Refusal {
  const written = Buffer.from(text);
  let length = 0;
  // The bytes move to the front of the same memory, as each escape is longer than its byte.
  for (let from = 0; from < written.length; ) {
    const found = written.indexOf(PERCENT, from);
    const to = found === -1 ? written.length : found;
    written.copyWithin(length, from, to);
    length += to - from;
    from = to;
    if (found === -1) break;
    const [high, low] = [hexDigit(written[to + 1]), hexDigit(written[to + 2])];
    if (Number.isNaN(high + low)) return NO_ESCAPE;
    written[length++] = high * 16 + low;
    from = to + 3;
  }
  return new Uint8Array(written.subarray(0, length));
}

const hexDigit = (byte = 0): number => Number.parseInt(String.fromCharCode(byte), 16);
