/** Shows what an attempt of a delivery sends. */

import { Type } from '@sinclair/typebox';
import { channelOf } from '../../../core/events/contract/endpoint.ts';
import { isGone } from '../../../core/events/contract/routing.ts';
import type { LoggedDelivery } from '../../../core/events/log/deliveries.ts';
import { eventAt } from '../../../core/events/log/event-search.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { failure } from '../../../core/shared/errors.ts';
import { operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage } from '../portal/limits.ts';
import { hasPairingCode } from '../webhook/sent-events.ts';
import { maskedBody } from './masked-body.ts';
import { deliveryParams, mayReadDelivery, readDeliveryId } from './model.ts';

export const readDeliveryRequest = operation('GET /delivery/request/:deliveryId', {
  tag: 'Deliveries',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Preview the request of a delivery',
  description:
    'Returns the request that the next attempt would make, from the stored event and the current settings. Attempts themselves are recorded only by their outcome.',
  params: deliveryParams,
  answer: NamedObject('DeliveryRequest', {
    url: textOrNull(
      'Where it goes: a URL, queue or subject; credentials and query values are masked',
    ),
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        'Headers with a current time and signatures: each attempt has its own. Configured values are masked. Empty for a broker',
    }),
    body: textOrNull(
      'Body as it is sent, without the bytes of files; keys of instances are masked unless the global key asks. Null if the event is not stored any more',
    ),
    reason: textOrNull('Why nothing would be sent now'),
  }),
  failures: ['BAD_REQUEST', 'NOT_FOUND'],
  anyNode: true,
  async run(parts, { params, caller }) {
    const row = await parts.deliveryLog.get(readDeliveryId(params));
    if (row === null || !mayReadDelivery(parts, caller, row)) throw failure('delivery_not_found');
    if (isCustomerPage(caller) && hasPairingCode(row.type))
      return { url: row.target, headers: {}, body: null, reason: PAIRING_CODE };
    const found = await requestOf(parts, row);
    const { body } = found;
    return { ...found, body: body && maskedBody(parts, caller, row.streamId, body) };
  },
});

const PAIRING_CODE = "a customer's page shows no codes that pair the instance";

/** Null fields mean that there is nothing to show; `reason` says why. */
async function requestOf(
  { db, eventBodies, destinations, webhook }: GatewayParts,
  row: LoggedDelivery,
) {
  const { streamId, sequence, endpoint, eventId, type } = row;
  const event = await eventAt(db, streamId, sequence);
  if (event === null)
    return { url: row.target, headers: {}, body: null, reason: 'the event is not stored any more' };
  const body = await eventBodies.with(event, false);
  const target = destinations.target(streamId, endpoint);
  if (isGone(target)) return { url: null, headers: {}, body, reason: target.gone };
  const omitted = target.reasonToSkip?.(body) ?? null;
  if (omitted !== null) return { url: target.maskedAddress, headers: {}, body, reason: omitted };
  if (channelOf(endpoint) !== 'webhook') {
    const shaped = target.reshape?.(body).body ?? body;
    return { url: row.target, headers: {}, body: shaped, reason: null };
  }
  const attempt = row.attemptCount + 1;
  const made = webhook.preview({ eventId, type, attempt, body }, target);
  if (typeof made === 'string')
    return { url: target.maskedAddress, headers: {}, body, reason: made };
  return { ...made, reason: null };
}
