/** Results of polls. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { PollResults } from '../../../core/messages/polls.ts';
import { failure } from '../../../core/shared/errors.ts';
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
            examples: ['3EB0FE89262EDD05D2819D'],
          }),
        },
        { additionalProperties: true, description: 'Key of the poll, as its event has it' },
      ),
    },
    {
      additionalProperties: true,
      description: 'The message that is the poll; only its key is used',
    },
  ),
  remoteJid: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'Chat that the poll must be in; absent matches any chat',
      examples: ['5511888880000@s.whatsapp.net'],
    }),
  ),
});

const PollVotes = NamedObject('PollVotes', {
  id: Type.String(),
  chat: Type.String({ description: 'A JID' }),
  name: Type.String({ description: 'Question of the poll' }),
  votes: Type.Array(
    Type.Object({
      name: Type.String({ description: 'An option of the poll' }),
      voters: Type.Array(Type.String(), { description: 'JIDs' }),
    }),
    { description: 'Options in the order of the poll' },
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
  summary: 'Get the votes of a poll',
  description:
    'Returns the last vote of each voter, for polls that were sent or received through the instance, for as long as events are kept.',
  body: WhichPoll,
  answer: PollVotes,
  agent: { tool: 'get_poll_votes', effect: 'reads' },
  async run({ messages }, { instance, body: { message, remoteJid } }) {
    const { id } = message.key;
    const results = await messages.pollOf(instance.id, id, remoteJid);
    if (results === null) throw failure('poll_not_found');
    return toPollVotes(id, results);
  },
});
