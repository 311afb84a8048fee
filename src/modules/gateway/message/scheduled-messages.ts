/** Messages that wait to be sent: listed, looked at, taken back. */
import { type Static, Type } from '@sinclair/typebox';
import { MEDIA_BYTES_MAX } from '../../../core/events/contract/catalog.ts';
import { SMALL_BYTES } from '../../../core/http/memory-budget.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Time } from '../../../core/http/time.ts';
import { plainText, type QueuedMessage } from '../../../core/messages/queued-message.ts';
import type { QueuedMessages } from '../../../core/messages/queued-messages.ts';
import { fromQueued, shownContent } from '../../../core/sending/queued-content.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';

const fields = {
  id: Type.String({ description: 'The id that the message will have' }),
  remoteJid: Type.String({ description: 'Its chat' }),
  kind: Type.String({ description: '`text`, `image`, `reaction` …' }),
  status: Type.Literal('QUEUED'),
  reason: Type.String({ description: 'Reason why the message waits, as a sentence' }),
  scheduleAt: Type.Union([Time(), Type.Null()], {
    description: 'When the message is sent; null for as soon as its turn comes',
  }),
  delay: Type.Integer({
    description: 'Milliseconds for which the account is shown as typing first',
  }),
  createdAt: Time(),
};

const Queued = NamedObject('QueuedMessage', {
  ...fields,
  message: Type.Object(
    {},
    { additionalProperties: true, description: 'Message in the form of the answer to sending it' },
  ),
});

const QueuedPage = NamedObject('QueuedMessages', {
  messages: Type.Array(Type.Object(fields)),
  next: Type.Integer({ description: 'Value of `after` for the next page' }),
});

const PageQuery = Type.Object({
  after: AfterNumber('a place in the queue', '`next` of the previous page, after which to go on'),
  limit: PageLimit(),
});

const listQueued = instanceOperation('GET /message/scheduled/:instanceName', {
  tag: 'Messages',
  scope: 'read',
  summary: 'List the messages that wait to be sent',
  description: 'Returns the waiting messages in the order in which they were requested.',
  query: PageQuery,
  answer: QueuedPage,
  agent: { tool: 'list_scheduled_messages', effect: 'reads' },
  run({ queued, clock }, { instance, query: { after, limit } }) {
    const page = queued.list(instance.id, after, limit);
    const messages = page.map((one) => toScheduled(one, queued, clock.now()));
    return { messages, next: page.at(-1)?.place ?? after };
  },
});

const params = {
  id: Type.String({ description: 'Id of the message, `key.id` of the answer that sending gave' }),
};

const readQueued = instanceOperation('GET /message/scheduled/:instanceName/:id', {
  tag: 'Messages',
  scope: 'read',
  summary: 'Get a message that waits to be sent',
  description: 'Returns a waiting message. Answers 404 once it has been sent or has failed.',
  params,
  answer: Queued,
  async run({ queued, clock, filesInFlight }, { instance, params: { id } }) {
    const found = queued.find(instance.id, id);
    if (!found) throw failure('queued_message_not_found');
    const bytes = Math.min(found.bytes, MEDIA_BYTES_MAX);
    const memory = bytes > SMALL_BYTES && (await filesInFlight.take(instance.id, bytes, true));
    try {
      const content = await queued.contentOf(found);
      if (!content) throw failure('queued_message_not_found');
      const now = clock.now();
      const message = plainText(shownContent(fromQueued(content), now));
      return { ...toScheduled(found, queued, now), message };
    } finally {
      if (memory) memory.release();
    }
  },
});

const cancelQueued = instanceOperation('DELETE /message/scheduled/:instanceName/:id', {
  tag: 'Messages',
  scope: 'send',
  summary: 'Cancel a message that waits to be sent',
  description:
    'Removes a waiting message from the queue. Answers 409 if it is being sent at this moment.',
  audit: 'message.cancel',
  params,
  answer: Type.Object({ success: Type.Literal(true), message: Type.String() }),
  failures: ['CONFLICT'],
  agent: { tool: 'cancel_scheduled_message', effect: 'changes', reachesOut: false },
  example: { answer: { success: true, message: 'The message will not be sent' } },
  async run({ queued }, { instance, params: { id }, note }) {
    note({ details: { message: id } });
    await queued.cancel(instance.id, id);
    return { success: true as const, message: 'The message will not be sent' };
  },
});

export const SCHEDULED_OPERATIONS: readonly Operation[] = [listQueued, readQueued, cancelQueued];

function toScheduled(
  entry: QueuedMessage,
  queued: Pick<QueuedMessages, 'reasonOf'>,
  now: number,
): Static<ReturnType<typeof Type.Object<typeof fields>>> {
  const { id, chat, kind, entersAt, createdAt, delayMs } = entry;
  return {
    id,
    remoteJid: chat,
    kind,
    status: 'QUEUED',
    reason: queued.reasonOf(entry, now),
    scheduleAt: entersAt > createdAt ? iso(entersAt) : null,
    delay: delayMs,
    createdAt: iso(createdAt),
  };
}
