/** Searches stored messages by their texts. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { shownAsRequired } from '../../../core/http/openapi-schema.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { wantedIn } from '../../../core/messages/store/search.ts';
import { Chat } from '../../../core/sending/recipient.ts';
import { instanceOperation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { MessageRecord, messageRecordText } from './message-record.ts';
import { AfterId } from './paging.ts';
import { answerFromStore, joinRecords } from './reading.ts';

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
