/** A message as it stands in its stanza and, once deciphered, its content. */
import type { AuthenticationCreds, BinaryNode, proto, WAMessage } from '@whiskeysockets/baileys';
import { isBytes, text } from '../foreign-values.ts';
import type { Client } from './client.ts';
import { turnKey } from './translate/about.ts';
import { bareJid, isNewsletter } from './translate/jids.ts';
import { child } from './translate/node.ts';
import { plainRecord } from './translate/plain.ts';

export type Me = NonNullable<AuthenticationCreds['me']>;

/** A message that is still to be deciphered. */
export interface Envelope {
  readonly stanza: BinaryNode;
  /** All of it but its content. */
  readonly message: WAMessage;
  readonly me: Me;
}

/** The message as the library will report it, from the same parts. */
export function messageOf(
  client: Client,
  { stanza, message: fullMessage, me }: Envelope,
  padded: Uint8Array,
): CertifiedMessage {
  const { unpadRandomMax16, proto } = client;
  const content = proto.Message.decode(unpadRandomMax16(padded));
  const certificate = verifiedNameOf(client, stanza);
  const message = { ...fullMessage, message: ownCopyOf(content) ?? content };
  turnKey(message, { jid: bareJid(me.id), lid: bareJid(me.lid) || null });
  return { ...message, ...(certificate && { certificate }) };
}

/** What a part of a message to a group says of the key that its author writes with there; null: nothing. */
export function groupKeyIn(
  { unpadRandomMax16, proto }: Client,
  padded: Uint8Array,
): proto.Message.ISenderKeyDistributionMessage | null {
  const content = proto.Message.decode(unpadRandomMax16(padded));
  return content.senderKeyDistributionMessage ?? null;
}

/** A message in a channel, which is never enciphered; null for any other, and for content that cannot be read. */
export function openMessageOf(
  client: Client,
  stanza: BinaryNode,
  { me }: AuthenticationCreds,
): WAMessage | null {
  const content = child(stanza, 'plaintext')?.content;
  if (me === undefined || !isBytes(content) || !isNewsletter(bareJid(stanza.attrs.from)))
    return null;
  const envelope = envelopeOf(client, stanza, me);
  // The library does not see that the account wrote it.
  const key = { ...envelope.key, fromMe: stanza.attrs.is_sender === 'true' };
  try {
    return { ...envelope, key, message: client.proto.Message.decode(content) };
  } catch {
    return null;
  }
}

/** The message without its content. */
export function envelopeOf(
  { decodeMessageNode, cleanMessage }: Client,
  stanza: BinaryNode,
  { id, lid = '' }: Me,
): WAMessage {
  const { fullMessage } = decodeMessageNode(stanza, id, lid);
  // Before the content is there: the library trips over content that lacks what it is about.
  cleanMessage(fullMessage, id, lid);
  return fullMessage;
}

/** What another device of the account sent; its secret may stand beside the copy. Null: it is no copy. */
function ownCopyOf({ deviceSentMessage, messageContextInfo }: proto.IMessage) {
  const copy = deviceSentMessage?.message;
  return copy ? { ...(messageContextInfo && { messageContextInfo }), ...copy } : null;
}

/** In the spelling of `Info.VerifiedName`: bytes as base64. */
interface VerifiedName {
  readonly Certificate: { readonly details: string; readonly signature: string };
  readonly Details: Readonly<Record<string, unknown>> & { readonly verifiedName: string };
}

/** The library reads only the name of the certificate. */
interface CertifiedMessage extends WAMessage {
  readonly certificate?: VerifiedName;
}

/** Null for a stanza without one, and for one that cannot be read. */
function verifiedNameOf({ proto }: Client, stanza: BinaryNode): VerifiedName | null {
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
