/** Messages that carry media: sealed, put on the media host, described; and every way a sender can get that wrong. */
import type { proto } from '@whiskeysockets/baileys';
import type { MediaHost } from './media-host.ts';
import { type MediaKind, openMedia, type SealedMedia, sealMedia } from './media-keys.ts';

export interface Media {
  readonly media: MediaKind;
  readonly bytes: Uint8Array;
  readonly mimetype?: string;
  readonly caption?: string;
  readonly fileName?: string;
  /** Of audio and video. */
  readonly seconds?: number;
  /** An audio that was recorded for this message. */
  readonly ptt?: boolean;
  /** An image that is a sticker. */
  readonly isSticker?: boolean;
  /** Puts the file into the header of a business's message. */
  readonly inHeader?: (header: proto.Message.InteractiveMessage.IHeader) => proto.IMessage;
  readonly fault?: MediaFault;
}

export interface MediaFault {
  /** One bit of the sealed bytes on the host is turned. */
  readonly tampered?: boolean;
  /** The host answers the download with this status; the phone can upload again. */
  readonly status?: number;
  /** The host gives the file out only after this. */
  readonly heldUntil?: Promise<unknown>;
  /** Without it the client must go by `url`. */
  readonly noDirectPath?: boolean;
  /** Where the sender says the file is. */
  readonly url?: string;
  readonly directPath?: string;
  readonly wrongSha256?: boolean;
  /** What the sender says of its size. */
  readonly fileLength?: number;
}

const MIMETYPES: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
};

export interface PostedMedia {
  readonly message: proto.IMessage;
  readonly sealed: SealedMedia;
  readonly kind: MediaKind;
}

export function postMedia(host: MediaHost, content: Media): PostedMedia {
  const { media: kind, bytes, fault = {} } = content;
  const sealed = sealMedia(bytes, kind);
  const kept = fault.tampered ? turned(sealed.bytes) : sealed.bytes;
  const directPath = host.keep(kind, kept);
  if (fault.status !== undefined) host.refuse(directPath, fault.status);
  if (fault.heldUntil !== undefined) host.hold(directPath, fault.heldUntil);
  const described = {
    url: fault.url ?? `https://${host.host}${directPath}`,
    ...(!fault.noDirectPath && { directPath: fault.directPath ?? directPath }),
    mimetype: content.mimetype ?? MIMETYPES[kind],
    mediaKey: sealed.mediaKey,
    fileSha256: fault.wrongSha256 ? turned(sealed.fileSha256) : sealed.fileSha256,
    fileEncSha256: sealed.fileEncSha256,
    fileLength: fault.fileLength ?? sealed.fileLength,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  };
  const message = wrap(content, described);
  return { message: content.inHeader?.(headerOf(message)) ?? message, sealed, kind };
}

function wrap(content: Media, described: object): proto.IMessage {
  const { caption, fileName = 'file.pdf', seconds = 1, ptt = false } = content;
  const captioned = { ...described, ...(caption !== undefined && { caption }) };
  const wrappers: Record<MediaKind, () => proto.IMessage> = {
    image: () => (content.isSticker ? { stickerMessage: described } : { imageMessage: captioned }),
    video: () => ({ videoMessage: { ...captioned, seconds } }),
    audio: () => ({ audioMessage: { ...described, seconds, ptt } }),
    document: () => {
      const documentMessage = { ...captioned, fileName, title: fileName };
      if (caption === undefined) return { documentMessage };
      return { documentWithCaptionMessage: { message: { documentMessage } } };
    },
  };
  return wrappers[content.media]();
}

/** Headers have the fields of messages with files. */
function headerOf(message: proto.IMessage): proto.Message.InteractiveMessage.IHeader {
  const { imageMessage, videoMessage, documentMessage } = insideOf(message);
  return {
    ...(imageMessage && { imageMessage }),
    ...(videoMessage && { videoMessage }),
    ...(documentMessage && { documentMessage }),
  };
}

/** What a message's media says when it is opened as a phone opens it; throws when any check fails. */
export function fetchMedia(host: MediaHost, message: proto.IMessage): Buffer {
  const inner = insideOf(message);
  const parts = {
    // Stickers have the keys of images.
    image: inner.imageMessage ?? inner.stickerMessage,
    video: inner.videoMessage ?? inner.ptvMessage,
    audio: inner.audioMessage,
    document: inner.documentMessage,
  };
  for (const [kind, part] of Object.entries(parts)) {
    if (!part) continue;
    const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength } = part;
    if (!directPath || !mediaKey || !fileSha256 || !fileEncSha256) throw new Error('incomplete');
    const sealed = {
      mediaKey: Buffer.from(mediaKey),
      bytes: host.read(directPath),
      fileSha256: Buffer.from(fileSha256),
      fileEncSha256: Buffer.from(fileEncSha256),
      fileLength: Number(fileLength),
    };
    return openMedia(sealed, kind as MediaKind);
  }
  throw new Error('this message carries no media');
}

/** What the envelope of a message holds. */
export const insideOf = (message: proto.IMessage): proto.IMessage =>
  message.documentWithCaptionMessage?.message ??
  message.viewOnceMessageV2?.message ??
  message.viewOnceMessageV2Extension?.message ??
  message;

const turned = (bytes: Uint8Array): Buffer => {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1]! ^= 1;
  return copy;
};
