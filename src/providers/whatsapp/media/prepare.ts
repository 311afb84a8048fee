/** Media to be sent: sealed, uploaded and described. */
import type { WAMessageContent } from '@whiskeysockets/baileys';
import type { OutgoingMedia } from '../../outgoing.ts';
import { pictureSize } from '../../picture-size.ts';
import { type Sealed, seal } from './cipher.ts';
import type { Upload } from './upload.ts';

type Prepared = { readonly content: WAMessageContent } | { readonly error: string };

/** `nowMs`: when the file was sealed, which the platform wants to know. Never rejects. */
export async function prepareMedia(
  media: Omit<OutgoingMedia, 'number'>,
  upload: Upload,
  nowMs: number,
): Promise<Prepared> {
  const sealed = seal(media.bytes, media.kind);
  const uploaded = await upload(sealed, media.kind);
  if ('error' in uploaded) return uploaded;
  const { fileSha256, fileEncSha256, fileLength, mediaKey }: Sealed = sealed;
  const file = {
    ...uploaded,
    mimetype: media.mimetype,
    mediaKey,
    fileSha256,
    fileEncSha256,
    fileLength,
    mediaKeyTimestamp: Math.floor(nowMs / 1000),
  };
  return { content: contentOf(media, file) };
}

type File = NonNullable<WAMessageContent['imageMessage']>;

function contentOf(media: Omit<OutgoingMedia, 'number'>, file: File): WAMessageContent {
  const caption = media.caption ? { caption: media.caption } : {};
  switch (media.kind) {
    case 'image':
      return { imageMessage: { ...file, ...caption, ...pictureSize(media.bytes) } };
    case 'video':
      return { videoMessage: { ...file, ...caption } };
    case 'audio':
      return { audioMessage: { ...file, ...voice(media) } };
    case 'document':
      return documentOf({ ...file, ...caption }, media.fileName ?? 'file');
  }
}

/** Voice notes are what phones record as Ogg; any other audio is an attached file. Phones play no other spelling. */
function voice({ bytes, mimetype }: Omit<OutgoingMedia, 'number'>) {
  if (!mimetype.startsWith('audio/ogg')) return { ptt: false };
  const seconds = voiceSeconds(bytes);
  return { ptt: true, mimetype: 'audio/ogg; codecs=opus', ...(seconds !== null && { seconds }) };
}

/** Phones show the caption of a document only when it comes in this envelope. */
function documentOf(file: File, fileName: string): WAMessageContent {
  const message = { documentMessage: { ...file, title: fileName, fileName } };
  return file.caption ? { documentWithCaptionMessage: { message } } : message;
}

const PAGE = Buffer.from('OggS');
/** Where a page says how many samples were played at its end: 64 bits, lowest byte first. */
const PLAYED_AT = 6;
/** Opus counts 48 000 samples a second, whatever it was recorded with. */
const SAMPLES_PER_SECOND = 48_000;
/** A page has at most 65 307 bytes, so the last one begins behind this. */
const LAST_PAGE_BYTES = 65_536;

/** Whole seconds, at least one; null for anything that is no Ogg file of Opus. */
export function voiceSeconds(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 4).equals(PAGE) || !file.subarray(0, 64).includes('OpusHead')) return null;
  const tail = file.subarray(-LAST_PAGE_BYTES);
  const page = tail.lastIndexOf(PAGE);
  if (page < 0 || page + PLAYED_AT + 8 > tail.length) return null;
  const played = tail.readBigInt64LE(page + PLAYED_AT);
  const seconds = Math.round(Number(played) / SAMPLES_PER_SECOND);
  // A day: beyond it the number is no length.
  return played > 0n && seconds < 86_400 ? Math.max(1, seconds) : null;
}
