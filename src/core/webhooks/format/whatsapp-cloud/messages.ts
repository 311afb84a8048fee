/** Spells received messages, and those that were written on the phone, as webhooks of the Cloud API do. Pure. */
import type { HistoryShare, MessageData } from '../../../events/types/message-data.ts';
import { fileUrl, mediaIdOf } from '../meta-ids.ts';
import type { BusinessNumber, CloudChange } from './change.ts';
import { type Content, contentOf, type FileAddress } from './content.ts';
import { contextOf } from './context.ts';
import {
  contactOf,
  FROM,
  groupIdIn,
  isChat,
  isNamed,
  personAt,
  personFields,
  senderOf,
  TO,
} from './people.ts';
import { type Fields, record, seconds, text } from './values.ts';

/** Returns no change for chats that the Cloud API does not have: channels, and the status. */
export function messageChanges(data: MessageData, number: BusinessNumber): CloudChange[] {
  const { Chat, IsFromMe } = data.Info;
  if (!isChat(Chat) || data.Info.ID === '') return [];
  if (data.history) return [pastOf(data, data.history, number)];
  return [IsFromMe ? echoOf(data, number) : receivedOf(data, number)];
}

/** A message from before the number was connected: a share of the history with nothing else. */
function pastOf(data: MessageData, share: HistoryShare, number: BusinessNumber): CloudChange {
  const { phase, chunkOrder: chunk_order, progress, status } = share;
  const { Chat, IsFromMe } = data.Info;
  const person = personAt(Chat);
  const message = {
    ...(IsFromMe ? writtenHere(data, number) : personFields(senderOf(data.Info), FROM)),
    ...messageOf(data, number.filesAt),
    ...(status !== undefined && { history_context: { status } }),
  };
  const threads = [{ id: person.number ?? person.userId ?? groupIdIn(Chat), messages: [message] }];
  const history = [{ metadata: { phase, chunk_order, progress }, threads }];
  return { field: 'history', value: { ...number.frame, history } };
}

function receivedOf(data: MessageData, number: BusinessNumber): CloudChange {
  const { Info, standby } = data;
  const sender = senderOf(Info);
  const message = { ...personFields(sender, FROM), ...messageOf(data, number.filesAt) };
  const value = {
    ...number.frame,
    ...(isNamed(sender) && { contacts: [contactOf(sender, text(Info.PushName))] }),
    messages: [message],
  };
  return { field: standby ? 'standby' : 'messages', value };
}

/** Returns the change for a message that the account wrote on its phone, or on another device. */
function echoOf(data: MessageData, number: BusinessNumber): CloudChange {
  const echo = { ...writtenHere(data, number), ...messageOf(data, number.filesAt) };
  return { field: 'smb_message_echoes', value: { ...number.frame, message_echoes: [echo] } };
}

/** Returns the account as the author, and to whom it wrote. */
const writtenHere = ({ Info }: MessageData, { digits }: BusinessNumber): Fields => ({
  ...(digits !== '' && { from: digits }),
  ...personFields(personAt(Info.Chat), TO),
});

/** Returns the message without who wrote it. */
function messageOf(data: MessageData, filesAt: string | null): Fields {
  const { Chat, ID, Timestamp } = data.Info;
  const groupId = groupIdIn(Chat);
  return {
    ...(groupId && { group_id: groupId }),
    id: ID,
    timestamp: seconds(Timestamp),
    ...saidBy(data, filesAt),
  };
}

/** Returns the content with its context. A message about another message has no context. */
function saidBy(data: MessageData, filesAt: string | null): Fields {
  const { Message, IsEdit } = data;
  const about = aboutAnother(data);
  if (about !== null) return about;
  const original = IsEdit ? editedIdIn(data) : '';
  const file = fileAt(original || data.Info.ID, filesAt);
  const said = { ...contextOf(Message), ...contentOf(data, file) };
  return original === '' ? said : editOf(original, said);
}

/** The version of Meta's API in addresses of files; any other would do. */
const VERSION = 'v26.0';

/** Returns the id and the address of the file of a message. */
function fileAt(messageId: string, filesAt: string | null): FileAddress {
  const id = mediaIdOf(messageId);
  return filesAt === null ? { id } : { id, url: fileUrl(filesAt, VERSION, id) };
}

const editedIdIn = ({ Message }: MessageData): string =>
  text(record(record(Message.protocolMessage).key).id);

const editOf = (original_message_id: string, message: Fields): Fields => ({
  type: 'edit',
  edit: { original_message_id, message },
});

function aboutAnother({ Info, Message }: MessageData): Content | null {
  if (Info.Type === 'reaction') {
    const { key, text: emoji } = record(Message.reactionMessage);
    const reacted = { message_id: text(record(key).id), ...(text(emoji) && { emoji }) };
    return { type: 'reaction', reaction: reacted };
  }
  if (Info.Type !== 'revoke') return null;
  const original_message_id = text(record(record(Message.protocolMessage).key).id);
  return { type: 'revoke', revoke: { original_message_id } };
}
