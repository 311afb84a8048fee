/** Older messages of a chat, which the account's phone has. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { HISTORY_MAX } from '../../../providers/chat-actions.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { notFound } from '../../../shared/errors.ts';
import { NUMBER } from '../examples/known.ts';
import { chatOperation } from './operation.ts';

const PastMessage = NamedObject(
  'HistoryMessage',
  {
    Info: Type.Object({}, { additionalProperties: true }),
    Message: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: true, description: 'As `data` of its Message event would be' },
);

export const chatHistory = chatOperation('POST /chat/history/:instanceName', {
  scope: 'read',
  summary: 'Older messages of a chat',
  description:
    'The phone of the account is asked for those before the message `before`, or before the oldest that is stored: 404 when there is none. They are stored, and give no events. 429 while another such request of the instance is under way, 503 when the phone does not answer within 15 seconds.',
  body: Type.Object(
    {
      number: Recipient,
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: HISTORY_MAX,
          default: HISTORY_MAX,
          description: `How many messages to ask for, 1-${HISTORY_MAX}`,
          failsWith: `must be an integer from 1 to ${HISTORY_MAX}`,
        }),
      ),
      before: Type.Optional(
        Type.Object(
          {
            id: Type.String({
              minLength: 1,
              maxLength: 128,
              description: 'Id of the message, as its event or record has it',
            }),
          },
          {
            additionalProperties: true,
            description:
              'The message before which to begin; absent: the oldest one of the chat that is stored',
          },
        ),
      ),
    },
    { additionalProperties: true },
  ),
  answer: Type.Object({
    chat: Type.String({ description: 'A JID' }),
    messages: Type.Array(PastMessage, { description: 'The oldest first' }),
    isBeginning: Type.Boolean({ description: 'The phone says that it has no older ones' }),
  }),
  example: { body: { number: NUMBER, count: 50 } },
  async act({ number, count = HISTORY_MAX, before }, { chats, find }) {
    const from = before === undefined ? null : await find(before.id);
    if (before !== undefined && from === null) throw notFound(`message ${before.id}`);
    const { chat, messages, isBeginning } = await chats.history({ number, count, before: from });
    return { chat, messages: [...messages], isBeginning };
  },
});
