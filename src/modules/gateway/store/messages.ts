/** Finding stored messages. */
import { type Static, Type } from '@sinclair/typebox';
import { JID } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe, shownAsRequired } from '../../../core/http/openapi-schema.ts';
import { fieldError, parsedBy, parsedIfPresent, words } from '../../../core/http/read-fields.ts';
import {
  cursorOf,
  type MessageQuery,
  type PageStart,
  wantedIn,
} from '../../../core/messages/store/queries.ts';
import { Chat } from '../../../core/sending/recipient.ts';
import { instanceOperation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { MessageRecord, messageRecordText } from './message-record.ts';
import {
  AfterId,
  Count,
  entriesBefore,
  findBody,
  nestedFields,
  PAGE_MAX,
  PageNumber,
  STORE_NOTE,
  TimeRange,
} from './paging.ts';
import { answerFromStore, joinRecords } from './reading.ts';

const Id = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Id of one message, `key.id` of the answer that sending gave',
    examples: ['3EB0FE89262EDD05D2819D'],
  }),
);

const Key = nestedFields(
  Type.Object({
    id: Id,
    remoteJid: Chat('Chat whose messages to return: a phone number or a JID'),
    remoteJidAlt: Chat('Chat whose messages to return, by its other address'),
    fromMe: Type.Optional(
      Type.Boolean({
        description: 'Only messages that the account itself wrote, or only those of others',
      }),
    ),
    participant: Chat('Author of the messages in a group: a phone number or a JID'),
  }),
  'Message to return, or chat whose messages to return',
);

const Where = nestedFields(
  Type.Object({
    id: parsedIfPresent(
      Type.String({
        description: 'Id of one record, which is not the id of its message',
        examples: ['31'],
      }),
      (value) =>
        typeof value === 'string' && /^\d{1,15}$/.test(value)
          ? Number(value)
          : fieldError('not_record_id_of_message'),
    ),
    key: Key,
    source: Type.Optional(
      describe('Source of the messages: this service (`web`), or unknown', words('web', 'unknown')),
    ),
    messageType: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only messages of this kind, such as `imageMessage`',
        examples: ['imageMessage'],
      }),
    ),
    pushName: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Only messages of senders with this name',
        examples: ['Customer'],
      }),
    ),
    remoteJid: Chat('Chat whose messages to return, in place of `key.remoteJid`'),
    messageTimestamp: TimeRange,
  }),
  'Conditions on the messages; absent or empty matches every message',
);

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

const Cursor = parsedIfPresent(
  Type.String({
    description: '`next` of the previous page, after which to go on; `page` is then ignored',
    examples: ['1767614400.31'],
  }),
  (value): PageStart | ReturnType<typeof fieldError> => {
    const [, sentAt, place] = (typeof value === 'string' && CURSOR.exec(value)) || [];
    return sentAt === undefined || place === undefined
      ? fieldError('not_next_page')
      : { sentAt: Number(sentAt), place: Number(place) };
  },
);

const FindMessages = NamedObject(
  'FindMessages',
  {
    where: Where,
    page: PageNumber,
    offset: Count(1, PAGE_MAX, `Number of entries per page: 1-${PAGE_MAX}, default 50`, 50),
    after: Cursor,
  },
  { additionalProperties: true },
);

export const findMessages = instanceOperation('POST /chat/findMessages/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'List messages of a chat or of all chats, newest first',
  description: `Returns messages by page, or further back with \`after\` set to \`next\`. A page ends after about 8 MiB, or with one larger message; \`next\` then goes on. With conditions on author, kind or source, 10 000 messages are looked at a time: a page may then be shorter, and \`next\` goes on. Edits, deletions and reactions are messages of their own. ${STORE_NOTE}`,
  body: findBody(FindMessages),
  answer: NamedObject('MessagePage', {
    messages: Type.Object({
      total: Type.Integer({
        description:
          'Number of messages: exact for all messages and for one chat; other conditions are counted among the newest 10 000',
      }),
      pages: Type.Integer(),
      currentPage: Type.Integer(),
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'Value of `after` for the next page; null on the last page',
      }),
      records: Type.Array(MessageRecord),
    }),
  }),
  failures: ['CONFLICT', 'RATE_LIMITED'],
  agent: { tool: 'find_messages', effect: 'reads' },
  example: { body: { where: { key: { remoteJid: JID } }, page: 1, offset: 20 } },
  run(parts, { instance: { id: instanceId }, body, request }) {
    const { messageStore: store } = parts;
    const { page = 1, offset: limit = 50, after, ...conditions } = body;
    return answerFromStore(parts, request, async (reading) => {
      const offset = after === undefined ? entriesBefore(page, limit) : 0;
      const query = { ...queryOf(conditions), after, offset, limit };
      const { messages: rows, total, next } = await store.messages(instanceId, query);
      const { pieces, cutAfter } = await joinRecords(reading, rows, async (part) =>
        (await store.readMessages(part)).map((one) => messageRecordText(instanceId, one)),
      );
      const goesOn = cutAfter === null ? next : cursorOf(cutAfter);
      const head = JSON.stringify({
        total,
        pages: Math.ceil(total / limit),
        currentPage: page,
        next: goesOn && `${goesOn.sentAt}.${goesOn.place}`,
      });
      return [`{"messages":${head.slice(0, -1)},"records":[`, ...pieces, ']}}'];
    });
  },
});

const queryOf = ({
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

const QUERY_MAX = 200;

const SearchQuery = Type.Object({
  query: parsedBy(
    shownAsRequired({
      description:
        'Whole words that the message must contain, in any case and with any accents; words "in quotation marks" must follow each other',
    }),
    (value) => {
      if (typeof value !== 'string' || value.length > QUERY_MAX)
        return fieldError('not_of_length', { min: 1, max: QUERY_MAX });
      const wanted = wantedIn(value);
      return wanted.length > 0 ? wanted : fieldError('no_word_to_search');
    },
  ),
  remoteJid: Chat('Only messages of this chat: a phone number or a JID'),
  after: AfterId,
  limit: PageLimit(),
});

export const searchMessages = instanceOperation('GET /message/search/:instanceName', {
  tag: 'Messages',
  scope: 'read',
  summary: 'Search messages by their texts and captions',
  description:
    'Searches texts and captions, and the names of files, polls, places and contacts. Messages that were stored last come first; `next` of a page is `after` of the one that follows. A page ends after about 8 MiB, or with one larger message, and `next` goes on. A search looks at 10 000 messages with these words at a time: within a chat a page may then be shorter, and `next` goes on. Answers 409 while `MESSAGE_STORE_HOURS` is 0.',
  query: SearchQuery,
  answer: NamedObject('FoundRecords', {
    messages: Type.Object({
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'Value of `after` for the next page; null on the last page',
      }),
      records: Type.Array(MessageRecord),
    }),
  }),
  failures: ['CONFLICT'],
  agent: { tool: 'search_messages', effect: 'reads' },
  run(parts, { instance: { id }, query, request }) {
    const { messageStore: store } = parts;
    const { query: wanted, remoteJid: chat, after, limit } = query;
    return answerFromStore(parts, request, async (reading) => {
      const found = await store.search(id, { wanted, chat, after, limit });
      const { pieces, cutAfter } = await joinRecords(reading, found.messages, async (part) =>
        (await store.readMessages(part)).map((one) => messageRecordText(id, one)),
      );
      const next = cutAfter?.id ?? found.next;
      const head = JSON.stringify({ next: next === null ? null : String(next) });
      return [`{"messages":${head.slice(0, -1)},"records":[`, ...pieces, ']}}'];
    });
  },
});
