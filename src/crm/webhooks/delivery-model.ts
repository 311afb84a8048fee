/** The shapes of a webhook's deliveries: what both zones show, in the names of this one. */
import { type Static, Type } from '@sinclair/typebox';
import { DELIVERY_STATES } from '../../events/log/deliveries.ts';
import {
  type AttemptView,
  type DeliveryView,
  REDELIVERABLE,
  REDELIVERY_IDS_MAX,
} from '../../webhooks/deliveries.ts';
import { Body, Id, Instant, nullable, Query, TIMES, Time, Uuid, Words } from '../fields.ts';
import { snakeCased } from '../names.ts';

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
const Delivery = Type.Object(delivery);
type Delivery = Static<typeof Delivery>;

const Attempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  started_at: Time,
  duration_ms: Type.Integer(),
  status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  response_body: nullable(Type.String({ description: 'The first 1 KiB of the answer' })),
});

export const DeliveryWithAttempts = Type.Object({
  ...delivery,
  attempts: Type.Array(Attempt, { description: 'In order; the latest 1000' }),
});

export const DeliveryPage = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'Oldest first' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value for `after` of the next call; null while there is nothing',
  }),
});

const optionalText = (pattern: string, failsWith: string, description: string) =>
  Type.Optional(Type.String({ pattern, failsWith, description }));

export const DeliveryQuery = Query({
  state: optionalText(
    `^(${DELIVERY_STATES.join('|')})$`,
    `must be one of: ${DELIVERY_STATES.join(', ')}`,
    DELIVERY_STATES.join(', '),
  ),
  after: Type.Optional(Uuid('The delivery id after which to begin')),
  limit: optionalText(
    '^([1-9][0-9]?|[1-4][0-9][0-9]|500)$',
    'must be a whole number from 1 to 500',
    '1-500; default 100',
  ),
});

export const Redelivery = Body({
  ids: Type.Optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: REDELIVERY_IDS_MAX,
      description: 'Delivery ids; not with other fields',
    }),
  ),
  state: Type.Optional(Words(...REDELIVERABLE)),
  from: Type.Optional(Instant('Created at or after')),
  to: Type.Optional(Instant('Created at or before')),
});
export type Redelivery = Static<typeof Redelivery>;

export const Redelivering = Type.Object({
  redelivering: Type.Integer({ description: 'How many are sent again' }),
});

/** Without the kind of destination, which is this webhook. */
export const toDelivery = ({ destination, ...view }: DeliveryView): Delivery => snakeCased(view);

export const toAttempt = (view: AttemptView): Static<typeof Attempt> => snakeCased(view);
