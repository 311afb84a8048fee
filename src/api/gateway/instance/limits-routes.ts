/** What the platform lets an instance do at the moment. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { Time } from '../../../http/time.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { MessageLog } from '../../../messages/log.ts';
import { lockEnd, lockedSentence } from '../../../messages/new-chats.ts';
import { type Clock, iso } from '../../../shared/clock.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';

interface LimitsDeps {
  readonly directory: InstanceDirectory;
  readonly messages: Pick<MessageLog, 'newChats'>;
  readonly clock: Pick<Clock, 'now'>;
}

const orNull = (at: number | null): string | null => (at === null ? null : iso(at));

const Limits = NamedObject('InstanceLimits', {
  newChats: Type.Object(
    {
      locked: Type.Boolean(),
      until: Type.Union([Time(), Type.Null()], { description: 'Null: they are not locked' }),
      reason: Type.Union([Type.String(), Type.Null()], {
        description: 'What that means and what to do about it',
      }),
      checkedAt: Type.Union([Time(), Type.Null()], {
        description: 'When the platform said so; null: it has never said anything',
      }),
    },
    { description: 'Whether the account may write to people it has no chat with' },
  ),
});

export const limitsRoutes = ({ directory, messages, clock }: LimitsDeps) =>
  new Elysia({ name: 'instance-limits' }).get(
    '/instance/limits/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const limit = await messages.newChats.of(id).limit();
      const end = lockEnd(limit, clock.now());
      const reason = end === null ? null : lockedSentence(end);
      const checkedAt = orNull(limit.checkedAt);
      return { newChats: { locked: end !== null, until: orNull(end), reason, checkedAt } };
    },
    {
      params: instanceParams,
      response: { 200: Limits, ...instanceFailures },
      detail: {
        tags: ['Instances'],
        security: needs('read'),
        summary: 'What the platform lets the account do at the moment',
        description:
          'As the platform said it last; nothing is asked. While new chats are locked, a first message to somebody is a conflict that names the end.',
      },
    },
  );
