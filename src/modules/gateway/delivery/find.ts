/** Operations that read one delivery or the newest ones, and the request that an attempt sends. */
import { Type } from '@sinclair/typebox';
import { channelOf, endpointOfLane, replayOfLane } from '../../../core/events/contract/endpoint.ts';
import { isGone } from '../../../core/events/contract/routing.ts';
import { DELIVERY_STATES, type LoggedDelivery } from '../../../core/events/log/deliveries.ts';
import { eventAt } from '../../../core/events/log/events.ts';
import { restoredEvent } from '../../../core/events/log/replays.ts';
import { ChoiceText, Uuid } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { optional } from '../../../core/http/read-fields.ts';
import { failure } from '../../../core/shared/errors.ts';
import { MASK } from '../../../core/shared/mask-url.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  ATTEMPTS_TEXT,
  AttemptsLeftOut,
  attemptFields,
  deliveryWithAttempts,
  pageOfDeliveries,
} from '../../../core/webhooks/deliveries.ts';
import { endpointsIn } from '../../../core/webhooks/event-settings.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { instanceOperation, operation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage } from '../portal/limits.ts';
import { hasPairingCode } from '../webhook/channels.ts';
import { maskedUrl } from '../webhook/endpoint-view.ts';
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
  isForAnyNode: true,
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
  isForAnyNode: true,
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
  isForAnyNode: true,
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
  const replay = replayOfLane(endpoint);
  const logged = await eventAt(db, streamId, sequence);
  const event = logged ?? (replay === null ? null : await restoredEvent(db, replay, sequence));
  if (event === null)
    return { url: row.target, headers: {}, body: null, reason: 'the event is not stored any more' };
  const body = await eventBodies.with(event, false);
  const live = destinations.target(streamId, endpointOfLane(endpoint));
  if (isGone(live)) return { url: null, headers: {}, body, reason: live.gone };
  const target = replay === null ? live : { ...live, replay };
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

// Bodies of deliveries as answers show them. Only the global key sees keys of instances in them. Bodies in the form of
// Evolution API contain the URL of the webhook: only callers that may change the webhook see it.

/** Returns `body` with what the caller may not know masked. */
export function maskedBody(
  { settings, keyCopies }: Pick<GatewayParts, 'settings' | 'keyCopies'>,
  caller: GatewayPrincipal,
  instanceId: string,
  body: string,
): string {
  if (caller.kind === 'global') return body;
  const own = settings.get(instanceId);
  const endpoints = own === null ? [] : endpointsIn(own);
  const tokens = endpoints.map(({ instanceToken }) => instanceToken);
  const keys = [...tokens, keyCopies.of(instanceId)].map((key) => [key, MASK] as const);
  // A URL may begin as another one does.
  const longest = endpoints.toSorted((one, other) => other.url.length - one.url.length);
  const urls = longest.map(({ url }) => [url, maskedUrl(caller, url)] as const);
  // A template may have put one into a longer text.
  return [...keys, ...urls].reduce(
    (shown, [secret, mask]) => (secret ? shown.replaceAll(inJson(secret), inJson(mask)) : shown),
    body,
  );
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
