/** GET /api/v1/webhooks/:id/deliveries, and one of them: what both zones show, in the names of this one. */
import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook } from '../../events/contract/endpoint.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../events/log/deliveries.ts';
import { NamedObject } from '../../http/named-object.ts';
import {
  type AttemptView,
  type DeliveryView,
  deliveryWithAttempts,
  pageOfDeliveries,
} from '../../webhooks/deliveries.ts';
import { found } from '../change-record.ts';
import {
  Id,
  nullable,
  OptionalInteger,
  OptionalText,
  Query,
  TIMES,
  Time,
  Uuid,
  Words,
} from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';

const delivery = {
  id: Id,
  event_id: Id,
  event: Type.String(),
  sequence: Type.Integer(),
  target: Type.String({ description: 'Where it goes; query values are masked' }),
  state: Words(...DELIVERY_STATES),
  attempt_count: Type.Integer(),
  next_attempt_at: nullable(Time),
  last_status: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  ...TIMES,
};
const Delivery = NamedObject('WebhookDelivery', delivery);
type Delivery = Static<typeof Delivery>;

const Attempt = NamedObject('WebhookAttempt', {
  number: Type.Integer({ minimum: 1 }),
  started_at: Time,
  duration_ms: Type.Integer(),
  status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  response_body: nullable(Type.String({ description: 'The first 1 KiB of the answer' })),
});

const DeliveryWithAttempts = NamedObject('WebhookDeliveryWithAttempts', {
  ...delivery,
  attempts: Type.Array(Attempt, { description: 'In order; the latest 1000' }),
});

const DeliveryPage = NamedObject('WebhookDeliveries', {
  deliveries: Type.Array(Delivery, { description: 'Oldest first' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value for `after` of the next call; null while there is nothing',
  }),
});

const LIMIT_DEFAULT = 100;

const DeliveryQuery = Query({
  state: OptionalText(
    `^(${DELIVERY_STATES.join('|')})$`,
    `must be one of: ${DELIVERY_STATES.join(', ')}`,
    DELIVERY_STATES.join(', '),
  ),
  after: Type.Optional(Uuid('The delivery id after which to begin')),
  limit: OptionalInteger(
    '^([1-9][0-9]?|[1-4][0-9][0-9]|500)$',
    'must be a whole number from 1 to 500',
    { minimum: 1, maximum: 500, default: LIMIT_DEFAULT },
    'How many at most',
  ),
});

export const listDeliveries = operation('GET /api/v1/webhooks/:id/deliveries', {
  permission: 'webhooks.read',
  summary: 'The deliveries of a webhook, oldest first',
  description: 'Read on with `after`, so that what is added meanwhile shifts nothing.',
  query: DeliveryQuery,
  answer: DeliveryPage,
  message: 'Deliveries retrieved successfully',
  async run({ db, deliveries }, access, { params, query }) {
    const { id } = await recordOf(db, webhookKind, access, params.id);
    const page = await pageOfDeliveries(deliveries, access.accountId, {
      // The cast: the query's schema has checked it.
      state: (query.state as DeliveryState | undefined) ?? null,
      after: query.after ?? '',
      limit: Number(query.limit ?? LIMIT_DEFAULT),
      endpoint: accountWebhook(id),
    });
    return { ...page, deliveries: page.deliveries.map(toDelivery) };
  },
});

export const getDelivery = operation('GET /api/v1/webhooks/:id/deliveries/:delivery_id', {
  permission: 'webhooks.read',
  summary: 'One delivery with its attempts',
  // It changes by itself, with every attempt.
  isVersioned: false,
  answer: DeliveryWithAttempts,
  message: 'Delivery retrieved successfully',
  /** 404 also for what went elsewhere. */
  async run({ db, deliveries }, { accountId }, { params }) {
    const { id } = await recordOf(db, webhookKind, { accountId }, params.id);
    const shown = await deliveryWithAttempts(
      deliveries,
      params.delivery_id,
      (row) => row.streamId === accountId && row.endpoint === accountWebhook(id),
    );
    const { attempts, ...delivery } = found(shown, 'delivery');
    return { ...toDelivery(delivery), attempts: attempts.map(toAttempt) };
  },
});

/** Without the kind of destination, which is this webhook. */
const toDelivery = ({ destination, ...view }: DeliveryView): Delivery => snakeCased(view);

const toAttempt = (view: AttemptView): Static<typeof Attempt> => snakeCased(view);
