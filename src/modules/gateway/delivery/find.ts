/** The deliveries of an instance in order, and one of them with its attempts. */

import { Type } from '@sinclair/typebox';
import { DELIVERY_STATES } from '../../../core/events/log/deliveries.ts';
import { ChoiceText, Uuid } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { optional } from '../../../core/http/read-fields.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  ATTEMPTS_TEXT,
  AttemptsLeftOut,
  attemptFields,
  deliveryWithAttempts,
  pageOfDeliveries,
} from '../../../core/webhooks/deliveries.ts';
import { instanceOperation, operation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { deliveryFields, deliveryParams, mayReadDelivery, readDeliveryId } from './model.ts';

export const findDeliveries = instanceOperation('GET /delivery/find/:instanceName', {
  tag: 'Deliveries',
  scope: 'read',
  summary: 'List the deliveries of an instance, oldest first',
  query: Type.Object({
    state: optional(ChoiceText(DELIVERY_STATES, { description: 'Only deliveries in this state' })),
    after: optional(
      Uuid({
        failsWith: problem('not_delivery_id'),
        description: 'Delivery id after which to begin',
        examples: ['01a1fa97-2109-775b-8df8-e96b45bbbe0f'],
      }),
    ),
    limit: PageLimit(),
  }),
  answer: NamedObject('DeliveryPage', {
    deliveries: Type.Array(NamedObject('Delivery', deliveryFields), {
      description: 'Oldest first',
    }),
    next: textOrNull('Value of `after` for the next call; null while there is nothing'),
  }),
  anyNode: true,
  run: ({ deliveryLog }, { instance, query: { state = null, after = '', limit } }) =>
    pageOfDeliveries(deliveryLog, instance.id, { state, after, limit }),
});

export const readDelivery = operation('GET /delivery/:deliveryId', {
  tag: 'Deliveries',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Get a delivery with its attempts',
  description:
    "Returns a delivery and its attempts. Answers 404 for a delivery of another instance than the key's.",
  params: deliveryParams,
  answer: NamedObject('DeliveryWithAttempts', {
    ...deliveryFields,
    attempts: Type.Array(NamedObject('Attempt', attemptFields), { description: ATTEMPTS_TEXT }),
    attemptsLeftOut: AttemptsLeftOut,
  }),
  failures: ['BAD_REQUEST', 'NOT_FOUND'],
  anyNode: true,
  agent: { tool: 'get_delivery', effect: 'reads' },
  async run(parts, { params, caller }) {
    const id = readDeliveryId(params);
    const found = await deliveryWithAttempts(parts.deliveryLog, id, (row) =>
      mayReadDelivery(parts, caller, row),
    );
    if (found === null) throw failure('delivery_not_found');
    return found;
  },
});
