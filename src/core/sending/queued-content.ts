/** Converts outgoing messages to text and bytes that can be stored, and back. */

import type { MessageContent } from '../events/types/message-data.ts';
import { type Fields, isFields } from '../http/read-fields.ts';
import type { QueuedContent } from '../messages/queued-message.ts';
import { mediaContent } from '../providers/media-content.ts';
import { type ContentContext, keyOf, messageContent } from '../providers/message-content.ts';
import type { OutgoingContent, OutgoingMedia, OutgoingMessage } from '../providers/outgoing.ts';

/** A message without a file, or media. */
export type MessageOrMedia =
  | { readonly message: OutgoingMessage; readonly media?: undefined }
  | { readonly media: OutgoingMedia; readonly message?: undefined };

/** Returns the kind of the message, such as `text`, `image` or `poll`. */
export const kindOf = ({ message, media }: MessageOrMedia): string =>
  message ? message.content.kind : media.kind;

/** Returns the recipient: digits or a JID. */
export const numberOf = ({ message, media }: MessageOrMedia): string => (message ?? media).number;

/** Returns the message as one whose SendMessage event was published. */
export const markAnnounced = ({ message, media }: MessageOrMedia): MessageOrMedia =>
  message
    ? { message: { ...message, isAnnounced: true } }
    : { media: { ...media, isAnnounced: true } };

/** The field name that marks bytes in stored JSON. */
const BYTES = '$base64';
/** Field names in callers' own objects that could be mistaken for the mark; they are stored with one more `$`. */
const LIKE_BYTES = /^\$+base64$/;
const STORED_LIKE_BYTES = /^\$\$+base64$/;

/** Separates the file from the rest, which becomes JSON. */
export function toQueued({ message, media }: MessageOrMedia): QueuedContent {
  if (message !== undefined) return { content: toJson({ message }, toStored), file: null };
  const { bytes, ...described } = media;
  return { content: toJson({ media: described }, toStored), file: bytes };
}

/** Reverses `toQueued`. */
export function fromQueued({ content, file }: QueuedContent): MessageOrMedia {
  // Only `toQueued` writes this JSON, so its shape is known.
  const { message, media } = JSON.parse(content, revive);
  return message ? { message } : { media: { ...media, bytes: file ?? new Uint8Array() } };
}

/**
 * Returns the content as far as it is known before sending: of a file without its keys and its place, of a forwarded
 * message its kind alone.
 */
export function shownContent({ message, media }: MessageOrMedia, nowMs: number): MessageContent {
  const { quoted, mentioned, mentionsEveryone } = message ?? media;
  const about = { ...(quoted && { quoted }), ...(mentioned && { mentioned }) };
  const place = { self: '', chat: quoted?.chatAddress ?? '', decode: () => ({}), nowMs };
  const context = { ...place, ...about, ...(mentionsEveryone && { mentionsEveryone }) };
  const known = message ? knownContent(message.content, context) : knownFile(media, context);
  return JSON.parse(toJson(known, (one) => (one instanceof Uint8Array ? one.toBase64() : one)));
}

function knownContent(content: OutgoingContent, context: ContentContext): Fields {
  const { kind } = content;
  // These change an earlier message and never wait.
  if (kind === 'edit' || kind === 'revoke') return {};
  if (kind === 'forward') return { [fieldOf(content.about.kind)]: FORWARDED };
  if (kind !== 'vote') return messageContent(content, context);
  const { about, options: selectedOptions } = content;
  const pollCreationMessageKey = keyOf(about);
  const senderTimestampMs = context.nowMs;
  return {
    pollUpdateMessage: { pollCreationMessageKey, vote: { selectedOptions }, senderTimestampMs },
  };
}

/** The file may be on disk while it waits. */
function knownFile(media: OutgoingMedia, context: ContentContext): Fields {
  const { byteLength } = media.bytes;
  return mediaContent(media, byteLength > 0 ? { fileLength: byteLength } : {}, context);
}

const FORWARDED = { contextInfo: { isForwarded: true } };

/** Fields of kinds that are not called after them. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'extendedTextMessage',
  voice: 'audioMessage',
  contacts: 'contactMessage',
  poll: 'pollCreationMessageV3',
};

const fieldOf = (kind: string): string => FIELDS[kind] ?? `${kind}Message`;

const toJson = (value: unknown, convert: (value: unknown) => unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, shown) {
    // `shown` is already the JSON form of a Buffer, so the original value is read.
    const own = this[name];
    return convert(own instanceof Uint8Array ? own : shown);
  });

function toStored(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: value.toBase64() };
  return renameFields(value, LIKE_BYTES, (name) => `$${name}`);
}

function revive(_name: string, value: unknown): unknown {
  if (isFields(value) && BYTES in value) return Uint8Array.fromBase64(String(value[BYTES]));
  return renameFields(value, STORED_LIKE_BYTES, (name) => name.slice(1));
}

/** Returns an object with its matching field names renamed; every other value is returned unchanged. */
function renameFields(value: unknown, matching: RegExp, rename: (name: string) => string): unknown {
  if (!isFields(value) || !Object.keys(value).some((name) => matching.test(name))) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, one]) => [matching.test(name) ? rename(name) : name, one]),
  );
}
