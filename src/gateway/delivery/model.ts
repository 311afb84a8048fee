/** The shapes of the delivery operations, as the documentation shows them. */
import { Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../events/contract/endpoint.ts';
import { DELIVERY_STATES } from '../../events/log/deliveries.ts';
import { Time } from '../../http/time.ts';
import { REDELIVERABLE, REDELIVERY_IDS_MAX } from '../../webhooks/deliveries.ts';

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: T,
) => Type.Union([schema, Type.Null()]);
const time = Time();
const uuid = Type.String({ format: 'uuid' });

const deliveryFields = {
  id: uuid,
  eventId: uuid,
  event: Type.String(),
  sequence: Type.Integer(),
  destination: Type.String({ description: DESTINATIONS.join(', ') }),
  target: Type.String({ description: 'Where it goes; credentials and query values are masked' }),
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('sending'),
    Type.Literal('delivered'),
    Type.Literal('discarded'),
  ]),
  attemptCount: Type.Integer(),
  nextAttemptAt: orNull(time),
  lastStatus: orNull(Type.Integer()),
  lastError: orNull(Type.String()),
  createdAt: time,
  updatedAt: time,
};

const Delivery = Type.Object(deliveryFields);
const Attempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  startedAt: time,
  durationMs: Type.Integer(),
  status: orNull(Type.Integer()),
  error: orNull(Type.String()),
  responseBody: Type.Union([Type.String(), Type.Null()], {
    description: 'The first 1 KiB of the answer',
  }),
});
export const DeliveryWithAttempts = Type.Object({
  ...deliveryFields,
  attempts: Type.Array(Attempt, { description: 'In order; the latest 1000' }),
});
export const DeliveryPage = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'Oldest first' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value for `after` of the next call; null while there is nothing',
  }),
});

export const DeliveryQuery = Type.Object({
  state: Type.Optional(Type.String({ description: DELIVERY_STATES.join(', ') })),
  after: Type.Optional(Type.String({ description: 'The delivery id after which to begin' })),
  limit: Type.Optional(Type.String({ description: '1 to 500, default 100' })),
});

export const RedeliveryRequest = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(uuid, {
        maxItems: REDELIVERY_IDS_MAX,
        description: 'Delivery ids; not with other fields',
      }),
    ),
    state: Type.Optional(Type.Union(REDELIVERABLE.map((state) => Type.Literal(state)))),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or after' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or before' })),
  },
  { description: 'At least one field' },
);
export const RedeliveryResult = Type.Object({ redelivering: Type.Integer() });
