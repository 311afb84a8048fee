/** Finds where a message's media is stored and which key opens it. Pure. */
import {
  count,
  type Fields,
  isBytes,
  mimetypeOf,
  record,
  text,
} from '../../../core/providers/foreign-values.ts';
import type { MediaKind } from '../../../core/providers/outgoing.ts';
import type { FileField, FileInMessage } from '../../../core/shared/file-in-message.ts';
import type { SealedKind } from '../media/cipher.ts';
import { isNewsletter } from './jids.ts';

export interface MediaReference {
  /** The kind whose keys open it: stickers use those of images. */
  readonly kind: SealedKind;
  /** Empty when the message came without a key. */
  readonly mediaKey: Uint8Array;
  readonly directPath: string | null;
  readonly fileSha256: Uint8Array | null;
  readonly fileEncSha256: Uint8Array | null;
  readonly fileLength: number | null;
  readonly mimetype: string;
  /** Set when the file is not sealed, as in channels. */
  readonly isOpen?: true;
}

const KIND: Readonly<Record<FileField, MediaKind>> = {
  imageMessage: 'image',
  stickerMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
};

/** `chat` is the JID of the message's chat. */
export function mediaReference({ field, said }: FileInMessage, chat: string): MediaReference {
  const reference = referenceTo(KIND[field], said);
  const isOpen = reference.mediaKey.byteLength === 0 && isNewsletter(chat);
  return { ...reference, ...(isOpen && { isOpen }) };
}

/** Refers to a share of the phone's history. */
export const historyReference = (notification: object): MediaReference =>
  referenceTo('history', record(notification));

function referenceTo(kind: SealedKind, file: Fields): MediaReference {
  return {
    kind,
    mediaKey: bytes(file.mediaKey) ?? new Uint8Array(0),
    directPath: text(file.directPath) || null,
    fileSha256: bytes(file.fileSha256),
    fileEncSha256: bytes(file.fileEncSha256),
    fileLength: count(file.fileLength),
    mimetype: mimetypeOf(file.mimetype),
  };
}

/** Channels deliver bytes as base64. */
function bytes(value: unknown): Uint8Array | null {
  if (isBytes(value)) return value.byteLength > 0 ? value : null;
  return text(value) === '' ? null : new Uint8Array(Buffer.from(text(value), 'base64'));
}
