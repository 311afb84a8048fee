/** The limits that the platform currently sets for an instance. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { Time } from '../../../core/http/time.ts';
import { lockEnd, lockedSentence } from '../../../core/messages/new-chats.ts';
import { isoOrNull } from '../../../core/shared/clock.ts';
import { instanceOperation } from '../operation.ts';

export const readLimits = instanceOperation('GET /instance/limits/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the limits that the platform sets for the account',
  description:
    'Returns what the platform last reported, without asking it. While new chats are locked, a first message to somebody is answered 409 with the end of the lock.',
  answer: NamedObject('InstanceLimits', {
    newChats: Type.Object(
      {
        locked: Type.Boolean(),
        until: orNull(Time(), 'When the lock ends; null if new chats are not locked'),
        reason: textOrNull('Meaning of the lock, and what to do about it'),
        checkedAt: orNull(Time(), 'When the platform reported it; null if it never has'),
      },
      { description: 'Whether the account may write to people it has no chat with' },
    ),
  }),
  agent: { tool: 'get_instance_limits', effect: 'reads' },
  async run({ messages, clock }, { instance }) {
    const limit = await messages.newChats.of(instance.id).limit();
    const end = lockEnd(limit, clock.now());
    const reason = end === null ? null : lockedSentence(end);
    const checkedAt = isoOrNull(limit.checkedAt);
    return { newChats: { locked: end !== null, until: isoOrNull(end), reason, checkedAt } };
  },
});
