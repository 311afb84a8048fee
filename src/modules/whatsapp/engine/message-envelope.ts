/** Builds a message from its stanza and, once deciphered, its content. */
import { isBytes, text } from '../../../core/providers/foreign-values.ts';
import { plainRecord } from '../../../core/providers/read-content.ts';
import { keyFromOurSide } from '../translate/content.ts';
import { bareJid, isNewsletter } from '../translate/jids.ts';
import { child } from '../translate/node.ts';
import type { AuthenticationCreds, Baileys, BinaryNode, proto, WAMessage } from './surface.ts';

export type Me = NonNullable<AuthenticationCreds['me']>;

/** A message that is still to be deciphered. */
export interface Envelope {
  readonly stanza: BinaryNode;
  /** The message without its content. */
  readonly message: WAMessage;
  readonly me: Me;
}

/** Returns the message as Baileys will report it, built from the same parts. */
export function messageOf(
  baileys: Baileys,
  { stanza, message: fullMessage, me }: Envelope,
  padded: Uint8Array,
): CertifiedMessage {
  const { unpadRandomMax16, proto } = baileys;
  const content = proto.Message.decode(unpadRandomMax16(padded));
  const certificate = verifiedNameOf(baileys, stanza);
  const message = { ...fullMessage, message: ownCopyOf(content) ?? content };
  keyFromOurSide(message, { jid: bareJid(me.id), lid: bareJid(me.lid) || null });
  return { ...message, ...(certificate && { certificate }) };
}

/** Returns the key that the author of a part of a group's message hands out there, or null. */
export function groupKeyIn(
  { unpadRandomMax16, proto }: Baileys,
  padded: Uint8Array,
): proto.Message.ISenderKeyDistributionMessage | null {
  const content = proto.Message.decode(unpadRandomMax16(padded));
  return content.senderKeyDistributionMessage ?? null;
}

/** Returns a message of a channel, which is never enciphered. Null for any other message and for unreadable content. */
export function openMessageOf(
  baileys: Baileys,
  stanza: BinaryNode,
  { me }: AuthenticationCreds,
): WAMessage | null {
  const content = child(stanza, 'plaintext')?.content;
  if (me === undefined || !isBytes(content) || !isNewsletter(bareJid(stanza.attrs.from)))
    return null;
  const envelope = envelopeOf(baileys, stanza, me);
  // Baileys does not notice that the account wrote it.
  const key = { ...envelope.key, fromMe: stanza.attrs.is_sender === 'true' };
  try {
    return { ...envelope, key, message: baileys.proto.Message.decode(content) };
  } catch {
    return null;
  }
}

/** Returns the message without its content. */
export function envelopeOf(
  { decodeMessageNode, cleanMessage }: Baileys,
  stanza: BinaryNode,
  { id, lid = '' }: Me,
): WAMessage {
  const { fullMessage } = decodeMessageNode(stanza, id, lid);
  // This happens before the content is there: Baileys fails at content that lacks the message it is about.
  cleanMessage(fullMessage, id, lid);
  const { username } = stanza.attrs;
  // In a group, Baileys itself reads the username.
  if (username && !fullMessage.key.fromMe) fullMessage.key.participantUsername ??= username;
  return fullMessage;
}

/** Returns a message of an assistant without its content, which Baileys does not read. Null for any other. */
export function assistantEnvelope({
  attrs: { id, from, t, notify },
}: BinaryNode): WAMessage | null {
  const chat = bareJid(from);
  if (!id || !chat.endsWith('@bot')) return null;
  const key = { remoteJid: chat, fromMe: false, id };
  return { key, messageTimestamp: Number(t) || 0, ...(notify && { pushName: notify }) };
}

/**
 * Returns what another device of the account sent, or null when it is not such a copy. Its secret
 * may be beside the copy.
 */
function ownCopyOf({ deviceSentMessage, messageContextInfo }: proto.IMessage) {
  const copy = deviceSentMessage?.message;
  return copy ? { ...(messageContextInfo && { messageContextInfo }), ...copy } : null;
}

/** In the form of `Info.VerifiedName`: bytes as base64. */
interface VerifiedName {
  readonly Certificate: { readonly details: string; readonly signature: string };
  readonly Details: Readonly<Record<string, unknown>> & { readonly verifiedName: string };
}

/** Baileys reads only the name from the certificate. */
interface CertifiedMessage extends WAMessage {
  readonly certificate?: VerifiedName;
}

/** Returns null for a stanza without a certificate, and for one that cannot be read. */
function verifiedNameOf({ proto }: Baileys, stanza: BinaryNode): VerifiedName | null {
  const content = child(stanza, 'verified_name')?.content;
  if (!isBytes(content)) return null;
  try {
    const certificate = proto.VerifiedNameCertificate.decode(content);
    const details = proto.VerifiedNameCertificate.Details.decode(certificate.details ?? EMPTY);
    const { serial, issuer, verifiedName } = plainRecord({ ...details });
    if (text(verifiedName) === '') return null;
    const { details: sealed, signature } = plainRecord({ ...certificate });
    return {
      Certificate: { details: text(sealed), signature: text(signature) },
      Details: { serial, issuer, verifiedName: text(verifiedName) },
    };
  } catch {
    return null;
  }
}

const EMPTY = new Uint8Array();
