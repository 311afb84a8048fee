/**
 * Where a message's media lies in the bucket. Owns: the form of a key.
 * Ids and types come from senders: nothing of theirs may leave its place in the key.
 */
import { createHash } from 'node:crypto';

const ID_CHARACTERS_MAX = 128;
const UNSAFE = /[^A-Za-z0-9_-]/g;

export interface StoredObject {
  readonly instanceId: string;
  readonly messageId: string;
  readonly mimetype: string;
  /** Ms since 1970; year and month of the key are those of UTC. */
  readonly at: number;
}

/** `{instanceId}/{yyyy}/{mm}/{messageId}{ext}`; `variant` tells objects of one message id apart. */
export function objectKey(object: StoredObject, variant?: string): string {
  const month = new Date(object.at).toISOString().slice(0, 7).replace('-', '/');
  const name = safeName(object.messageId) + (variant === undefined ? '' : `-${variant}`);
  return `${object.instanceId}/${month}/${name}${extensionOf(object.mimetype)}`;
}

/** The id itself where it can be part of a path; else what is left of it, told apart by a digest of the whole. */
function safeName(id: string): string {
  const name = id.replace(UNSAFE, '_').slice(0, ID_CHARACTERS_MAX);
  if (name === id && id !== '') return id;
  return `${name}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/svg+xml': '.svg',
  'image/tiff': '.tiff',
  'image/bmp': '.bmp',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'audio/ogg': '.ogg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'audio/wav': '.wav',
  'audio/webm': '.weba',
  'application/ogg': '.ogg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/gzip': '.gz',
  'application/json': '.json',
  'application/xml': '.xml',
  'application/rtf': '.rtf',
  'application/epub+zip': '.epub',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-powerpoint': '.ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/vnd.android.package-archive': '.apk',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/xml': '.xml',
  'text/vcard': '.vcf',
  'text/calendar': '.ics',
};

/** By the type alone, its parameters aside; `.bin` for types without a usual one. */
function extensionOf(mimetype: string): string {
  const type = mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined) ?? '.bin';
}
