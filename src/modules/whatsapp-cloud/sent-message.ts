/** Shows a sent message as its event and in the form in which it is stored. Pure. */

import {
  type MessageContent,
  type MessageData,
  type MessageFlags,
  NO_FLAGS,
} from '../../core/events/types/message-data.ts';
import { type MessageRecord, messageRecord } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { type Fields, record } from '../../core/providers/foreign-values.ts';
import { FAMILY, flagsOf, MEDIA_WORDS, mediaContent } from '../../core/providers/media-content.ts';
import { type ContentContext, messageContent } from '../../core/providers/message-content.ts';
import type { OutgoingContent, OutgoingMedia } from '../../core/providers/outgoing.ts';
import type { Account } from '../../core/providers/provider.ts';
import { mediaFields, plainRecord } from '../../core/providers/read-content.ts';
import { iso } from '../../core/shared/clock.ts';
import { encodeContent, type StoredFile } from './stored-content.ts';

/** The content of a message, without its chat. */
export interface SentContent {
  readonly kind: string;
  /** One field named after the kind, such as `imageMessage`. */
  readonly content: Fields;
  readonly type: string;
  readonly mediaType: string;
  readonly flags: MessageFlags;
  readonly file: StoredFile | null;
}

/** Throws `invalid` and `conflict` for what cannot be said about another message. */
export function sentContent(content: OutgoingContent, context: ContentContext): SentContent {
  const fields = plainRecord(messageContent(content, context));
  const [field = ''] = Object.keys(fields);
  const mediaType = MEDIA_WORDS.get(field) ?? '';
  const other = field === 'reactionMessage' ? 'reaction' : 'text';
  const type = mediaType === '' ? other : 'media';
  const { kind } = content;
  return { kind, content: fields, type, mediaType, flags: NO_FLAGS, file: null };
}

/** `file` is the uploaded file. */
export function shownFile(
  media: OutgoingMedia,
  file: StoredFile,
  context: ContentContext,
): SentContent {
  const described = { fileLength: media.bytes.byteLength, fileSha256: file.sha256 };
  const [[field, node] = ['', {}]] = Object.entries(mediaContent(media, described, context));
  const { kind } = media;
  return {
    kind,
    content: { [field]: mediaFields(plainRecord(record(node))) },
    type: 'media',
    mediaType: kind === 'sticker' ? kind : FAMILY[kind],
    flags: flagsOf(media),
    file,
  };
}

/** The chat and the time of a message. */
interface Place {
  readonly id: string;
  readonly chat: string;
  readonly account: Account;
  /** Ms since 1970. */
  readonly nowMs: number;
}

export interface PreparedMessage {
  readonly data: MessageData;
  readonly record: MessageRecord;
}

export function prepareMessage(
  said: SentContent,
  { id, chat, account, nowMs }: Place,
): PreparedMessage {
  const { kind, content, type: Type, mediaType: MediaType, flags, file } = said;
  const Info: MessageData['Info'] = {
    Chat: chat,
    Sender: account.jid,
    SenderAlt: '',
    IsFromMe: true,
    IsGroup: isGroup(chat),
    ID: id,
    Type,
    PushName: account.pushName,
    Timestamp: iso(nowMs),
    MediaType,
    VerifiedName: null,
  };
  const data = { Info, Message: content as MessageContent, ...flags };
  const stored = encodeContent({ content, file });
  return {
    data,
    record: { ...messageRecord(data, stored), kind, sentAt: nowMs, status: 'Pending' },
  };
}
