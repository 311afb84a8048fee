/** Results of polls. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import type { PollResults } from '../../../messages/polls.ts';
import { notFound } from '../../../shared/errors.ts';
import { MESSAGE_ID } from '../examples/known.ts';
import { instanceOperation } from '../operation.ts';

const WhichPoll = NamedObject('WhichPoll', {
  message: Type.Object(
    {
      key: Type.Object(
        {
          id: Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Id of the message that is the poll',
          }),
        },
        { additionalProperties: true, description: 'The key of the poll, as its event has it' },
      ),
    },
    {
      additionalProperties: true,
      description: 'The message that is the poll; only its key is looked at',
    },
  ),
  remoteJid: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'The chat that the poll must be in; absent: whichever it is in',
    }),
  ),
});

const PollVotes = NamedObject('PollVotes', {
  id: Type.String(),
  chat: Type.String({ description: 'A JID' }),
  name: Type.String({ description: 'What the poll asks' }),
  votes: Type.Array(
    Type.Object({
      name: Type.String({ description: 'An option of the poll' }),
      voters: Type.Array(Type.String(), { description: 'JIDs' }),
    }),
    { description: 'Every option in the order of the poll' },
  ),
});

const toPollVotes = (
  id: string,
  { chat, name, options }: PollResults,
): Static<typeof PollVotes> => ({
  id,
  chat,
  name,
  votes: options.map(({ name, voters }) => ({ name, voters: [...voters] })),
});

export const getPollVote = instanceOperation('POST /chat/getPollVote/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'How everybody voted in a poll',
  description:
    'The last vote of each voter, of polls that were sent or received through the instance, for as long as events are kept.',
  body: WhichPoll,
  answer: PollVotes,
  agent: { tool: 'get_poll_votes', effect: 'reads' },
  example: { body: { message: { key: { id: MESSAGE_ID } } } },
  async run({ messages }, { instance, body: { message, remoteJid } }) {
    const { id } = message.key;
    const results = await messages.pollOf(instance.id, id, remoteJid);
    if (results === null) throw notFound('poll');
    return toPollVotes(id, results);
  },
});
