/** A phone reading what a linked device sent: every layer opened, the sender's group keys learned. */
import type { proto } from '@whiskeysockets/baileys';
import type { EncodedMessage } from '../../../packages/signal/test/peer.ts';
import { isShown } from './choices.ts';
import type { Companion } from './companion.ts';
import { insideOf } from './media-messages.ts';
import type { Person } from './person.ts';
import type { BinaryNode } from './stanzas.ts';

/** One message as it reaches one device. */
export interface Envelope {
  readonly id: string;
  readonly from: Companion;
  /** The address the sender wrote to: a person's (of either kind) or a group's. */
  readonly to: string;
  readonly sealed: readonly EncodedMessage[];
  /** What the sender's stanza said of its kind: text, media, reaction. */
  readonly type: string;
  /** The sender's stanza. */
  readonly stanza: BinaryNode;
}

/** A message that a person has read. */
export interface ReadMessage {
  readonly id: string;
  /** The sender's number. */
  readonly from: string;
  /** The address it was written to; a group's ends in `@g.us`. */
  readonly to: string;
  /** Plain text or a caption; null when there is none. */
  readonly text: string | null;
  readonly message: proto.IMessage;
  /** A copy of what another device of the same account sent. */
  readonly isOwn: boolean;
  /** Whether the phone shows it: choices only in the right form. */
  readonly isShown: boolean;
}

/** Null: nothing to read, only keys. Throws when a layer cannot be opened. */
export async function read(person: Person, envelope: Envelope): Promise<ReadMessage | null> {
  const author = envelope.from.jid;
  let content: proto.IMessage | null = null;
  let isOwn = false;
  for (const sealed of envelope.sealed) {
    const opened =
      sealed.type === 'skmsg'
        ? await person.signal.unsealFromGroup(envelope.to, author, sealed.bytes)
        : await person.signal.unseal(author, sealed);
    const keys = opened.senderKeyDistributionMessage;
    if (keys) await person.signal.learnSenderKey(author, keys);
    const own = opened.deviceSentMessage;
    if (own?.message) {
      isOwn = true;
      content = own.message;
    } else if (!keys || sealed.type === 'skmsg' || saysMore(opened)) content = opened;
  }
  if (!content) return null;
  return {
    id: envelope.id,
    from: envelope.from.person.number,
    to: envelope.to,
    text: textOf(content),
    message: content,
    isOwn,
    isShown: isShown(content, envelope.stanza),
  };
}

/** Whether a message that brings a key of a group says something itself, as one that is sent again does. */
const saysMore = (message: proto.IMessage): boolean =>
  Object.entries(message).some(
    ([field, value]) => value && !/^(senderKeyDistribution|messageContext)/.test(field),
  );

export function textOf(message: proto.IMessage): string | null {
  const inner = insideOf(message);
  return (
    inner.conversation ??
    inner.extendedTextMessage?.text ??
    inner.imageMessage?.caption ??
    inner.videoMessage?.caption ??
    inner.documentMessage?.caption ??
    null
  );
}
