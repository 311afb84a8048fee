/** The path /chat/history-sync, as Evolution Go has it. */
import { Type } from '@sinclair/typebox';
import { isFields } from '../../http/read-fields.ts';
import { needs } from '../../instances/scopes.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import { Anything, body, chat, optional } from './fields.ts';
import type { GoOperation } from './operation.ts';
import { withoutAbsent } from './sent.ts';

interface Page {
  readonly chat: string;
  readonly messages: readonly unknown[];
  readonly isBeginning: boolean;
}

export const historySync: GoOperation = {
  path: '/chat/history-sync',
  security: needs('read'),
  summary: 'Older messages of a chat',
  description:
    'The phone of the account is asked for those before the message that `messageInfo` names, and they are in the answer: there is no event of them.',
  body: body({
    messageInfo: Type.Object(
      {
        Chat: chat,
        ID: optional(
          'Id of the message before which to begin; absent: the oldest one of the chat that is stored',
        ),
      },
      { additionalProperties: true, description: 'The chat, and where in it to begin' },
    ),
    count: Type.Optional(
      Type.Integer({ description: 'How many messages to ask for, 1-50; default 50' }),
    ),
  }),
  data: Type.Object({
    chat: Type.String({ description: 'A JID' }),
    messages: Type.Array(Anything, { description: 'The oldest first, as `data` of their events' }),
    isBeginning: Type.Boolean({ description: 'The phone says that it has no older ones' }),
    timestamp: Type.String({ format: 'date-time' }),
  }),
  names: { number: 'messageInfo.Chat', 'before.id': 'messageInfo.ID' },
  async run({ messageInfo, count }, { ask, now }) {
    if (!isFields(messageInfo)) throw invalid('messageInfo must be an object with Chat and ID');
    const { Chat: number, ID: id } = messageInfo;
    const before = id === undefined || id === '' ? undefined : { id };
    const asked = withoutAbsent({ number, before, count });
    const { chat, messages, isBeginning } = await ask<Page>('POST', '/chat/history', {
      body: asked,
    });
    return { chat, messages, isBeginning, timestamp: iso(now()) };
  },
};
