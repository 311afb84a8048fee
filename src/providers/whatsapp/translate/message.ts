/**
 * Messages, as events of the catalog. Owns: who wrote what where, and when.
 * Must never: throw for what another person's phone sent, or fetch anything. Pure.
 */
import type { WAMessage } from '@whiskeysockets/baileys';
import type { MessageData, MessageFlags, MessageInfo } from '../../../events/contract/catalog.ts';
import { iso } from '../../../shared/clock.ts';
import { STATUS_JID } from '../../ignored.ts';
import {
  bareJid,
  isBroadcast,
  isGroup,
  isMe,
  isNewsletter,
  me,
  type Person,
  person,
  type Self,
} from './jids.ts';
import { type Kind, kindOf } from './kinds.ts';
import { type MediaReference, mediaReference } from './media-reference.ts';
import { payloadOf } from './payload.ts';
import { plainRecord } from './plain.ts';
import { type Fields, record, text, timeMs } from './reading.ts';
import { editOf, unwrap } from './unwrap.ts';

export interface IncomingMessage {
  readonly data: MessageData;
  /** What is to be fetched; null for a message without a file. */
  readonly media: MediaReference | null;
}

/**
 * Null: nothing a receiver should hear of, such as words among devices, reactions, votes, and messages that could
 * not be deciphered (they come again). `nowMs` stands in for a time the message does not have.
 */
export function messageEvent(
  message: WAMessage,
  self: Self,
  nowMs: number,
): IncomingMessage | null {
  const given = record(message);
  const outer = unwrap(given.message);
  const edit = editOf(outer.content);
  const { content, flags } = edit ?? outer;
  const kind = given.messageStubType ? null : kindOf(content);
  const payload = kind && payloadOf(content, kind.field);
  const info = kind && infoOf(given, kind, self, nowMs);
  if (!kind || !payload || !info) return null;
  if (edit) payload.protocolMessage = plainRecord(edit.protocolMessage);
  return {
    data: {
      Info: info,
      Message: payload,
      ...(edit ? eitherOf(outer.flags, flags) : flags),
      ...(record(content[kind.field]).viewOnce === true && { IsViewOnce: true }),
    },
    media: mediaReference(kind.field, content),
  };
}

/** Null for a message without an id or a chat. */
function infoOf(message: Fields, kind: Kind, self: Self, nowMs: number): MessageInfo | null {
  const key = record(message.key);
  const place = placeOf(key, self);
  const id = text(key.id);
  if (place === null || id === '') return null;
  const { chat, sender, isFromMe } = place;
  return {
    Chat: chat,
    Sender: sender.jid,
    SenderAlt: sender.alt,
    IsFromMe: isFromMe,
    IsGroup: isGroup(chat),
    ID: id,
    Type: kind.type,
    PushName: text(message.pushName) || (isFromMe ? self.pushName : ''),
    Timestamp: iso(timeMs(message.messageTimestamp, nowMs)),
    MediaType: kind.mediaType,
    VerifiedName: message.certificate ?? verifiedName(message.verifiedBizName),
  };
}

interface Place {
  readonly chat: string;
  readonly sender: Person;
  readonly isFromMe: boolean;
}

function placeOf(key: Fields, self: Self): Place | null {
  const chat = bareJid(key.remoteJid);
  const isFromMe = key.fromMe === true;
  if (chat === '') return null;
  if (isNewsletter(chat)) return { chat, sender: { jid: chat, alt: '' }, isFromMe };
  if (isGroup(chat) || isBroadcast(chat)) {
    // Of a broadcast the client gives the sender's other address as if it were the chat's.
    const sender = isFromMe
      ? me(self)
      : person(
          self,
          key.participant,
          key.participantAlt,
          !chat.endsWith('@g.us') && key.remoteJidAlt,
        );
    // What somebody sends to a list of theirs, everyone on it finds in the chat with that person.
    const isList = isBroadcast(chat) && chat !== STATUS_JID;
    return { chat: isList && !isFromMe ? sender.jid || chat : chat, sender, isFromMe };
  }
  const other = otherSide(key, chat, self);
  return { chat: other.jid, sender: isFromMe ? me(self) : other, isFromMe };
}

/** Of what we sent ourselves the client may give our own other address as if it were the chat's. */
function otherSide(key: Fields, chat: string, self: Self): Person {
  const alt = bareJid(key.remoteJidAlt);
  return isMe(alt, self) ? person(self, chat) : person(self, chat, alt);
}

const eitherOf = (outer: MessageFlags, inner: MessageFlags): MessageFlags => ({
  IsEphemeral: outer.IsEphemeral || inner.IsEphemeral,
  IsViewOnce: outer.IsViewOnce || inner.IsViewOnce,
  IsViewOnceV2: outer.IsViewOnceV2 || inner.IsViewOnceV2,
  IsViewOnceV2Extension: outer.IsViewOnceV2Extension || inner.IsViewOnceV2Extension,
  IsDocumentWithCaption: outer.IsDocumentWithCaption || inner.IsDocumentWithCaption,
  IsLottieSticker: outer.IsLottieSticker || inner.IsLottieSticker,
  IsEdit: true,
});

/** Of a certificate that was not kept whole the client knows the name. */
const verifiedName = (name: unknown): unknown =>
  text(name) === '' ? null : { Details: { verifiedName: text(name) } };
