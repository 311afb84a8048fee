/** Converts outgoing messages to text and bytes that can be stored, and back. */

import type { MessageContent } from '../events/types/message-data.ts';
import { isFields } from '../http/read-fields.ts';
import type { QueuedContent } from '../messages/queued-message.ts';
import { messageContent } from '../providers/message-content.ts';
import type { OutgoingMedia, OutgoingMessage } from '../providers/outgoing.ts';

/** A message without a file, or media. */
export type Outgoing =
  | { readonly message: OutgoingMessage; readonly media?: undefined }
  | { readonly media: OutgoingMedia; readonly message?: undefined };

/** Returns the kind of the message, such as `text`, `image` or `poll`. */
export const kindOf = ({ message, media }: Outgoing): string =>
  message ? message.content.kind : media.kind;

/** Returns the recipient: digits or a JID. */
export const numberOf = ({ message, media }: Outgoing): string => (message ?? media).number;

/** Returns the message as one whose SendMessage event was published. */
export const announced = ({ message, media }: Outgoing): Outgoing =>
  message
    ? { message: { ...message, isAnnounced: true } }
    : { media: { ...media, isAnnounced: true } };

/** The field name that marks bytes in stored JSON. */
const BYTES = '$base64';
/** Field names in callers' own objects that could be mistaken for the mark; they are stored with one more `$`. */
const LIKE_BYTES = /^\$+base64$/;
const STORED_LIKE_BYTES = /^\$\$+base64$/;

/** Separates the file from the rest, which becomes JSON. */
export function toQueued({ message, media }: Outgoing): QueuedContent {
  if (message !== undefined) return { content: toJson({ message }, toStored), file: null };
  const { bytes, ...described } = media;
  return { content: toJson({ media: described }, toStored), file: bytes };
}

/** Reverses `toQueued`. */
export function fromQueued({ content, file }: QueuedContent): Outgoing {
  // Only `toQueued` writes this JSON, so its shape is known.
  const { message, media } = JSON.parse(content, revive);
  return message ? { message } : { media: { ...media, bytes: file ?? new Uint8Array() } };
}

/** Returns the content as far as it is known before sending; it is empty for files and forwarded messages. */
export function shownContent(outgoing: Outgoing, nowMs: number): MessageContent {
  const content = outgoing.message?.content;
  if (content === undefined || ABOUT_ANOTHER_MESSAGE.has(content.kind)) return {};
  const decode = () => ({});
  // The content of the other kinds is complete before they are sent.
  const known = messageContent(content, { self: '', chat: '', decode, nowMs });
  return JSON.parse(toJson(known, (one) => (one instanceof Uint8Array ? one.toBase64() : one)));
}

const ABOUT_ANOTHER_MESSAGE: ReadonlySet<string> = new Set([
  'reaction',
  'edit',
  'revoke',
  'vote',
  'forward',
]);

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
