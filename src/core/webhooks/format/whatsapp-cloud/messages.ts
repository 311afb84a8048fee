/** Spells received messages, and those that were written on the phone, as webhooks of the Cloud API do. Pure. */
import type {
  HistoryShare,
  MessageContent,
  MessageData,
} from '../../../events/types/message-data.ts';
import { fileUrl, mediaIdOf } from '../meta-errors.ts';
import type { BusinessNumber, CloudChange } from './change.ts';
import { type Content, contentOf, type FileAddress } from './content.ts';
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
import { type Fields, record, seconds, text, texts } from './values.ts';

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

/** Phones show `frequently` from five on. */
const FREQUENTLY = 5;

/** Returns `context` and `referral`, those of them that the message has. */
function contextOf(content: MessageContent): Fields {
  const info = contextInfoIn(content);
  if (info === null) return {};
  const context = {
    ...quoteIn(info),
    ...forwardingIn(info),
    ...('referredProduct' in info && { referred_product: info.referredProduct }),
  };
  return {
    ...(Object.keys(context).length > 0 && { context }),
    ...referralIn(record(info.externalAdReply)),
  };
}

/** Only the field with the content has it. */
function contextInfoIn(content: MessageContent): Fields | null {
  for (const said of Object.values(content)) {
    const { contextInfo } = record(said);
    if (contextInfo !== undefined) return record(contextInfo);
  }
  return null;
}

function quoteIn({ stanzaId, participant }: Fields): Fields {
  if (text(stanzaId) === '') return {};
  const { number, userId } = personAt(participant);
  return {
    ...(number && { from: number }),
    ...(!number && userId && { user_id: userId }),
    id: stanzaId,
  };
}

function forwardingIn({ isForwarded, forwardingScore }: Fields): Fields {
  if (isForwarded !== true) return {};
  const isFrequent = typeof forwardingScore === 'number' && forwardingScore >= FREQUENTLY;
  return isFrequent ? { frequently_forwarded: true } : { forwarded: true };
}

/** The values of `ExternalAdReplyInfo.MediaType`. */
const MEDIA: readonly (string | undefined)[] = [undefined, 'image', 'video'];

/** Fields with another name in the Cloud API, and those of the protocol alone. */
const SPELLED: ReadonlySet<string> = new Set([
  'title',
  'body',
  'mediaType',
  'thumbnailUrl',
  'mediaUrl',
  'sourceType',
  'sourceId',
  'sourceUrl',
  'ctwaClid',
]);
/** How the platform itself spells fields. */
const META_FIELD = /^[a-z]+(_[a-z]+)*$/;

/** Senders use this field for large previews of links, too, which name no source. */
function referralIn(ad: Fields): Fields {
  const { title, body, mediaType, thumbnailUrl, mediaUrl, ...source } = ad;
  const { sourceType, sourceId, sourceUrl, ctwaClid } = source;
  if (text(sourceType) === '' && text(sourceId) === '' && text(ctwaClid) === '') return {};
  const type = MEDIA[Number(mediaType)];
  const others = Object.entries(ad).filter(([name]) => !SPELLED.has(name) && META_FIELD.test(name));
  const referral = {
    ...Object.fromEntries(others),
    ...texts({
      source_url: sourceUrl,
      source_id: sourceId,
      source_type: sourceType,
      headline: title,
      body,
      media_type: type,
      ...(type === 'video'
        ? { video_url: mediaUrl, thumbnail_url: thumbnailUrl }
        : { image_url: text(mediaUrl) || thumbnailUrl }),
      ctwa_clid: ctwaClid,
    }),
  };
  return { referral };
}
