/** Turns messages of the Cloud API into events of the catalog and into their stored form. Pure. */
import {
  type HistoryShare,
  type MessageContent,
  type MessageData,
  NO_FLAGS,
} from '../../../core/events/types/message-data.ts';
import { type MessageRecord, messageRecord } from '../../../core/messages/rows.ts';
import { isGroup } from '../../../core/providers/chats.ts';
import {
  type Fields,
  isRecord,
  record,
  text,
  timeMs,
} from '../../../core/providers/foreign-values.ts';
import { EDIT, type MessageKey, REVOKE } from '../../../core/providers/message-content.ts';
import { tapReply } from '../../../core/providers/read-content.ts';
import { iso } from '../../../core/shared/clock.ts';
import { encodeContent, type StoredFile } from '../stored-content.ts';
import { contentOf, type ReceivedContent } from './content.ts';
import { contextInfoOf, type FindKnown, withContextInfo } from './context.ts';
import type { Person } from './people.ts';

/** The chat and the author of a message, once identities are known. */
export interface Place {
  /** The id of the chat. */
  readonly chat: string;
  /** The other side by the address that receivers know; in groups the author. */
  readonly sender: string;
  readonly person: Person;
  /** True when it was written on the phone that shares the number with the business. */
  readonly isFromMe: boolean;
  /** Only of a message from before the number was connected. */
  readonly history?: HistoryShare;
  /** Set if another app has the conversation. */
  readonly isStandby?: true;
  readonly self: Self;
}

/** The account itself. */
export interface Self {
  readonly jid: string;
  readonly name: string;
}

/** A message for receivers. */
export interface TranslatedMessage {
  readonly data: MessageData;
  /** The file to fetch, or null for a message without one. */
  readonly media: StoredFile | null;
}

/** Returns null when it has no id. `nowMs` replaces a time that the message does not have. */
export function messageOf(
  message: Fields,
  place: Place,
  known: FindKnown,
  nowMs: number,
): TranslatedMessage | null {
  const id = text(message.id);
  if (id === '') return null;
  const about = aboutOf(message, place, known, nowMs);
  const said = about?.said ?? contentOf(message);
  const context = about?.isEdit ? record(record(message.edit).message) : message;
  const contextInfo = contextInfoOf({ ...message, ...context }, place.self.jid, known);
  const content =
    about && !about.isEdit ? said.content : withContextInfo(said.content, contextInfo);
  const Message = { ...content, ...tapReply(content), ...about?.beside } as MessageContent;
  return {
    data: {
      Info: infoOf(message, id, said, place, nowMs),
      Message,
      ...NO_FLAGS,
      IsDocumentWithCaption: text(record(content.documentMessage).caption) !== '',
      IsEdit: about?.isEdit === true,
      ...(place.history && { history: place.history }),
      ...(place.isStandby && { standby: true }),
    },
    media: said.media,
  };
}

/** Adds the size of the file, in bytes. */
export function withFileLength(incoming: TranslatedMessage, fileLength: number): TranslatedMessage {
  const { data } = incoming;
  const field = `${data.Info.MediaType}Message`;
  const file = data.Message[field];
  if (!isRecord(file)) return incoming;
  const Message = { ...data.Message, [field]: { ...file, fileLength } };
  return { ...incoming, data: { ...data, Message } };
}

function infoOf(
  { timestamp }: Fields,
  ID: string,
  { type, mediaType }: ReceivedContent,
  { chat, sender, person, isFromMe, self }: Place,
  nowMs: number,
): MessageData['Info'] {
  return {
    Chat: chat,
    Sender: isFromMe ? self.jid : sender,
    SenderAlt: '',
    IsFromMe: isFromMe,
    IsGroup: isGroup(chat),
    ID,
    Type: type,
    PushName: isFromMe ? self.name : person.name,
    Timestamp: iso(timeMs(timestamp, nowMs)),
    MediaType: mediaType,
    VerifiedName: null,
    ...(!isFromMe && { SenderIds: person.ids }),
  };
}

interface ChangeContent {
  readonly said: ReceivedContent;
  readonly isEdit: boolean;
  /** Fields that an edit has besides its content. */
  readonly beside: Fields;
}

/** Returns what the message says of another one; null when it says nothing of one or does not name it. */
function aboutOf(
  message: Fields,
  place: Place,
  known: FindKnown,
  nowMs: number,
): ChangeContent | null {
  const { type } = message;
  const at = timeMs(message.timestamp, nowMs);
  if (type === 'reaction') {
    const { message_id, emoji } = record(message.reaction);
    // People react to what the other side wrote, so that is assumed where it is not stored.
    const key = keyOf(message_id, !place.isFromMe, place, known);
    if (key === null) return null;
    const reactionMessage = { key, text: text(emoji), senderTimestampMs: at };
    return { said: said('reaction', { reactionMessage }), isEdit: false, beside: {} };
  }
  if (type === 'revoke') {
    const { original_message_id } = record(message.revoke);
    const key = keyOf(original_message_id, place.isFromMe, place, known);
    const content = { protocolMessage: { key, type: REVOKE } };
    return key && { said: said('revoke', content), isEdit: false, beside: {} };
  }
  const { original_message_id, message: edited } = record(message.edit);
  if (type !== 'edit' || !isRecord(edited)) return null;
  const key = keyOf(original_message_id, place.isFromMe, place, known);
  const protocolMessage = { key, type: EDIT, timestampMs: at };
  return key && { said: contentOf(edited), isEdit: true, beside: { protocolMessage } };
}

const said = (type: string, content: Fields): ReceivedContent => ({
  type,
  mediaType: '',
  content,
  media: null,
});

/**
 * Returns another message's key as receivers know it, or null when it is not named. `isFromMe` is used where it is not
 * stored.
 */
function keyOf(
  wamid: unknown,
  isFromMe: boolean,
  place: Place,
  known: FindKnown,
): MessageKey | null {
  if (text(wamid) === '') return null;
  const target = known(text(wamid));
  const fromMe = target?.isFromMe ?? isFromMe;
  const author = target?.sender ?? '';
  const isNamed = isGroup(place.chat) && !fromMe && author !== '';
  return {
    remoteJid: place.chat,
    fromMe,
    id: target?.id ?? text(wamid),
    ...(isNamed && { participant: author }),
  };
}

/** Returns the ids of other messages that a message names. */
export function namedIn(message: Fields): string[] {
  const context = [message, record(record(message.edit).message)].map(
    (one) => record(one.context).id,
  );
  const about = [
    record(message.reaction).message_id,
    record(message.edit).original_message_id,
    record(message.revoke).original_message_id,
  ];
  return [...context, ...about].map(text).filter((id) => id !== '');
}

/** The type of messages that the platform itself writes in a chat. */
const SYSTEM = 'system';

/** Messages of people open their chat for free answers; messages that the phone sent have reached the platform. */
export function recordOf({ data: { Info, Message }, media }: TranslatedMessage): MessageRecord {
  const { Chat, IsFromMe, Type } = Info;
  const opensWindow = !IsFromMe && !isGroup(Chat) && Type !== SYSTEM;
  return {
    ...messageRecord({ Info }, encodeContent({ content: Message, file: media })),
    ...(opensWindow && { opensWindow }),
  };
}
