/** Stored chats as clients ask for them and as answers show them. */
import { type Static, Type } from '@sinclair/typebox';
import { Time } from '../../http/time.ts';
import type { Label } from '../../messages/labels.ts';
import type { FoundChat } from '../../messages/store/find-chats.ts';
import { iso } from '../../shared/clock.ts';
import { MessageOrNone, toMessageRecord } from './message-model.ts';
import { nested } from './nested.ts';
import { AfterId, Count, Jid, PAGE_MAX, PageNumber, Skip, TimeRange } from './paging.ts';

export const FindChats = Type.Object(
  {
    where: nested(
      Type.Object({ remoteJid: Jid('The chat'), messageTimestamp: TimeRange }),
      'Empty: every chat. `messageTimestamp`: when its newest message was sent',
    ),
    take: Count(1, PAGE_MAX, `How many: 1-${PAGE_MAX}, default ${PAGE_MAX}`),
    skip: Skip,
    page: PageNumber,
    offset: Count(1, PAGE_MAX, 'The size of a page, in place of `take`'),
    after: AfterId,
  },
  { additionalProperties: true },
);

const ofOfficialApi = Type.Null({ description: 'Only chats of the official API have windows' });

const ChatRecord = Type.Object({
  id: Type.String({ description: 'Of the record; `after` of the next page' }),
  remoteJid: Type.String(),
  pushName: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the person, group or channel; null: not known',
  }),
  profilePicUrl: Type.Null({
    description: 'Not stored: `/chat/fetchProfilePictureUrl` asks for it',
  }),
  createdAt: Time(),
  updatedAt: Time(),
  windowStart: ofOfficialApi,
  windowExpires: ofOfficialApi,
  windowActive: ofOfficialApi,
  lastMessage: MessageOrNone,
  unreadCount: Type.Integer({ minimum: 0 }),
  isSaved: Type.Null({ description: 'Not known: address books are not read' }),
});
export const ChatRecords = Type.Array(ChatRecord);

export function toChatRecord(instanceId: string, found: FoundChat): Static<typeof ChatRecord> {
  const { id, chat, name, unread, createdAt, updatedAt, lastMessage } = found;
  return {
    id: String(id),
    remoteJid: chat,
    pushName: name === '' ? null : name,
    profilePicUrl: null,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    windowStart: null,
    windowExpires: null,
    windowActive: null,
    lastMessage: lastMessage && toMessageRecord(instanceId, lastMessage),
    unreadCount: unread,
    isSaved: null,
  };
}

export const OneChat = Type.Object({
  id: Type.String(),
  remoteJid: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  labels: Type.Array(Type.String(), { description: 'Ids of labels' }),
  createdAt: Time(),
  updatedAt: Time(),
  instanceId: Type.String({ format: 'uuid' }),
  unreadMessages: Type.Integer({ minimum: 0 }),
});

export const toOneChat = (
  instanceId: string,
  { id, chat, name, unread, createdAt, updatedAt }: FoundChat,
  labels: readonly Label[],
): Static<typeof OneChat> => ({
  id: String(id),
  remoteJid: chat,
  name: name === '' ? null : name,
  labels: labels.map((label) => label.id),
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
  instanceId,
  unreadMessages: unread,
});
