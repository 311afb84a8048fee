/** Messages that wait to be sent: listed, looked at, taken back. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { QueuedMessage, QueuedMessages } from '../../../messages/queued.ts';
import { plainText } from '../../../messages/shown-content.ts';
import { fromQueued, shownContent } from '../../../sending/queued-content.ts';
import { type Clock, iso } from '../../../shared/clock.ts';
import { notFound } from '../../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceName, instanceParams } from '../operation.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';

export interface ScheduledDeps {
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  readonly queued: Pick<QueuedMessages, 'list' | 'find' | 'contentOf' | 'cancel' | 'reasonOf'>;
}

const fields = {
  id: Type.String({ description: 'The id that the message will have' }),
  remoteJid: Type.String({ description: 'Its chat' }),
  kind: Type.String({ description: '`text`, `image`, `reaction` …' }),
  status: Type.Literal('QUEUED'),
  reason: Type.String({ description: 'What it waits for, as a sentence' }),
  scheduleAt: Type.Union([Time(), Type.Null()], {
    description: 'Null: it is sent as soon as it is its turn',
  }),
  delay: Type.Integer({ description: 'Ms for which the account is shown writing before' }),
  createdAt: Time(),
};

const Queued = NamedObject('QueuedMessage', {
  ...fields,
  message: Type.Object(
    {},
    { additionalProperties: true, description: 'As the answer of sending showed it' },
  ),
});

const QueuedPage = NamedObject('QueuedMessages', {
  messages: Type.Array(Type.Object(fields)),
  next: Type.Integer({ description: 'The value for `after` of the next page' }),
});

const PageQuery = Type.Object({
  after: AfterNumber('a place in the queue', '`next` of the page before, after which to go on'),
  limit: PageLimit(),
});

const params = Type.Object({
  instanceName,
  id: Type.String({ description: 'Id of the message, `key.id` of the answer that sending gave' }),
});

const tags = ['Messages'];

export const scheduledRoutes = (deps: ScheduledDeps) =>
  new Elysia({ name: 'message-scheduled' })
    .use(listQueued(deps))
    .use(readQueued(deps))
    .use(cancelQueued(deps));

const listQueued = ({ directory, queued, clock }: ScheduledDeps) =>
  new Elysia().get(
    '/message/scheduled/:instanceName',
    ({ request, params: { instanceName }, query }) => {
      const instance = instanceFor({ request }, directory, instanceName);
      const { after, limit } = checkedFields(PageQuery, query);
      const page = queued.list(instance.id, after, limit);
      const messages = page.map((one) => shown(one, queued, clock.now()));
      return { messages, next: page.at(-1)?.place ?? after };
    },
    {
      params: instanceParams,
      query: PageQuery,
      response: { 200: QueuedPage, ...instanceFailures },
      detail: {
        tags,
        security: needs('read'),
        summary: 'The messages of an instance that wait to be sent',
        description: 'In the order in which they were asked for.',
      },
    },
  );

const readQueued = ({ directory, queued, clock }: ScheduledDeps) =>
  new Elysia().get(
    '/message/scheduled/:instanceName/:id',
    async (context) => {
      const { instanceName, id } = context.params;
      const instance = instanceFor(context, directory, instanceName);
      const found = queued.find(instance.id, id);
      const content = found && (await queued.contentOf(found));
      if (!found || !content) throw notFound('queued message');
      const now = clock.now();
      return {
        ...shown(found, queued, now),
        message: plainText(shownContent(fromQueued(content), now)),
      };
    },
    {
      params,
      response: { 200: Queued, ...instanceFailures },
      detail: {
        tags,
        security: needs('read'),
        summary: 'A message that waits to be sent',
        description: 'Once it has been sent, or has failed, it is unknown here.',
      },
    },
  );

const cancelQueued = ({ directory, queued }: ScheduledDeps) =>
  new Elysia().delete(
    '/message/scheduled/:instanceName/:id',
    async (context) => {
      const { instanceName, id } = context.params;
      const instance = instanceFor(context, directory, instanceName);
      await queued.cancel(instance.id, id);
      return { success: true as const, message: 'The message will not be sent' };
    },
    {
      params,
      response: {
        200: Type.Object({ success: Type.Literal(true), message: Type.String() }),
        ...instanceFailures,
        ...failures('CONFLICT'),
      },
      detail: {
        tags,
        security: needs('send'),
        summary: 'Take back a message that waits to be sent',
        description: 'One that is being sent at this moment is a conflict.',
      },
    },
  );

function shown(
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
