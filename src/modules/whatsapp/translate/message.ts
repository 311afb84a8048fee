/** Turns messages into events of the catalog, and into the form in which they are stored. Pure. */
import {
  type MessageContent,
  type MessageData,
  type MessageInfo,
  NO_FLAGS,
} from '../../../core/events/types/message-data.ts';
import { type MessageRecord, messageRecord } from '../../../core/messages/rows.ts';
import { isGroup, STATUS_JID } from '../../../core/providers/chats.ts';
import {
  type Fields,
  isRecord,
  record,
  text,
  timeMs,
} from '../../../core/providers/foreign-values.ts';
import { MEDIA_WORDS } from '../../../core/providers/media-content.ts';
import { BESIDE } from '../../../core/providers/message-content.ts';
import {
  mediaFields,
  plainRecord,
  pollIn,
  tapReply,
  voteIn,
} from '../../../core/providers/read-content.ts';
import { isUsername } from '../../../core/shared/addresses/username.ts';
import { iso } from '../../../core/shared/clock.ts';
import { fileInField, isFileField } from '../../../core/shared/file-in-message.ts';
import type { Baileys, WAMessage } from '../engine/surface.ts';
import { editOf, keyForReceivers, type Target, targetOf, unwrap } from './content.ts';
import {
  bareJid,
  isBroadcast,
  isMe,
  isNewsletter,
  me,
  type Person,
  person,
  type Self,
} from './jids.ts';
import { type MediaReference, mediaReference } from './media-reference.ts';

export interface IncomingMessage {
  readonly data: MessageData;
  /** The file to fetch, or null for a message without one. */
  readonly media: MediaReference | null;
  /** The reference to another message, which still has to be checked against that message. */
  readonly target?: Target;
}

/**
 * Returns null when there is nothing for receivers: messages among devices, votes, and messages that could not be
 * deciphered (they come again). `nowMs` replaces a time that the message does not have.
 */
export function messageEvent(
  message: WAMessage,
  self: Self,
  nowMs: number,
): IncomingMessage | null {
  const fields = record(message);
  const outer = unwrap(fields.message);
  const edit = editOf(outer);
  const { content, flags } = edit ?? outer;
  const target = targetOf(outer.content);
  const kind = fields.messageStubType ? null : kindOf(content, edit ? null : target);
  const payload = kind && payloadOf(content, kind.field);
  const info = kind && infoOf(fields, kind, self, nowMs);
  if (!kind || !payload || !info) return null;
  if (edit) payload.protocolMessage = plainRecord(edit.protocolMessage);
  if (target) {
    const key = keyForReceivers(target.key, info.Chat, self);
    payload[target.field] = { ...record(payload[target.field]), [target.keyField]: key };
  }
  const file = fileInField(kind.field, content[kind.field]);
  return {
    data: {
      Info: info,
      Message: payload,
      ...flags,
      ...([record(content[kind.field]), file?.said].some((one) => one?.viewOnce === true) && {
        IsViewOnce: true,
      }),
    },
    media: file && mediaReference(file, info.Chat),
    ...(target && { target }),
  };
}

/** Returns what was sent from here, also where others do not see it as a message of its own; `kind` names it. */
export function sentMessageData(
  message: WAMessage,
  kind: string,
  self: Self,
  nowMs: number,
): MessageData {
  const known = messageEvent(message, self, nowMs);
  if (known !== null) return withVote(known.data, record(message.message));
  const { key, message: content } = message;
  const chat = placeOf(record(key), self)?.chat ?? '';
  const Info = {
    Chat: chat,
    Sender: self.jid,
    SenderAlt: self.lid ?? '',
    IsFromMe: true,
    IsGroup: isGroup(chat),
    ID: text(key.id),
    Type: kind,
    PushName: self.pushName,
    Timestamp: iso(timeMs(message.messageTimestamp, nowMs)),
    MediaType: '',
    VerifiedName: null,
  };
  return { Info, Message: plainRecord(record(content)), ...NO_FLAGS };
}

/**
 * `data` is the same message as its event shows it. A message of another device of the account has
 * reached the server; one of this device is Pending.
 */
export function recordOf(
  { proto }: Baileys,
  { key, message }: WAMessage,
  data: MessageData,
  status: 'Pending' | 'ServerAck' = 'ServerAck',
): MessageRecord & { readonly content: Uint8Array } {
  const content = proto.Message.encode(message ?? {}).finish();
  return {
    ...messageRecord(data, content),
    chatAddress: bareJid(key.remoteJid),
    authorAddress: bareJid(key.participant),
    content,
    status: data.Info.IsFromMe ? status : null,
    poll: pollIn(unwrap(message).content),
  };
}

/** A vote that chooses nothing keeps its empty list, although empty values are omitted elsewhere. */
function withVote(data: MessageData, content: Fields): MessageData {
  const vote = voteIn(content);
  if (vote === null) return data;
  const { pollUpdateMessage } = data.Message;
  const named = { ...record(pollUpdateMessage), vote: { selectedOptions: vote.options } };
  return { ...data, Message: { ...data.Message, pollUpdateMessage: named } };
}

/** Returns null for a message without an id or a chat. */
export function infoOf(message: Fields, kind: Kind, self: Self, nowMs: number): MessageInfo | null {
  const key = record(message.key);
  const place = placeOf(key, self);
  const id = text(key.id);
  if (place === null || id === '') return null;
  const { chat, sender, isFromMe } = place;
  const username = isFromMe ? '' : text(key.participantUsername);
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
    ...(isUsername(username) && { SenderIds: { username } }),
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
    // For a broadcast Baileys gives the sender's other address as that of the chat.
    const sender = isFromMe
      ? me(self)
      : person(
          self,
          key.participant,
          key.participantAlt,
          !chat.endsWith('@g.us') && key.remoteJidAlt,
        );
    // Recipients find a message to somebody's broadcast list in the chat with that person.
    const isList = isBroadcast(chat) && chat !== STATUS_JID;
    return { chat: isList && !isFromMe ? sender.jid || chat : chat, sender, isFromMe };
  }
  const other = otherSide(key, chat, self);
  return { chat: other.jid, sender: isFromMe ? me(self) : other, isFromMe };
}

/** For the account's own messages Baileys may give the account's other address as that of the chat. */
function otherSide(key: Fields, chat: string, self: Self): Person {
  const alt = bareJid(key.remoteJidAlt);
  return isMe(alt, self) ? person(self, chat) : person(self, chat, alt);
}

/** For a certificate that was not read completely Baileys knows only the name. */
const verifiedName = (name: unknown): unknown =>
  text(name) === '' ? null : { Details: { verifiedName: text(name) } };

interface Kind {
  /** The field that holds the content. */
  readonly field: string;
  /** `text`, `media`, `poll`, `event` or what it says about another message: the types of the platform. */
  readonly type: string;
  readonly mediaType: string;
}

/** Not for receivers: sent among devices, about a message that is not named, or sealed so that only phones read it. */
const NOT_FOR_RECEIVERS: ReadonlySet<string> = new Set([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'secretEncryptedMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'placeholderMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'call',
  'chat',
]);

const TEXT: ReadonlySet<string> = new Set(['conversation', 'extendedTextMessage']);

/**
 * Returns null when there is nothing for receivers. Known kinds come before those that a later version may have added.
 */
function kindOf(content: Fields, target: Target | null): Kind | null {
  if (target !== null) return { field: target.field, type: target.type, mediaType: '' };
  const fields = Object.keys(content).filter((name) => isSaid(content[name]) && !BESIDE.has(name));
  if (fields.some((name) => NOT_FOR_RECEIVERS.has(name))) return null;
  const field = fields.find((name) => TEXT.has(name) || MEDIA_WORDS.has(name)) ?? fields[0];
  if (field === undefined) return null;
  const mediaType =
    MEDIA_WORDS.get(field) ?? MEDIA_WORDS.get(fileInField(field, content[field])?.field ?? '');
  if (mediaType !== undefined) return { field, type: 'media', mediaType };
  return { field, type: otherType(field), mediaType: '' };
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function otherType(field: string): string {
  if (field.startsWith('pollCreationMessage')) return 'poll';
  return field === 'eventMessage' ? 'event' : 'text';
}

/** Keys that a group's author sends to members; they are useless to receivers and must stay secret. */
const KEYS = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage'];

/** Returns null for content that does not fit its field. `field` is the one that holds the content. */
function payloadOf(content: Fields, field: string): MessageContent | null {
  const { conversation, ...others } = plainRecord(without(content, KEYS));
  if (field === 'conversation' && typeof conversation !== 'string') return null;
  const payload: MessageContent = {
    ...(typeof conversation === 'string' && conversation !== '' && { conversation }),
    ...others,
  };
  const said = payload[field];
  if (field === 'extendedTextMessage') {
    if (!isRecord(said)) return null;
    payload.extendedTextMessage = { ...said, text: text(said.text) };
  }
  if (isFileField(field) && !isRecord(said)) return null;
  const file = fileInField(field, said)?.said;
  // It is part of `payload`, which is a copy.
  if (file !== undefined) Object.assign(file, mediaFields(file));
  return said === undefined ? null : Object.assign(payload, tapReply(payload));
}

const without = (content: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));
