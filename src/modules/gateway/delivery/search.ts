/** Searching deliveries, and counting what would be sent again: of one instance, or of all that the key opens. */

import { Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import { DELIVERY_STATES } from '../../../core/events/log/deliveries.ts';
import { countDeliveries as countsOf } from '../../../core/events/log/delivery-counts.ts';
import { searchDeliveries as foundIn } from '../../../core/events/log/delivery-search.ts';
import { Choice, Uuid, WholeText } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import {
  oneOf,
  optional,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { contradictions, deliveryView, REDELIVERABLE } from '../../../core/webhooks/deliveries.ts';
import { readEventType } from '../event/documented-events.ts';
import { instanceOrAll } from '../guard.ts';
import { operation, type Target } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { visibleDestination, visibleEndpoints } from '../portal/limits.ts';
import { deliveryFields, endpoint, from, to } from './model.ts';

const instance = Type.Optional(
  Type.String({
    description:
      'Name of one instance. Defaults to the instance of the key; the global key searches every instance',
    examples: ['shop'],
  }),
);

const namedInQuery: Target<InstanceRecord | null> = ({ directory }, { request, query }) =>
  instanceOrAll({ request }, directory, (query as { readonly instance?: string }).instance);

const FoundDelivery = NamedObject('FoundDelivery', {
  instanceId: Type.String({ format: 'uuid' }),
  instanceName: textOrNull('Name of the instance; null if the instance was deleted'),
  ...deliveryFields,
});

export const searchDeliveries = operation('GET /delivery/search', {
  tag: 'Deliveries',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Search deliveries, newest first',
  description: 'Returns the deliveries of one instance or of all that match all given fields.',
  target: namedInQuery,
  query: Type.Object({
    instance,
    state: optional(Choice(DELIVERY_STATES, { description: 'Only deliveries in this state' })),
    event: parsedIfPresent(
      Type.String({
        description: 'Only this event type, such as `Message`, in any case',
        examples: ['Message'],
      }),
      readEventType,
    ),
    destination: optional(
      Choice(DESTINATIONS, { description: 'Only deliveries with this destination' }),
    ),
    endpoint,
    recovery: optional(
      Uuid({
        failsWith: problem('not_replay_id'),
        description: 'Only deliveries of this replay, by its id',
        examples: ['01a1fa97-2bd4-7c1e-9a53-1d2f4b6c8e0a'],
      }),
    ),
    eventId: optional(
      Uuid({
        failsWith: problem('not_event_id'),
        description:
          'Only deliveries of this event, by its id; those of replays are found by `recovery`',
        examples: ['01a1fa97-2109-775a-9c02-3d4e5f6a7b8c'],
      }),
    ),
    status: optional(
      WholeText({
        minimum: 100,
        maximum: 599,
        description: 'Only deliveries whose last attempt got this HTTP status',
        examples: [502],
      }),
    ),
    from,
    to,
    before: optional(
      Uuid({
        failsWith: problem('not_delivery_id'),
        description: 'Delivery id before which to begin: `next` of the previous page',
        examples: ['01a1fa97-2109-775b-8df8-e96b45bbbe0f'],
      }),
    ),
    limit: PageLimit(
      'Maximum number of deliveries. A search looks through 40 000 deliveries at a time: a page may then be shorter, and `next` goes on',
    ),
  }),
  answer: NamedObject('FoundDeliveries', {
    deliveries: Type.Array(FoundDelivery, { description: 'Newest first' }),
    next: textOrNull('Value of `before` for the next call; null if nothing is older'),
  }),
  isForAnyNode: true,
  agent: { tool: 'find_deliveries', effect: 'reads' },
  async run(parts, { instance: wanted, query, caller }) {
    requireOrder(query);
    const { directory } = parts;
    const { rows, next } = await foundIn(parts.db, {
      endpoints: wanted && visibleEndpoints(parts, caller, wanted.id),
      streamId: wanted?.id ?? null,
      state: query.state ?? null,
      type: query.event ?? null,
      destination: visibleDestination(caller, query.destination ?? null),
      endpoint: query.endpoint ?? null,
      replay: query.recovery ?? null,
      eventId: query.eventId ?? null,
      lastStatus: query.status ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      before: query.before ?? null,
      limit: query.limit,
    });
    const deliveries = rows.map((row) => ({
      instanceId: row.streamId,
      instanceName: directory.byId(row.streamId)?.name ?? null,
      ...deliveryView(row),
    }));
    return { deliveries, next };
  },
});

const counted = {
  count: Type.Integer(),
  isMore: Type.Boolean({ description: 'Whether there may be more than were counted' }),
};

export const countDeliveries = operation('GET /delivery/count', {
  tag: 'Deliveries',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Count the deliveries that would be sent again',
  description:
    'Counts what POST /delivery/redeliver with the same state, endpoint and times selects; by default deliveries that were discarded.',
  target: namedInQuery,
  query: Type.Object({
    instance,
    state: parsedBy<(typeof REDELIVERABLE)[number]>(
      Type.Optional(
        describe('Which deliveries are counted; default `discarded`', words(...REDELIVERABLE)),
      ),
      (value = 'discarded') => oneOf(REDELIVERABLE)(value),
    ),
    endpoint,
    from,
    to,
  }),
  answer: NamedObject('DeliveryCount', {
    ...counted,
    instances: Type.Array(
      NamedObject('InstanceDeliveryCount', { instanceName: Type.String(), ...counted }),
      {
        description:
          'Instances that have any, or may have; up to 10 000 are counted for one instance, or 1 000 for each',
      },
    ),
  }),
  isForAnyNode: true,
  agent: { tool: 'count_deliveries', effect: 'reads' },
  async run(parts, { instance: wanted, query, caller }) {
    requireOrder(query);
    const { directory } = parts;
    const endpoints = wanted && visibleEndpoints(parts, caller, wanted.id);
    const ids = (wanted ? [wanted] : directory.all()).map(({ id }) => id);
    const selection = { ...query, ...(endpoints && { endpoints }) };
    const instances = (await countsOf(parts.db, ids, selection)).flatMap(
      ({ streamId, ...counted }) => {
        const found = directory.byId(streamId);
        // Deleted since it was counted.
        return found === null ? [] : [{ instanceName: found.name, ...counted }];
      },
    );
    return {
      count: instances.reduce((sum, one) => sum + one.count, 0),
      isMore: instances.some(({ isMore }) => isMore),
      instances,
    };
  },
});

interface Times {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** 400 for times of which the first comes after the second. */
function requireOrder(times: Times): void {
  const [wrongOne] = contradictions({}, times);
  if (wrongOne) throw invalidFields([wrongOne]);
}
