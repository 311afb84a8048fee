/** What became of stored messages, one record for each change, as clients of Evolution API read it. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import type { MessageFate } from '../../../messages/store/read-messages.ts';
import { participantOf, statusWord } from './message-model.ts';
import { nested } from './nested.ts';
import { Count, Jid, PAGE_MAX, PageNumber } from './paging.ts';

export const FindStatus = NamedObject(
  'FindStatus',
  {
    where: nested(
      Type.Object({
        id: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'Id of the message, `key.id` of the answer that sending gave',
          }),
        ),
        keyId: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'Id of the message, in place of `id`, for clients that call it so',
          }),
        ),
        remoteJid: Jid('Only messages in this chat: a phone number or a JID'),
      }),
      'Which messages are asked for; absent or empty: every message that was sent through the instance',
    ),
    page: PageNumber,
    offset: Count(1, PAGE_MAX, `How many messages a page has: 1-${PAGE_MAX}, default 50`),
  },
  { additionalProperties: true },
);

const StatusRecord = NamedObject('StatusRecord', {
  id: Type.String(),
  keyId: Type.String({ description: 'Of the message' }),
  remoteJid: Type.String(),
  fromMe: Type.Boolean(),
  participant: Type.Union([Type.String(), Type.Null()]),
  pollUpdates: Type.Null({ description: '`/chat/getPollVote` has them' }),
  status: Type.String(),
  messageId: Type.String({ description: '`id` of the record that `/chat/findMessages` gives' }),
  instanceId: Type.String({ format: 'uuid' }),
});
export const StatusRecords = Type.Array(StatusRecord);

export const toStatusRecords = (
  instanceId: string,
  message: MessageFate,
): Static<typeof StatusRecord>[] =>
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
