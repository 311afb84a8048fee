/** The bodies and queries of the delivery operations. */

import { type TSchema, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../events/contract/endpoint.ts';
import { DELIVERY_STATES } from '../../../events/log/deliveries.ts';
import type { Redelivery } from '../../../events/log/redelivery.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { described } from '../../../http/openapi-schema.ts';
import {
  oneOf,
  readFields,
  readIfGiven,
  type Wrong,
  words,
  wrong,
} from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { invalid } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/ids.ts';
import { readInstant } from '../../../shared/instant.ts';
import { contradictions, REDELIVERABLE, REDELIVERY_IDS_MAX } from '../../../webhooks/deliveries.ts';
import { PageLimit } from '../page-query.ts';

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Time();
const uuid = Type.String({ format: 'uuid' });

export const deliveryFields = {
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

const Delivery = NamedObject('Delivery', deliveryFields);
const Attempt = NamedObject('Attempt', {
  number: Type.Integer({ minimum: 1 }),
  startedAt: time,
  durationMs: Type.Integer(),
  status: orNull(Type.Integer()),
  error: orNull(Type.String()),
  responseBody: Type.Union([Type.String(), Type.Null()], {
    description: 'The first 1 KiB of the answer',
  }),
});
export const DeliveryWithAttempts = NamedObject('DeliveryWithAttempts', {
  ...deliveryFields,
  attempts: Type.Array(Attempt, { description: 'In order; the latest 1000' }),
});
export const DeliveryPage = NamedObject('DeliveryPage', {
  deliveries: Type.Array(Delivery, { description: 'Oldest first' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value for `after` of the next call; null while there is nothing',
  }),
});

export const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

export const DeliveryQuery = Type.Object({
  state: readIfGiven(
    Type.String({ description: `Only deliveries in this state: ${DELIVERY_STATES.join(', ')}` }),
    oneOf(DELIVERY_STATES),
  ),
  after: readIfGiven(
    Type.String({ description: 'The delivery id after which to begin' }),
    (value) => (isId(value) ? value.toLowerCase() : wrong('must be a delivery id')),
  ),
  limit: PageLimit(),
});

function readIds(value: unknown): string[] | Wrong {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= REDELIVERY_IDS_MAX;
  if (isList && value.every(isId)) return [...new Set(value.map((id) => id.toLowerCase()))];
  return wrong(`must be an array of 1 to ${REDELIVERY_IDS_MAX} delivery ids`);
}

/** Read as ms since 1970. */
export const Moment = (description: string) =>
  readIfGiven(Type.String({ shownFormat: 'date-time', description }), (value) => {
    const time = typeof value === 'string' ? readInstant(value, { dateAlone: true }) : null;
    return time ?? wrong('must be an ISO 8601 time such as 2026-01-05T10:00:00Z');
  });

export const RedeliveryRequest = NamedObject(
  'RedeliveryRequest',
  {
    ids: readIfGiven(
      Type.Array(uuid, {
        maxItems: REDELIVERY_IDS_MAX,
        description: `Ids of the deliveries to send again, at most ${REDELIVERY_IDS_MAX}; not together with other fields`,
      }),
      readIds,
    ),
    state: readIfGiven(
      described('Sends again all deliveries in this state', words(...REDELIVERABLE)),
      oneOf(REDELIVERABLE),
    ),
    from: Moment('Only deliveries that were created at this time or later'),
    to: Moment('Only deliveries that were created at this time or earlier'),
  },
  { description: 'At least one field' },
);

export const RedeliveryResult = NamedObject('RedeliveryResult', { redelivering: Type.Integer() });

/** 400 names every wrong field, and what contradicts itself; an empty selection never stands for everything. */
export function parseRedelivery(body: unknown): Redelivery {
  const { fields: selection, given, problems } = readFields(RedeliveryRequest, body);
  if (Object.keys(selection).length === 0 && problems.length === 0)
    problems.push('one of ids, state, from and to is required');
  for (const { field, problem } of contradictions(given, selection))
    problems.push(`${field} ${problem}`);
  if (problems.length > 0) throw invalid(problems.join('; '));
  return selection;
}
