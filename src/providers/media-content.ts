/** A file that is sent, as the protocol of WhatsApp describes it: one spelling for every provider. Pure. */
import { type MessageFlags, NO_FLAGS } from '../events/contract/catalog.ts';
import { type ContentContext, type Fields, withContext } from './message-content.ts';
import type { MediaKind, OutgoingMedia, SentMediaKind } from './outgoing.ts';
import { pictureSize } from './picture-size.ts';
import { webpOf } from './webp.ts';

/** What each is to the protocol, which has keys and paths for these alone. */
export const FAMILY: Readonly<Record<SentMediaKind, MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
  ptv: 'video',
  sticker: 'image',
};

type Described = Omit<OutgoingMedia, 'number'>;

/** One field named after the kind, such as `imageMessage`; `file`: its size, sums, keys and where it lies. */
export function mediaContent(media: Described, file: Fields, context: ContentContext): Fields {
  const once = flagsOf(media).IsViewOnce ? { viewOnce: true } : {};
  return withContext(described(media, { ...file, mimetype: media.mimetype, ...once }), context);
}

/** The content in what phones want around it; as it is when they want nothing. */
export function enveloped(media: Described, content: Fields): Fields {
  const { IsViewOnce, IsViewOnceV2Extension, IsDocumentWithCaption } = flagsOf(media);
  if (IsViewOnceV2Extension) return { viewOnceMessageV2Extension: { message: content } };
  if (IsViewOnce) return { viewOnceMessageV2: { message: content } };
  // Phones show the caption of a document only when it comes in this envelope.
  if (IsDocumentWithCaption) return { documentWithCaptionMessage: { message: content } };
  return content;
}

/** What the envelope says of the content to those who see it without. */
export function flagsOf({ kind, viewOnce, caption }: Described): MessageFlags {
  const family = FAMILY[kind];
  const isOnce = viewOnce === true && kind !== 'sticker' && family !== 'document';
  return {
    ...NO_FLAGS,
    IsViewOnce: isOnce,
    IsViewOnceV2: isOnce,
    // Sound came later than pictures and has an envelope of its own.
    IsViewOnceV2Extension: isOnce && family === 'audio',
    IsDocumentWithCaption: kind === 'document' && Boolean(caption),
  };
}

function described(media: Described, file: Fields): Fields {
  const caption = media.caption ? { caption: media.caption } : {};
  switch (media.kind) {
    case 'image':
      return { imageMessage: { ...file, ...caption, ...pictureSize(media.bytes) } };
    case 'video':
      return { videoMessage: { ...file, ...caption } };
    case 'ptv':
      return { ptvMessage: file };
    case 'audio':
      return { audioMessage: { ...file, ...voice(media) } };
    case 'sticker':
      return { stickerMessage: { ...file, ...webpOf(media.bytes) } };
    case 'document': {
      const fileName = media.fileName ?? 'file';
      return { documentMessage: { ...file, ...caption, title: fileName, fileName } };
    }
  }
}

/** Voice notes are what phones record as Ogg; any other audio is an attached file. Phones play no other spelling. */
function voice({ bytes, mimetype }: Described): Fields {
  if (!mimetype.startsWith('audio/ogg')) return { ptt: false };
  const seconds = voiceSeconds(bytes);
  return { ptt: true, mimetype: 'audio/ogg; codecs=opus', ...(seconds !== null && { seconds }) };
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
