/** Parses the body of a request to send media. */
import { MEDIA_BYTES_MAX } from '../../events/contract/catalog.ts';
import type { MediaKind } from '../../providers/provider.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { checkWebhookUrl, type UrlGuard } from '../../webhooks/url.ts';
import { type Fields, isFields } from '../instance/fields.ts';
import { FILE_NAME_PROBLEM, isFileName } from './file-name.ts';
import { isMediaType } from './media-types.ts';
import { CAPTION_CHARACTERS_MAX, MEDIA_KINDS } from './model.ts';
import { RECIPIENT_PROBLEM, recipientOf } from './recipient.ts';

/** What the caller asks for; null where they do not say. */
export interface MediaRequest {
  readonly number: string;
  readonly kind: MediaKind;
  readonly file: { readonly bytes: Uint8Array } | { readonly url: string };
  readonly mimetype: string | null;
  readonly caption: string | null;
  readonly fileName: string | null;
}

/** 400 naming every wrong field; 413 when nothing is wrong but the file's size. */
export function parseMedia(body: unknown, guard: UrlGuard): MediaRequest {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const problems: string[] = [];
  const number = recipientIn(body, problems);
  const kind = kindIn(body, problems);
  const { file, mimetype: claimed } = fileIn(body, guard, problems);
  const mimetype = optional(body, 'mimetype', problems, isMediaType, MIMETYPE_PROBLEM) ?? claimed;
  const caption = optional(body, 'caption', problems, isCaption, CAPTION_PROBLEM);
  const fileName = optional(body, 'fileName', problems, isFileName, FILE_NAME_PROBLEM);
  if (problems.length > 0 || kind === null || file === null) throw invalid(problems.join('; '));
  if ('bytes' in file && file.bytes.byteLength > MEDIA_BYTES_MAX) throw mediaTooLarge();
  return { number, kind, file, mimetype, caption, fileName };
}

export const mediaTooLarge = (): AppError =>
  new AppError('too_large', `media is larger than ${MEDIA_BYTES_MAX} bytes`);

const MIMETYPE_PROBLEM = 'must be a media type such as image/png';
const CAPTION_PROBLEM = `must be a text of at most ${CAPTION_CHARACTERS_MAX} characters`;
const isCaption = (text: string): boolean => text.length <= CAPTION_CHARACTERS_MAX;

function recipientIn({ number }: Fields, problems: string[]): string {
  const recipient = typeof number === 'string' ? recipientOf(number) : null;
  if (recipient === null)
    problems.push(number === undefined ? 'number is required' : `number ${RECIPIENT_PROBLEM}`);
  return recipient ?? '';
}

function kindIn({ mediatype }: Fields, problems: string[]): MediaKind | null {
  const name = typeof mediatype === 'string' ? mediatype.toLowerCase() : null;
  const kind = MEDIA_KINDS.find((one) => one === name) ?? null;
  if (kind === null)
    problems.push(
      mediatype === undefined
        ? 'mediatype is required'
        : `mediatype must be one of ${MEDIA_KINDS.join(', ')}`,
    );
  return kind;
}

/** Null and an empty text say nothing, as in what older clients send. */
function optional(
  fields: Fields,
  name: 'mimetype' | 'caption' | 'fileName',
  problems: string[],
  isGood: (text: string) => boolean,
  problem: string,
): string | null {
  const value = fields[name] ?? '';
  if (value === '') return null;
  if (typeof value === 'string' && isGood(value)) return value;
  problems.push(`${name} ${problem}`);
  return null;
}

interface NamedFile {
  readonly file: MediaRequest['file'] | null;
  readonly mimetype: string | null;
}

const URL_LIKE = /^https?:/i;
const DATA_URL = /^data:([^,]{0,300});base64,/i;

function fileIn({ media }: Fields, guard: UrlGuard, problems: string[]): NamedFile {
  const refused = (problem: string): NamedFile => {
    problems.push(`media ${problem}`);
    return { file: null, mimetype: null };
  };
  if (media === undefined) return refused('is required');
  if (typeof media !== 'string')
    return refused('must be a file in base64, or the http or https URL of one');
  if (URL_LIKE.test(media)) {
    const checked = checkWebhookUrl(media, guard);
    return 'problem' in checked ? refused(checked.problem) : { file: checked, mimetype: null };
  }
  const [head = '', type = ''] = DATA_URL.exec(media) ?? [];
  if (type !== '' && !isMediaType(type)) return refused('must be a data: URL with a media type');
  const bytes = decoded(media.slice(head.length));
  if (bytes === null) return refused('must be a file in base64, or the http or https URL of one');
  if (bytes.byteLength === 0) return refused('must not be empty');
  return { file: { bytes }, mimetype: type === '' ? null : type };
}

/** Line breaks are let pass. Padding must be there, so that a file cut short is noticed. */
function decoded(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: 'strict' });
  } catch {
    return null;
  }
}
