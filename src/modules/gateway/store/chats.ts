/** Finding stored chats. */

import { type Static, Type } from '@sinclair/typebox';
import { Flag } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { jsonNull, orNull, textOrNull } from '../../../core/http/nullable.ts';
import { shownAsRequired } from '../../../core/http/openapi-schema.ts';
import { optional, parsedBy } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import type { ChatRow, FoundChat } from '../../../core/messages/store/queries.ts';
import { WINDOW_MS } from '../../../core/messages/windows.ts';
import { Chat, readChat } from '../../../core/sending/recipient.ts';
import { iso } from '../../../core/shared/clock.ts';
import { instanceOperation } from '../operation.ts';
import { PAGE_BYTES_MAX } from '../page-query.ts';
import { MessageRecord, messageRecordText } from './message-record.ts';
import {
  AfterId,
  Count,
  entriesBefore,
  findBody,
  nestedFields,
  PAGE_MAX,
  PageNumber,
  PictureUrl,
  Skip,
  STORE_NOTE,
  TimeRange,
} from './paging.ts';
import { answerFromStore, listOf, spliceJson } from './reading.ts';

const FindChats = NamedObject(
  'FindChats',
  {
    where: nestedFields(
      Type.Object({
        remoteJid: Chat('Only this chat: a phone number or a JID'),
        messageTimestamp: TimeRange,
        unread: optional(Flag({ description: 'Only chats that are unread, or that are read' })),
        archived: optional(Flag({ description: 'Only chats in the archive, or outside it' })),
        label: optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'Only chats with the label of this id, as `/label/findLabels` has it',
            examples: ['7'],
          }),
        ),
      }),
      'Conditions on the chats; absent or empty matches every chat. `messageTimestamp`: when its newest message was sent',
    ),
    take: Count(1, PAGE_MAX, `Number of chats: 1-${PAGE_MAX}, default ${PAGE_MAX}`, 50),
    skip: Skip,
    page: PageNumber,
    offset: Count(1, PAGE_MAX, 'Number of chats per page, in place of `take`', 50),
    after: AfterId,
  },
  { additionalProperties: true },
);

const OF_OFFICIAL_API =
  'Only for chats of the official API in which the person has written; otherwise null';
const timeOfWindow = (description: string) => orNull(Time(), `${description}. ${OF_OFFICIAL_API}`);

const Labels = Type.Array(Type.String(), { description: 'Ids of labels' });

const ChatRecord = NamedObject('ChatRecord', {
  id: Type.String({ description: 'Record id. Pass it as `after` to get the next page' }),
  remoteJid: Type.String(),
  remoteJidAlt: Type.Optional(Type.String({ description: 'LID of the person, if known' })),
  pushName: textOrNull('Name of the person, group or channel; null if unknown'),
  profilePicUrl: PictureUrl,
  createdAt: Time(),
  updatedAt: Time(),
  windowStart: timeOfWindow('When the person last wrote'),
  windowExpires: timeOfWindow('End of the 24-hour window, after which only templates may be sent'),
  windowActive: orNull(Type.Boolean(), `True while the 24-hour window is open. ${OF_OFFICIAL_API}`),
  lastMessage: orNull(MessageRecord),
  unreadCount: Type.Integer({
    minimum: 0,
    description: 'At least 1 while the chat is marked as unread',
  }),
  archived: Type.Boolean({
    description:
      "Archived in the account's own WhatsApp apps (also true of the three fields below)",
  }),
  pinned: Type.Boolean(),
  muted: Type.Boolean(),
  mutedUntil: orNull(Time(), 'When the mute ends; null if the chat is not muted, or always'),
  labels: Labels,
  isSaved: Type.Null({ description: 'Always null: address books are not read' }),
});

export const findChats = instanceOperation('POST /chat/findChats/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'List chats, those with the newest message first',
  description: `Returns every chat that has a stored message. Once the last messages of a page have about 8 MiB, further chats come without their \`message\`, with \`messageLeftOut\`, unless theirs still fits. ${STORE_NOTE}`,
  body: findBody(FindChats),
  answer: Type.Array(ChatRecord),
  failures: ['CONFLICT', 'RATE_LIMITED'],
  agent: { tool: 'find_chats', effect: 'reads' },
  example: { body: { take: 20 } },
  run(parts, { instance: { id: instanceId }, body, request }) {
    const { messageStore: store, clock } = parts;
    const { where = {}, page = 1, offset: size = PAGE_MAX, after, ...paging } = body;
    const { remoteJid: chat, messageTimestamp: last, label } = where;
    const { unread: isUnread, archived: isArchived } = where;
    const now = clock.now();
    return answerFromStore(parts, request, async (reading) => {
      const { take: limit = size, skip = entriesBefore(page, limit) } = paging;
      const conditions = { chat, last, isUnread, isArchived, label };
      const query = { ...conditions, after, offset: after === undefined ? skip : 0, limit };
      const rows = shownWithin(PAGE_BYTES_MAX, await store.chats(instanceId, query));
      return listOf(reading, rows, async (part) =>
        (await store.readChats(part)).map((one) => chatRecordText(instanceId, one, now)),
      );
    });
  },
});

/** The chats, of which those whose newest message has no room are shown without its content; the first one has. */
function shownWithin(bytesMax: number, rows: readonly ChatRow[]): ChatRow[] {
  let room = bytesMax;
  return rows.map((row, index) => {
    const isShown = index === 0 || row.bytes <= room;
    if (isShown) room -= row.bytes;
    return isShown ? row : { ...row, isShown, bytes: 0 };
  });
}

type ChatFields = Static<typeof ChatRecord>;

/** A `ChatRecord` as JSON. `now`: ms since 1970. */
function chatRecordText(instanceId: string, found: FoundChat, now: number): string {
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
  const after: Omit<ChatFields, keyof typeof before | 'lastMessage'> = {
    unreadCount: unreadIn(found),
    ...standingOf(found, now),
    labels: [...found.labels],
    isSaved: null,
  };
  const last = lastMessage === null ? 'null' : messageRecordText(instanceId, lastMessage);
  return spliceJson(before, 'lastMessage', last, after);
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

const OneChat = NamedObject('OneChat', {
  id: Type.String(),
  remoteJid: Type.String(),
  name: orNull(Type.String()),
  labels: Labels,
  createdAt: Time(),
  updatedAt: Time(),
  instanceId: Type.String({ format: 'uuid' }),
  unreadMessages: Type.Integer({ minimum: 0 }),
});

export const findChat = instanceOperation('GET /chat/findChatByRemoteJid/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'Get a chat',
  description: `Returns the chat, or null if no message of it is stored. ${STORE_NOTE}`,
  query: NamedObject('WhichChat', {
    remoteJid: parsedBy(
      shownAsRequired({ description: 'Chat to return: a phone number or a JID' }),
      readChat,
    ),
  }),
  answer: orNull(OneChat),
  failures: ['CONFLICT'],
  async run({ messageStore }, { instance: { id }, query: { remoteJid: chat } }) {
    const rows = await messageStore.chats(id, { chat, offset: 0, limit: 1 });
    const [found] = await messageStore.readChats(rows.map((row) => ({ ...row, isShown: false })));
    return found === undefined ? jsonNull() : toOneChat(id, found);
  },
});

const toOneChat = (instanceId: string, found: FoundChat): Static<typeof OneChat> => ({
  id: String(found.id),
  remoteJid: found.chat,
  name: found.name === '' ? null : found.name,
  labels: [...found.labels],
  createdAt: iso(found.createdAt),
  updatedAt: iso(found.updatedAt),
  instanceId,
  unreadMessages: unreadIn(found),
});
