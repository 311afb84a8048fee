/** The shapes of the delivery operations, as the documentation shows them. */
import { Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../events/contract/endpoint.ts';
import { DELIVERY_STATES } from '../../events/log/deliveries.ts';
import { words } from '../../http/checked.ts';
import { Time } from '../../http/time.ts';

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
  state: words(...DELIVERY_STATES),
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

export const RedeliveryResult = Type.Object({ redelivering: Type.Integer() });
