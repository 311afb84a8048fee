/** Results of polls. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { MessageLog } from '../../../messages/log.ts';
import type { PollResults } from '../../../messages/polls.ts';
import { notFound } from '../../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';

export interface PollDeps {
  readonly directory: InstanceDirectory;
  readonly messages: Pick<MessageLog, 'pollOf'>;
}

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

export const pollRoutes = ({ directory, messages }: PollDeps) =>
  new Elysia({ name: 'polls' }).post(
    '/chat/getPollVote/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { message, remoteJid } = checkedFields(WhichPoll, context.body);
      const results = await messages.pollOf(id, message.key.id, remoteJid);
      if (results === null) throw notFound('poll');
      return toPollVotes(message.key.id, results);
    },
    {
      params: instanceParams,
      body: uncheckedBody(WhichPoll),
      response: { 200: PollVotes, ...instanceFailures },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'How everybody voted in a poll',
        description:
          'The last vote of each voter, of polls that were sent or received through the instance, for as long as events are kept.',
      },
    },
  );
