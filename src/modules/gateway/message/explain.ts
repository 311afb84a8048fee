/** Why a message is where it is. */
import { Type } from '@sinclair/typebox';
import { traceOf } from '../../../core/events/log/traces.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Time } from '../../../core/http/time.ts';
import { readTrace } from '../../../core/messages/trace.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';
import { explanationOf, STATUS_STEPS } from './explanation.ts';

const Explanation = NamedObject('Explanation', {
  id: Type.String(),
  sentence: Type.String({ description: 'Outcome of the message and its reason' }),
  steps: Type.Array(Type.Object({ at: Time(), what: Type.String() }), {
    description: 'Known steps of its way, in order of time',
  }),
});

export const explainMessage = instanceOperation('GET /message/explain/:instanceName/:messageId', {
  tag: 'Messages',
  scope: 'read',
  summary: 'Explain what became of a message',
  description:
    'Explains a message in a sentence: how far a sent one came or why it was refused, who got a received one or what kept it back. Returns the steps behind it too, and the attempts to deliver its events.',
  params: { messageId: Type.String({ description: 'Id of a message that was sent or received' }) },
  answer: Explanation,
  agent: { tool: 'explain_message', effect: 'reads' },
  async run({ db, settings, queued, clock }, { instance, params: { messageId: id } }) {
    const waiting = queued.find(instance.id, id);
    if (waiting !== null) {
      const steps = [{ at: iso(waiting.createdAt), what: STATUS_STEPS.Queued }];
      return { id, sentence: queued.reasonOf(waiting, clock.now()), steps };
    }
    const message = await readTrace(db, instance.id, id);
    if (message === null) throw failure('message_without_fate');
    const { chat, after } = message;
    const events =
      after === null ? [] : await traceOf(db, { streamId: instance.id, chat, id, after });
    const own = settings.get(instance.id);
    const { sentence, steps } = explanationOf({
      message,
      events,
      isOpen: instance.state === 'open',
      subscribe: own?.webhook.events ?? [],
      hasLiveReaders: own?.websocketEnabled ?? false,
    });
    return { id, sentence, steps: steps.map(({ at, what }) => ({ at: iso(at), what })) };
  },
});
