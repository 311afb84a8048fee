/** Stored messages as clients ask for them and as answers show them. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { described } from '../../../http/openapi-schema.ts';
import { readIfGiven, words, wrong } from '../../../http/read-fields.ts';
import type { MessageStatus } from '../../../messages/status.ts';
import type { After, MessageQuery } from '../../../messages/store/find-messages.ts';
import type { FoundMessage, MessageFate } from '../../../messages/store/read-messages.ts';
import { nested } from './nested.ts';
import { Count, Jid, PAGE_MAX, PageNumber, TimeRange } from './paging.ts';
import { spliced } from './reading.ts';

const Id = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Id of one message, `key.id` of the answer that sending gave',
  }),
);

const Key = nested(
  Type.Object({
    id: Id,
    remoteJid: Jid('The chat whose messages are asked for: a phone number or a JID'),
    remoteJidAlt: Jid('The chat whose messages are asked for, by its other address'),
    fromMe: Type.Optional(
      Type.Boolean({ description: 'Only messages that the account itself wrote, or only others' }),
    ),
    participant: Jid('Who wrote the messages, in a group: a phone number or a JID'),
  }),
  'Which message, or the messages of which chat',
);

const Where = nested(
  Type.Object({
    id: readIfGiven(
      Type.String({ description: 'Id of one record, which is not the id of its message' }),
      (value) =>
        typeof value === 'string' && /^\d{1,15}$/.test(value)
          ? Number(value)
          : wrong('must be the id of a record; that of a message goes into key.id'),
    ),
    key: Key,
    source: Type.Optional(
      described(
        'What the messages were written with: this service (`web`), or not known',
        words('web', 'unknown'),
      ),
    ),
    messageType: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only messages of this kind, such as `imageMessage`',
      }),
    ),
    pushName: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Only messages of senders who call themselves so',
      }),
    ),
    remoteJid: Jid('The chat whose messages are asked for, in place of `key.remoteJid`'),
    messageTimestamp: TimeRange,
  }),
  'Which messages are asked for; absent or empty: every message',
);

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

const Cursor = readIfGiven(
  Type.String({
    description: '`next` of the page before, after which to go on; `page` is then left aside',
  }),
  (value): After | ReturnType<typeof wrong> => {
    const [, sentAt, place] = (typeof value === 'string' && CURSOR.exec(value)) || [];
    return sentAt === undefined || place === undefined
      ? wrong('must be next of the page before')
      : { sentAt: Number(sentAt), place: Number(place) };
  },
);

export const FindMessages = NamedObject(
  'FindMessages',
  {
    where: Where,
    page: PageNumber,
    offset: Count(1, PAGE_MAX, `How many a page has: 1-${PAGE_MAX}, default 50`),
    after: Cursor,
  },
  { additionalProperties: true },
);

export const queryOf = ({
  where = {},
}: Pick<Static<typeof FindMessages>, 'where'>): Omit<MessageQuery, 'offset' | 'limit'> => {
  const { key = {} } = where;
  return {
    place: where.id,
    id: key.id,
    chat: key.remoteJid ?? where.remoteJid ?? key.remoteJidAlt,
    sent: where.messageTimestamp,
    isFromMe: key.fromMe,
    sender: key.participant,
    kind: where.messageType,
    source: where.source,
    pushName: where.pushName,
  };
};

const MessageRecord = NamedObject('MessageRecord', {
  id: Type.String({ description: 'Of the record' }),
  key: Type.Object({
    id: Type.String({ description: 'Of the message' }),
    fromMe: Type.Boolean(),
    remoteJid: Type.String(),
    remoteJidAlt: Type.Optional(
      Type.String({ description: 'The hidden address of the chat, where it is known' }),
    ),
    participant: Type.Optional(Type.String({ description: 'Who wrote it, in a group' })),
    participantAlt: Type.Optional(Type.String({ description: 'Their hidden address' })),
  }),
  pushName: Type.String({ description: 'Of who wrote it; empty: not known' }),
  messageType: Type.String({ description: 'The field of `message` that holds it' }),
  message: Type.Object(
    {},
    { additionalProperties: true, description: "In WhatsApp's own spelling, without its file" },
  ),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
  instanceId: Type.String({ format: 'uuid' }),
  source: words('web', 'unknown'),
  contextInfo: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  MessageUpdate: Type.Array(Type.Object({ status: Type.String() }), {
    description: 'What became of a message that was sent through the instance, the first first',
  }),
  messageLeftOut: Type.Optional(
    Type.Literal(true, {
      description:
        'In a list of chats that has become too large: `message` is empty here, and `/chat/findMessages` gives it',
    }),
  ),
});

export const MessagePage = NamedObject('MessagePage', {
  messages: Type.Object({
    total: Type.Integer({
      description:
        'Exact for all messages and for those of one chat; other conditions are counted among the newest 10 000',
    }),
    pages: Type.Integer(),
    currentPage: Type.Integer(),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'The value for `after` of the next page; null: this is the last one',
    }),
    records: Type.Array(MessageRecord),
  }),
});

export const FoundRecords = NamedObject('FoundRecords', {
  messages: Type.Object({
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'The value for `after` of the next page; null: this is the last one',
    }),
    records: Type.Array(MessageRecord),
  }),
});

export const MessageOrNone = Type.Union([MessageRecord, Type.Null()]);

const WORDS: Readonly<Record<MessageStatus, string>> = {
  Queued: 'PENDING',
  Pending: 'PENDING',
  Unknown: 'UNKNOWN',
  ServerAck: 'SERVER_ACK',
  Delivered: 'DELIVERY_ACK',
  Read: 'READ',
  Played: 'PLAYED',
  Error: 'ERROR',
};

export const statusWord = (status: MessageStatus): string => WORDS[status];

/** Undefined where the chat is with the one who wrote it. */
export const participantOf = ({ chat, isFromMe, sender }: MessageFate): string | undefined =>
  isFromMe || sender === chat ? undefined : sender;

type Shown = Static<typeof MessageRecord>;

/** A `MessageRecord` as JSON; the stored content is put into it as the text that it is. */
export function messageRecordText(instanceId: string, message: FoundMessage): string {
  const { place, id, chat, chatAlt, senderAlt, isFromMe, kind, sentAt, history } = message;
  const content = message.content ?? '{}';
  const participant = participantOf(message);
  const before: Pick<Shown, 'id' | 'key' | 'pushName' | 'messageType'> = {
    id: String(place),
    key: {
      id,
      fromMe: isFromMe,
      remoteJid: chat,
      ...(chatAlt !== null && { remoteJidAlt: chatAlt }),
      ...(participant !== undefined && {
        participant,
        ...(senderAlt !== null && { participantAlt: senderAlt }),
      }),
    },
    pushName: message.pushName,
    messageType: kind,
  };
  const after: Omit<Shown, keyof typeof before | 'message'> = {
    messageTimestamp: Math.floor(sentAt / 1000),
    instanceId,
    source: message.source,
    contextInfo: contextIn(content, kind),
    MessageUpdate: history.map(({ status }) => ({ status: statusWord(status) })),
    ...(message.content === null && { messageLeftOut: true as const }),
  };
  return spliced(before, 'message', content, after);
}

/** Content is parsed only where there may be some. */
function contextIn(content: string, kind: string): Record<string, unknown> | null {
  if (!content.includes('"contextInfo"')) return null;
  const { [kind]: said } = JSON.parse(content) as Record<string, unknown>;
  const { contextInfo } = (said ?? {}) as { contextInfo?: unknown };
  // WhatsApp's own, which is an object where it is given.
  return (contextInfo as Record<string, unknown> | undefined) ?? null;
}

export const cursorText = ({ sentAt, place }: After): string => `${sentAt}.${place}`;
