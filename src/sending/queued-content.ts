/** What is to be sent, as text and bytes that can be toStored and read again. */

import type { MessageContent } from '../events/types/message-data.ts';
import { isFields } from '../http/read-fields.ts';
import type { QueuedContent } from '../messages/queued.ts';
import { messageContent } from '../providers/message-content.ts';
import type { OutgoingMedia, OutgoingMessage } from '../providers/outgoing.ts';

/** A message of either sort. */
export type Outgoing =
  | { readonly message: OutgoingMessage; readonly media?: undefined }
  | { readonly media: OutgoingMedia; readonly message?: undefined };

/** `text`, `image`, `poll` … */
export const kindOf = ({ message, media }: Outgoing): string =>
  message ? message.content.kind : media.kind;

/** Digits or a JID. */
export const numberOf = ({ message, media }: Outgoing): string => (message ?? media).number;

/** Bytes inside what is toStored as JSON. */
const BYTES = '$base64';
/** Names in a caller's own objects that could be taken for it: they are toStored with one sign more in front. */
const LIKE_BYTES = /^\$+base64$/;
const STORED_LIKE_BYTES = /^\$\$+base64$/;

/** The file apart from the rest, which becomes JSON. */
export function toQueued({ message, media }: Outgoing): QueuedContent {
  if (message !== undefined) return { content: toJson({ message }, toStored), file: null };
  const { bytes, ...described } = media;
  return { content: toJson({ media: described }, toStored), file: bytes };
}

/** What `toQueued` was given. */
export function fromQueued({ content, file }: QueuedContent): Outgoing {
  // Written above and by nobody else.
  const { message, media } = JSON.parse(content, revive);
  return message ? { message } : { media: { ...media, bytes: file ?? new Uint8Array() } };
}

/** What is known of it before it is sent; nothing of files and of what is forwarded. */
export function shownContent(outgoing: Outgoing, nowMs: number): MessageContent {
  const content = outgoing.message?.content;
  if (content === undefined || ABOUT_ANOTHER_MESSAGE.has(content.kind)) return {};
  const decode = () => ({});
  // The kinds that are left say all they are.
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
    // Not `shown`: a Buffer has a spelling of its own there.
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

/** An object with other names in place of those that match; whatever has none of them is left as it is. */
function renameFields(value: unknown, matching: RegExp, rename: (name: string) => string): unknown {
  if (!isFields(value) || !Object.keys(value).some((name) => matching.test(name))) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, one]) => [matching.test(name) ? rename(name) : name, one]),
  );
}
