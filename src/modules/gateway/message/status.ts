/** The outcome of a sent message. */

import { type Static, Type } from '@sinclair/typebox';
import { Pricing } from '../../../core/events/types/message-data.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { Time } from '../../../core/http/time.ts';
import {
  callbackOf,
  type Fate,
  formOf,
  MESSAGE_FORMS,
  MESSAGE_STATUSES,
  type MessageForm,
  type MessageStatus,
  pricingOf,
} from '../../../core/messages/status.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';

const status = (description: string) =>
  Type.Unsafe<MessageStatus>(
    Type.Union(
      MESSAGE_STATUSES.map((name) => Type.Literal(name)),
      { description },
    ),
  );

const form = (description: string) =>
  Type.Unsafe<MessageForm>(
    Type.Union(
      MESSAGE_FORMS.map((name) => Type.Literal(name)),
      { description },
    ),
  );

const MessageFate = NamedObject('MessageFate', {
  id: Type.String(),
  platformId: Type.Optional(
    Type.String({ description: 'Id of the message at the platform, if it differs and is known' }),
  ),
  chat: Type.String({ description: 'A JID' }),
  status: status(
    '`Queued`: it waits to be sent; `Pending`: not confirmed yet; `Unknown`: never confirmed, it may have been delivered or not',
  ),
  code: orNull(Type.Integer(), "The platform's number for a refusal"),
  reason: textOrNull('Reason and what to do about it; only for Error and Unknown'),
  form: Type.Optional(
    form('Form in which a paired phone last sent a message with buttons, a list or a carousel'),
  ),
  history: Type.Array(
    Type.Object({
      status: status('The new status'),
      at: Time(),
      form: Type.Optional(form('Form in which the message was sent from then on')),
      code: Type.Optional(
        Type.Integer({ description: "The platform's number for the refusal of the previous form" }),
      ),
    }),
    { description: 'Status changes, oldest first' },
  ),
  pricing: Type.Optional(Pricing),
  callbackData: Type.Optional(
    Type.String({ description: '`callbackData` of the request that sent it' }),
  ),
});

function toMessageFate(id: string, fate: Fate): Static<typeof MessageFate> {
  const form = formOf(fate.history);
  const callback = callbackOf(fate.history);
  const pricing = pricingOf(fate);
  const history = fate.history.map(({ pricing: _, callback: __, ...one }) => ({
    ...one,
    at: iso(one.at),
  }));
  return {
    id,
    ...fate,
    history,
    ...(form && { form }),
    ...(pricing && { pricing }),
    ...(callback && { callbackData: callback }),
  };
}

export const messageStatus = instanceOperation('GET /message/status/:instanceName/:messageId', {
  tag: 'Messages',
  scope: 'read',
  summary: 'Get the status of a sent message',
  description:
    'Returns the status and its history for a message that was sent through the instance, for as long as events are kept. Each change is also a `MessageStatus` event.',
  params: {
    messageId: Type.String({
      description: 'Id of the message, `key.id` of the answer that sending gave',
    }),
  },
  answer: MessageFate,
  agent: { tool: 'get_message_status', effect: 'reads' },
  async run({ messages }, { instance, params: { messageId } }) {
    const fate = await messages.fateOf(instance.id, messageId);
    if (fate === null) throw failure('message_not_found');
    return toMessageFate(messageId, fate);
  },
});
