/** Finding what became of stored messages, one record for each change, as clients of Evolution API read it. */

import { type Static, Type } from '@sinclair/typebox';
import { MESSAGE_ID } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { MessageFate } from '../../../core/messages/store/queries.ts';
import { Chat } from '../../../core/sending/recipient.ts';
import { instanceOperation } from '../operation.ts';
import { participantOf, statusWord } from './message-record.ts';
import {
  Count,
  entriesBefore,
  findBody,
  nestedFields,
  PAGE_MAX,
  PageNumber,
  STORE_NOTE,
} from './paging.ts';
import { answerFromStore, listOf } from './reading.ts';

const FindStatus = NamedObject(
  'FindStatus',
  {
    where: nestedFields(
      Type.Object({
        id: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'Id of the message, `key.id` of the answer that sending gave',
            examples: ['3EB0FE89262EDD05D2819D'],
          }),
        ),
        keyId: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'Id of the message, in place of `id`, for clients that call it so',
            examples: ['3EB0FE89262EDD05D2819D'],
          }),
        ),
        remoteJid: Chat('Only messages in this chat: a phone number or a JID'),
      }),
      'Conditions on the messages; absent or empty matches every message that was sent through the instance',
    ),
    page: PageNumber,
    offset: Count(1, PAGE_MAX, `Number of messages per page: 1-${PAGE_MAX}, default 50`, 50),
  },
  { additionalProperties: true },
);

const StatusRecord = NamedObject('StatusRecord', {
  id: Type.String(),
  keyId: Type.String({ description: 'Id of the message' }),
  remoteJid: Type.String(),
  fromMe: Type.Boolean(),
  participant: Type.Union([Type.String(), Type.Null()]),
  pollUpdates: Type.Null({ description: 'Always null: `/chat/getPollVote` returns the votes' }),
  status: Type.String(),
  messageId: Type.String({ description: '`id` of the record that `/chat/findMessages` returns' }),
  instanceId: Type.String({ format: 'uuid' }),
});

export const findStatuses = instanceOperation('POST /chat/findStatusMessage/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'List the status changes of sent messages',
  description: `Returns one record for each change: the newest message first, and the changes of a message oldest first. ${STORE_NOTE}`,
  body: findBody(FindStatus),
  answer: Type.Array(StatusRecord),
  failures: ['CONFLICT', 'RATE_LIMITED'],
  example: { body: { where: { keyId: MESSAGE_ID } } },
  run(parts, { instance: { id: instanceId }, body, request }) {
    const { where = {}, page = 1, offset: limit = 50 } = body;
    const { keyId, id = keyId, remoteJid: chat } = where;
    return answerFromStore(parts, request, async (reading) => {
      const offset = entriesBefore(page, limit);
      const query = { id, chat, source: 'web', offset, limit } as const;
      const { messages } = await parts.messageStore.messages(instanceId, query);
      // The content of the messages is not read.
      const rows = messages.map((row) => ({ id: row.id, bytes: 0 }));
      return listOf(reading, rows, async (part) =>
        (await parts.messageStore.readMessageFates(part))
          .flatMap((message) => toStatusRecords(instanceId, message))
          .map((record) => JSON.stringify(record)),
      );
    });
  },
});

const toStatusRecords = (instanceId: string, message: MessageFate): Static<typeof StatusRecord>[] =>
  message.history.map(({ status }, place) => ({
    id: `${message.place}.${place}`,
    keyId: message.id,
    remoteJid: message.chat,
    fromMe: message.isFromMe,
    participant: participantOf(message) ?? null,
    pollUpdates: null,
    status: statusWord(status),
    messageId: String(message.place),
    instanceId,
  }));
