/** Stored chats as clients ask for them and as answers show them. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { Time } from '../../../http/time.ts';
import type { Label } from '../../../messages/labels.ts';
import type { FoundChat } from '../../../messages/store/find-chats.ts';
import { WINDOW_MS } from '../../../messages/windows.ts';
import { iso } from '../../../shared/clock.ts';
import { MessageOrNone, messageRecordText } from './message-model.ts';
import { nested } from './nested.ts';
import {
  AfterId,
  Count,
  Jid,
  PAGE_MAX,
  PageNumber,
  PictureUrl,
  Skip,
  TimeRange,
} from './paging.ts';
import { spliced } from './reading.ts';

export const FindChats = NamedObject(
  'FindChats',
  {
    where: nested(
      Type.Object({
        remoteJid: Jid('Only this chat: a phone number or a JID'),
        messageTimestamp: TimeRange,
      }),
      'Which chats are asked for; absent or empty: every chat. `messageTimestamp`: when its newest message was sent',
    ),
    take: Count(1, PAGE_MAX, `How many: 1-${PAGE_MAX}, default ${PAGE_MAX}`),
    skip: Skip,
    page: PageNumber,
    offset: Count(1, PAGE_MAX, 'How many a page has, in place of `take`'),
    after: AfterId,
  },
  { additionalProperties: true },
);

const OF_OFFICIAL_API = 'Of chats of the official API whose person has written; null for others';
const timeOfWindow = (description: string) =>
  Type.Union([Time(), Type.Null()], { description: `${description}. ${OF_OFFICIAL_API}` });

const ChatRecord = NamedObject('ChatRecord', {
  id: Type.String({ description: 'Of the record; `after` of the next page' }),
  remoteJid: Type.String(),
  remoteJidAlt: Type.Optional(
    Type.String({ description: 'The hidden address of the person, where it is known' }),
  ),
  pushName: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the person, group or channel; null: not known',
  }),
  profilePicUrl: PictureUrl,
  createdAt: Time(),
  updatedAt: Time(),
  windowStart: timeOfWindow('When the person wrote last'),
  windowExpires: timeOfWindow('Until when anything may be sent; after that templates alone'),
  windowActive: Type.Union([Type.Boolean(), Type.Null()], {
    description: `Whether that is still to come. ${OF_OFFICIAL_API}`,
  }),
  lastMessage: MessageOrNone,
  unreadCount: Type.Integer({
    minimum: 0,
    description: 'At least 1 while the chat is marked as unread',
  }),
  archived: Type.Boolean({ description: 'This and the next three: on the devices of the account' }),
  pinned: Type.Boolean(),
  muted: Type.Boolean(),
  mutedUntil: Type.Union([Time(), Type.Null()], { description: 'null: for ever, or not muted' }),
  isSaved: Type.Null({ description: 'Not known: address books are not read' }),
});
export const ChatRecords = Type.Array(ChatRecord);

type Shown = Static<typeof ChatRecord>;

/** A `ChatRecord` as JSON. `now`: ms since 1970. */
export function chatRecordText(instanceId: string, found: FoundChat, now: number): string {
  const { id, chat, name, pictureUrl, createdAt, updatedAt, lastMessage } = found;
  const before = {
    id: String(id),
    remoteJid: chat,
    ...(found.alt !== null && { remoteJidAlt: found.alt }),
    pushName: name === '' ? null : name,
    profilePicUrl: pictureUrl === '' ? null : pictureUrl,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    ...windowOf(found, now),
  };
  const after: Omit<Shown, keyof typeof before | 'lastMessage'> = {
    unreadCount: unreadIn(found),
    ...standingOf(found, now),
    isSaved: null,
  };
  const last = lastMessage === null ? 'null' : messageRecordText(instanceId, lastMessage);
  return spliced(before, 'lastMessage', last, after);
}

const unreadIn = ({ unread, state }: FoundChat): number =>
  state.isMarkedUnread ? Math.max(unread, 1) : unread;

function standingOf({ state: { isArchived, isPinned, muted } }: FoundChat, now: number) {
  const until = muted?.until ?? null;
  const isMuted = muted !== null && (until === null || until > now);
  const mutedUntil = isMuted && until !== null ? iso(until) : null;
  return { archived: isArchived, pinned: isPinned, muted: isMuted, mutedUntil };
}

function windowOf({ windowOpenedAt: openedAt }: FoundChat, now: number) {
  if (openedAt === null) return { windowStart: null, windowExpires: null, windowActive: null };
  const expiresAt = openedAt + WINDOW_MS;
  return {
    windowStart: iso(openedAt),
    windowExpires: iso(expiresAt),
    windowActive: now < expiresAt,
  };
}

export const OneChat = NamedObject('OneChat', {
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
  found: FoundChat,
  labels: readonly Label[],
): Static<typeof OneChat> => ({
  id: String(found.id),
  remoteJid: found.chat,
  name: found.name === '' ? null : found.name,
  labels: labels.map((label) => label.id),
  createdAt: iso(found.createdAt),
  updatedAt: iso(found.updatedAt),
  instanceId,
  unreadMessages: unreadIn(found),
});
