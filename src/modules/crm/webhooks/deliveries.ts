/** GET /api/v1/webhooks/:id/deliveries, and one of them: what both zones show, in the names of this one. */
import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook, endpointOfLane } from '../../../core/events/contract/endpoint.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../../core/events/log/deliveries.ts';
import { type DeliverySearch, searchDeliveries } from '../../../core/events/log/delivery-search.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { failure, invalid } from '../../../core/shared/errors.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  ATTEMPTS_TEXT,
  AttemptsLeftOut,
  type AttemptView,
  attemptFields,
  contradictions,
  type DeliveryView,
  deliveryFields,
  deliveryView,
  deliveryWithAttempts,
  pageOfDeliveries,
  REDELIVERABLE,
  REDELIVERY_IDS_MAX,
} from '../../../core/webhooks/deliveries.ts';
import { auditApart } from '../audited-commit.ts';
import { requireFound } from '../change-record.ts';
import { unprocessable, unprocessableFields } from '../failures.ts';
import { Body, Instant, OptionalInteger, OptionalWord, Query, Uuid, Words } from '../fields.ts';
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

const Redelivery = Body({
  ids: Type.Optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: REDELIVERY_IDS_MAX,
      description: `Ids of the deliveries to send again, at most ${REDELIVERY_IDS_MAX}; not together with other fields`,
      examples: [['01a1fa97-2109-775b-8df8-e96b45bbbe0f']],
    }),
  ),
  state: Type.Optional(
    describe('Sends again all deliveries in this state', Words(...REDELIVERABLE)),
  ),
  from: Type.Optional(Instant('Only deliveries that were created at this time or later')),
  to: Type.Optional(Instant('Only deliveries that were created at this time or earlier')),
});
type Redelivery = Static<typeof Redelivery>;

const Redelivering = NamedObject('WebhookRedelivery', {
  redelivering: Type.Integer({ description: 'Number of deliveries that are sent again' }),
});

export const redeliver = operation('POST /api/v1/webhooks/:id/redeliver', {
  permission: 'webhooks.update',
  summary: 'Send deliveries again',
  description: 'Starts a new round of attempts with the same event ids; attempt numbers go on.',
  agent: { tool: 'redeliver_crm', effect: 'adds' },
  example: { body: { state: 'discarded' } },
  body: Redelivery,
  check: ({ body }) => refuseUnclear(body),
  status: 202,
  idempotency: 'undecided',
  answer: Redelivering,
  message: 'Deliveries are sent again',
  /** Throws 409 when the webhook is disabled, since nothing could be sent. */
  async run({ db, clock, engine }, access, { params, body }) {
    const webhook = await recordOf(db, webhookKind, access, params.id);
    if (!webhook.enabled) throw failure('webhook_disabled');
    const { ids, state } = body;
    const { from, to } = timesOf(body);
    const { id, name } = webhook;
    const after = { name, ...body };
    const audit = { action: 'redeliver', resourceId: id, before: null, after };
    // It is on disk before anything is sent again, which takes many commits.
    await db.batch([auditApart(access, { ...audit, resource: 'webhooks' }, clock.now())]);
    const redelivering = await engine().redeliver(access.accountId, {
      endpoint: accountWebhook(webhook.id),
      ...(ids && { ids: [...new Set(ids)] }),
      ...(state && { state }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
    return { redelivering };
  },
});

/** In ms since 1970; the body's schema has checked them. */
const timesOf = ({ from, to }: Redelivery) => ({ from: time(from), to: time(to) });
const time = (text: string | undefined) => readInstant(text ?? '') ?? undefined;

/** Throws 422 when nothing is selected, or the selection contradicts itself. */
function refuseUnclear(asked: Redelivery): void {
  const { ids, state, from, to } = asked;
  if ((ids ?? state ?? from ?? to) === undefined) throw unprocessable('ids', 'nothing_selected');
  const [first] = contradictions(asked, timesOf(asked));
  if (first !== undefined) throw unprocessableFields([first]);
}
