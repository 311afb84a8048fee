/** GET /api/v1/webhooks/:id/deliveries, and one of them: what both zones show, in the names of this one. */

import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook, endpointOfLane } from '../../../core/events/contract/endpoint.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../../core/events/log/deliveries.ts';
import { type DeliverySearch, searchDeliveries } from '../../../core/events/log/delivery-search.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { invalid } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  ATTEMPTS_TEXT,
  AttemptsLeftOut,
  type AttemptView,
  attemptFields,
  type DeliveryView,
  deliveryFields,
  deliveryView,
  deliveryWithAttempts,
  pageOfDeliveries,
} from '../../../core/webhooks/deliveries.ts';
import { requireFound } from '../change-record.ts';
import { OptionalInteger, OptionalWord, Query, Uuid } from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';

const fields = snakeCased(deliveryFields);
const Delivery = NamedObject('WebhookDelivery', fields);
type Delivery = Static<typeof Delivery>;

const Attempt = NamedObject('WebhookAttempt', snakeCased(attemptFields));

const DeliveryWithAttempts = NamedObject('WebhookDeliveryWithAttempts', {
  ...fields,
  attempts: Type.Array(Attempt, { description: ATTEMPTS_TEXT }),
  attempts_left_out: AttemptsLeftOut,
});

const DeliveryPage = NamedObject('WebhookDeliveries', {
  deliveries: Type.Array(Delivery, { description: 'Deliveries in the requested order' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description:
      'Oldest first: value of `after` for the next call, null while there is nothing. Newest first: value of `before`, null if nothing is older',
  }),
});

const LIMIT_DEFAULT = 100;
const ORDERS = ['oldest', 'newest'] as const;

const DeliveryQuery = Query({
  state: OptionalWord(DELIVERY_STATES, 'Only deliveries in this state'),
  order: OptionalWord(
    ORDERS,
    'Order of the deliveries: `oldest` first, which is the default, or `newest` first',
  ),
  after: Type.Optional(Uuid('Delivery id after which to begin, when the oldest come first')),
  before: Type.Optional(Uuid('Delivery id before which to begin, when the newest come first')),
  limit: OptionalInteger(
    '^([1-9][0-9]?|[1-4][0-9][0-9]|500)$',
    problem('whole_number_between', { min: 1, max: 500 }),
    { minimum: 1, maximum: 500, default: LIMIT_DEFAULT },
    'Maximum number of entries to return',
  ),
});

export const listDeliveries = operation('GET /api/v1/webhooks/:id/deliveries', {
  permission: 'webhooks.read',
  summary: 'List the deliveries of a webhook',
  description:
    'Returns deliveries page by page: oldest first with `after`, or newest first with `before`, so that new ones shift nothing. Newest first, 40,000 deliveries are looked through at a time: a page may then be shorter, and `next` goes on.',
  agent: { tool: 'find_crm_deliveries', effect: 'reads' },
  query: DeliveryQuery,
  answer: DeliveryPage,
  message: 'Deliveries retrieved successfully',
  /** Throws 404, and 400 for `before` with the oldest first, or `after` with the newest. */
  async run(parts, access, { params, query }) {
    const isNewest = query.order === 'newest';
    const stray = isNewest ? 'after' : 'before';
    if (query[stray] !== undefined)
      throw invalid(`${stray} is not for ${isNewest ? 'newest' : 'oldest'} first`);
    const { id } = await recordOf(parts.db, webhookKind, access, params.id);
    const wanted = {
      streamId: access.accountId,
      endpoint: accountWebhook(id),
      // The cast: the query's schema has checked it.
      state: (query.state as DeliveryState | undefined) ?? null,
      limit: Number(query.limit ?? LIMIT_DEFAULT),
    };
    const { deliveries, next } = isNewest
      ? await newest(parts, { ...wanted, before: query.before?.toLowerCase() ?? null })
      : await pageOfDeliveries(parts.deliveries, wanted.streamId, {
          ...wanted,
          after: query.after ?? '',
        });
    return { deliveries: deliveries.map(toDelivery), next };
  },
});

type DeliverySelection = Pick<
  DeliverySearch,
  'streamId' | 'endpoint' | 'state' | 'limit' | 'before'
>;

async function newest({ db }: Pick<CrmParts, 'db'>, wanted: DeliverySelection) {
  const anything = { type: null, destination: null, endpoints: null, replay: null };
  const anytime = { eventId: null, lastStatus: null, from: null, to: null };
  const { rows, next } = await searchDeliveries(db, { ...anything, ...anytime, ...wanted });
  return { deliveries: rows.map(deliveryView), next };
}

export const getDelivery = operation('GET /api/v1/webhooks/:id/deliveries/:delivery_id', {
  permission: 'webhooks.read',
  summary: 'Get a delivery with its attempts',
  // It has no ETag, since every attempt changes it.
  agent: { tool: 'get_crm_delivery', effect: 'reads' },
  isVersioned: false,
  answer: DeliveryWithAttempts,
  message: 'Delivery retrieved successfully',
  /** Throws 404 also for deliveries to other destinations. */
  async run({ db, deliveries }, { accountId }, { params }) {
    const { id } = await recordOf(db, webhookKind, { accountId }, params.id);
    const shown = await deliveryWithAttempts(
      deliveries,
      params.delivery_id,
      (row) => row.streamId === accountId && endpointOfLane(row.endpoint) === accountWebhook(id),
    );
    const { attempts, attemptsLeftOut, ...delivery } = requireFound(shown, 'delivery');
    return {
      ...toDelivery(delivery),
      attempts: attempts.map(toAttempt),
      ...(attemptsLeftOut !== undefined && { attempts_left_out: attemptsLeftOut }),
    };
  },
});

/** Omits the endpoint, which is always this webhook. */
const toDelivery = ({ destination, endpoint, ...view }: DeliveryView): Delivery => snakeCased(view);

const toAttempt = (view: AttemptView): Static<typeof Attempt> => snakeCased(view);
