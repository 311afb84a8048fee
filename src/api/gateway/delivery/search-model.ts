/** The queries and answers of searching and counting deliveries. */

import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../events/contract/endpoint.ts';
import { DELIVERY_STATES } from '../../../events/log/deliveries.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { described } from '../../../http/openapi-schema.ts';
import {
  checkedFields,
  oneOf,
  readBy,
  readIfGiven,
  words,
  wrong,
} from '../../../http/read-fields.ts';
import { invalid } from '../../../shared/errors.ts';
import { contradictions, REDELIVERABLE } from '../../../webhooks/deliveries.ts';
import { readEventType } from '../event/event-type.ts';
import { PageLimit } from '../page-query.ts';
import { deliveryFields, isId, Moment } from './model.ts';

const Id = (what: string, description: string) =>
  readIfGiven(Type.String({ shownFormat: 'uuid', description }), (value) =>
    isId(value) ? value.toLowerCase() : wrong(`must be ${what}`),
  );

const instance = Type.Optional(
  Type.String({
    description:
      'Name of one instance. Default: the instance of the key; with the global key every instance',
  }),
);
const from = Moment('Only deliveries that were created at this time or later');
const to = Moment('Only deliveries that were created at this time or earlier');

export const DeliverySearchQuery = Type.Object({
  instance,
  state: readIfGiven(
    described('Only deliveries in this state', words(...DELIVERY_STATES)),
    oneOf(DELIVERY_STATES),
  ),
  event: readIfGiven(
    Type.String({
      description: 'Only this event type, such as `Message`, in any case',
    }),
    readEventType,
  ),
  destination: readIfGiven(
    described('Only deliveries that go this way', words(...DESTINATIONS)),
    oneOf(DESTINATIONS),
  ),
  eventId: Id('an event id', 'Only the deliveries of this event'),
  from,
  to,
  before: Id('a delivery id', 'The delivery id before which to begin: `next` of the page before'),
  limit: PageLimit(
    'How many at most. A search looks through 40 000 deliveries at a time: a page may then be shorter, and `next` goes on',
  ),
});

export const FoundDeliveries = NamedObject('FoundDeliveries', {
  deliveries: Type.Array(
    NamedObject('FoundDelivery', {
      instanceId: Type.String({ format: 'uuid' }),
      instanceName: Type.Union([Type.String(), Type.Null()], {
        description: 'null: the instance was deleted',
      }),
      ...deliveryFields,
    }),
    { description: 'Newest first' },
  ),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The value for `before` of the next call; null: nothing is older',
  }),
});

export const DeliveryCountQuery = Type.Object({
  instance,
  state: readBy<(typeof REDELIVERABLE)[number]>(
    Type.Optional(
      described('Which deliveries are counted; default `discarded`', words(...REDELIVERABLE)),
    ),
    (value = 'discarded') => oneOf(REDELIVERABLE)(value),
  ),
  from,
  to,
});

const counted = {
  count: Type.Integer(),
  isMore: Type.Boolean({ description: 'There are more than were counted' }),
};

export const DeliveryCount = NamedObject('DeliveryCount', {
  ...counted,
  instances: Type.Array(
    NamedObject('InstanceDeliveryCount', { instanceName: Type.String(), ...counted }),
    { description: 'Those that have any; counted are 10 000 of one instance, or 1 000 of each' },
  ),
});

interface Times {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** 400 names every wrong field, or what contradicts itself. */
export const readSearch = (query: unknown): Static<typeof DeliverySearchQuery> =>
  inOrder(checkedFields(DeliverySearchQuery, query));

export const readCount = (query: unknown): Static<typeof DeliveryCountQuery> =>
  inOrder(checkedFields(DeliveryCountQuery, query));

function inOrder<T extends Times>(asked: T): T {
  const [wrongOne] = contradictions({}, asked);
  if (wrongOne) throw invalid(`${wrongOne.field} ${wrongOne.problem}`);
  return asked;
}
