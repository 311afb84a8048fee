/** What is to be sent, as text and bytes that can be stored and read again. */

import type { MessageContent } from '../../events/contract/catalog.ts';
import type { QueuedContent } from '../../messages/queued.ts';
import { messageContent } from '../../providers/message-content.ts';
import type { OutgoingMedia, OutgoingMessage } from '../../providers/outgoing.ts';

/** A message of either sort. */
export type Outgoing =
  | { readonly message: OutgoingMessage; readonly media?: undefined }
  | { readonly media: OutgoingMedia; readonly message?: undefined };

/** `text`, `image`, `poll` … */
export const kindOf = ({ message, media }: Outgoing): string =>
  message ? message.content.kind : media.kind;

/** Digits or a JID. */
export const numberOf = ({ message, media }: Outgoing): string => (message ?? media).number;

/** Bytes inside what is stored as JSON. */
const BYTES = '$base64';

/** The file apart from the rest, which becomes JSON. */
export function toQueued({ message, media }: Outgoing): QueuedContent {
  if (message !== undefined) return { content: toJson({ message }, marked), file: null };
  const { bytes, ...described } = media;
  return { content: toJson({ media: described }, marked), file: bytes };
}

/** What `toQueued` was given. */
export function fromQueued({ content, file }: QueuedContent): Outgoing {
  // Written above and by nobody else.
  const { message, media } = JSON.parse(content, withBytes);
  return message ? { message } : { media: { ...media, bytes: file ?? new Uint8Array() } };
}

/** What is known of it before it is sent; nothing of files and of what is forwarded. */
export function shownContent(outgoing: Outgoing, nowMs: number): MessageContent {
  const content = outgoing.message?.content;
  if (content === undefined || SAID_OF_ANOTHER.has(content.kind)) return {};
  const decode = () => ({});
  // The kinds that are left say all they are.
  const known = messageContent(content, { self: '', chat: '', decode, nowMs });
  return JSON.parse(toJson(known, (bytes) => bytes.toBase64()));
}

const SAID_OF_ANOTHER: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke', 'forward']);

const toJson = (value: unknown, spelled: (bytes: Uint8Array) => unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, shown) {
    // Not `shown`: a Buffer has a spelling of its own there.
    const own = this[name];
    return own instanceof Uint8Array ? spelled(own) : shown;
  });

const marked = (bytes: Uint8Array) => ({ [BYTES]: bytes.toBase64() });

function withBytes(_name: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && BYTES in value;
  return isBytes ? Uint8Array.fromBase64(String(value[BYTES])) : value;
}
