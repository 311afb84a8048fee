/** Older messages of a chat, which the account's phone has. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { HISTORY_MAX } from '../../../core/providers/chat-actions.ts';
import { chatsNamed, Recipient } from '../../../core/sending/recipient.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { chatOperation } from './operation.ts';

const PastMessage = NamedObject(
  'HistoryMessage',
  {
    Info: Type.Object({}, { additionalProperties: true }),
    Message: Type.Object({}, { additionalProperties: true }),
  },
  {
    additionalProperties: true,
    description: 'A message in the form of `data` of its Message event',
  },
);

export const chatHistory = chatOperation('POST /chat/history/:instanceName', {
  scope: 'read',
  summary: 'Fetch older messages of a chat',
  description:
    'Asks the phone of the account for the messages before `before`, or before the oldest stored one; 404 if no message of the chat is stored. The messages are stored and cause no events. Answers 429 while another such request of the instance is in progress, and 503 if the phone does not answer within 15 seconds.',
  body: Type.Object(
    {
      number: Recipient,
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: HISTORY_MAX,
          default: HISTORY_MAX,
          description: `Number of messages to ask for, 1-${HISTORY_MAX}`,
          failsWith: problem('integer_between', { min: 1, max: HISTORY_MAX }),
        }),
      ),
      before: Type.Optional(
        Type.Object(
          {
            id: Type.String({
              minLength: 1,
              maxLength: 128,
              description: 'Id of the message, as its event or record has it',
              examples: ['3EB0FE89262EDD05D2819D'],
            }),
          },
          {
            additionalProperties: true,
            description:
              'Message before which to begin; defaults to the oldest stored one of the chat',
          },
        ),
      ),
    },
    { additionalProperties: true },
  ),
  answer: Type.Object({
    chat: Type.String({ description: 'A JID' }),
    messages: Type.Array(PastMessage, { description: 'Messages, oldest first' }),
    isBeginning: Type.Boolean({ description: 'Whether the phone has no older messages' }),
  }),
  async act({ number, count = HISTORY_MAX, before }, { chats, find }) {
    const from = before === undefined ? null : await find(before.id, chatsNamed(number));
    if (before !== undefined && from === null)
      throw failure('named_message_not_found', { id: before.id });
    const { chat, messages, isBeginning } = await chats.history({ number, count, before: from });
    return { chat, messages: [...messages], isBeginning };
  },
});
