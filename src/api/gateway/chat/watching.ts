/** Watching a chat: its events say who is online and who writes. */
import { Type } from '@sinclair/typebox';
import { needs } from '../../../instances/scopes.ts';
import { WATCHED_CHATS_MAX } from '../../../providers/watch-list.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { chatOperation } from './operation.ts';

export const presenceSubscribe = chatOperation({
  path: '/chat/presenceSubscribe',
  security: needs('send'),
  summary: 'Watch who is online, writes or records in a chat',
  description: `\`Presence\` and \`ChatPresence\` events follow while the account is shown as available (\`/instance/setPresence\`), over reconnections too, until the service stops. Up to ${WATCHED_CHATS_MAX} chats of an instance are watched; one more is a conflict.`,
  body: Type.Object(
    {
      number: Recipient,
      subscribe: Type.Optional(
        Type.Boolean({
          description: 'Whether the chat is watched; false: no longer. Default true',
          failsWith: 'must be true or false',
        }),
      ),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({
    jid: Type.String({ description: 'The chat' }),
    subscribed: Type.Boolean(),
  }),
  async act({ number, subscribe = true }, { chats }) {
    return { jid: await chats.watch(number, subscribe), subscribed: subscribe };
  },
});
