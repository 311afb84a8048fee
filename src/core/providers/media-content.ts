/** Describes a sent file in the protocol of WhatsApp, in one spelling for all providers. Pure. */
import { type MessageFlags, NO_FLAGS } from '../events/types/message-data.ts';
import { pictureSize, webpOf } from '../shared/webp.ts';
import type { Fields } from './foreign-values.ts';
import { type ContentContext, withContext } from './message-content.ts';
import type { MediaKind, OutgoingMedia, SentMediaKind } from './outgoing.ts';

/** The protocol's words for files and for content that phones show like files, by field: `imageMessage` is an `image`. */
export const MEDIA_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    imageMessage: 'image',
    videoMessage: 'video',
    // For receivers video notes are video, as voice notes are audio.
    ptvMessage: 'video',
    audioMessage: 'audio',
    documentMessage: 'document',
    stickerMessage: 'sticker',
    contactMessage: 'vcard',
    contactsArrayMessage: 'contact_array',
    locationMessage: 'location',
    liveLocationMessage: 'livelocation',
    listMessage: 'list',
    listResponseMessage: 'list_response',
    buttonsResponseMessage: 'buttons_response',
    orderMessage: 'order',
    productMessage: 'product',
    interactiveResponseMessage: 'native_flow_response',
    groupInviteMessage: 'url',
  }),
);

/** Loaded for the first file of sound. */
const audio = () =>
  require('../../../packages/audio/src/index.ts') as typeof import('../../../packages/audio/src/index.ts');

/** The protocol's kind for each; it has keys and paths only for these. */
export const FAMILY: Readonly<Record<SentMediaKind, MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
  voice: 'audio',
  ptv: 'video',
  sticker: 'image',
};

type MediaDescription = Omit<OutgoingMedia, 'number'>;

/** Returns one field named after the kind, such as `imageMessage`; `file` is its size, sums, keys and place. */
export function mediaContent(
  media: MediaDescription,
  file: Fields,
  context: ContentContext,
): Fields {
  const once = flagsOf(media).IsViewOnce ? { viewOnce: true } : {};
  return withContext(described(media, { ...file, mimetype: media.mimetype, ...once }), context);
}

/** Puts the content into the envelope that phones require, if any. */
export function wrapInEnvelope(media: MediaDescription, content: Fields): Fields {
  const { IsViewOnce, IsViewOnceV2Extension, IsDocumentWithCaption } = flagsOf(media);
  if (IsViewOnceV2Extension) return { viewOnceMessageV2Extension: { message: content } };
  if (IsViewOnce) return { viewOnceMessageV2: { message: content } };
  // Phones show the caption of a document only when it is in this envelope.
  if (IsDocumentWithCaption) return { documentWithCaptionMessage: { message: content } };
  return content;
}

/** Returns what the envelope says of the content to those who see it without the envelope. */
export function flagsOf({ kind, viewOnce, caption }: MediaDescription): MessageFlags {
  const family = FAMILY[kind];
  const isOnce = viewOnce === true && kind !== 'sticker' && family !== 'document';
  return {
    ...NO_FLAGS,
    IsViewOnce: isOnce,
    IsViewOnceV2: isOnce,
    // View-once audio came later than pictures and has an envelope of its own.
    IsViewOnceV2Extension: isOnce && family === 'audio',
    IsDocumentWithCaption: kind === 'document' && Boolean(caption),
  };
}

function described(media: MediaDescription, file: Fields): Fields {
  const caption = media.caption ? { caption: media.caption } : {};
  switch (media.kind) {
    case 'image':
      return { imageMessage: { ...file, ...caption, ...pictureSize(media.bytes) } };
    case 'video':
      return {
        videoMessage: {
          ...file,
          ...caption,
          ...lengthOf(media),
          gifPlayback: media.gifPlayback === true,
        },
      };
    case 'ptv':
      return { ptvMessage: { ...file, ...lengthOf(media) } };
    case 'audio':
    case 'voice':
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
function voice({ bytes, mimetype }: MediaDescription): Fields {
  if (!mimetype.startsWith('audio/ogg')) return { ...lengthOf({ bytes }), ptt: false };
  return { ptt: true, mimetype: 'audio/ogg; codecs=opus', ...audio().voiceNoteOf(bytes) };
}

function lengthOf({ bytes }: Pick<MediaDescription, 'bytes'>): Fields {
  const seconds = audio().playingSeconds(bytes);
  return seconds === null ? {} : { seconds };
}
