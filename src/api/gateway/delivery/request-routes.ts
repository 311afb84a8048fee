/** GET /delivery/request/{deliveryId}: what an attempt of a delivery sends. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Database } from '../../../db/client.ts';
import type { WebhookChannel } from '../../../events/contract/channel.ts';
import { channelOf } from '../../../events/contract/endpoint.ts';
import { type Destinations, isGone } from '../../../events/contract/routing.ts';
import type { EventBodies } from '../../../events/log/bodies.ts';
import type { DeliveryLog, LoggedDelivery } from '../../../events/log/deliveries.ts';
import { eventAt } from '../../../events/log/event-search.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { needs } from '../../../instances/scopes.ts';
import { notFound } from '../../../shared/errors.ts';
import { instanceFailures } from '../operation.ts';
import { deliveryParams, mayReadDelivery, readDeliveryId } from './one.ts';

interface RequestDeps {
  readonly db: Database;
  readonly log: Pick<DeliveryLog, 'get'>;
  readonly bodies: Pick<EventBodies, 'with'>;
  readonly destinations: Pick<Destinations, 'target'>;
  readonly webhook: Pick<WebhookChannel, 'preview'>;
}

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const DeliveryRequest = NamedObject('DeliveryRequest', {
  url: orNull('Where it goes, or a queue or subject; credentials and query values are masked'),
  headers: Type.Record(Type.String(), Type.String(), {
    description:
      'With a time and signatures of this moment: each attempt has its own. Values that were set are masked. None for a broker',
  }),
  body: orNull('As it is sent, without the bytes of files; null: the event is not stored any more'),
  reason: orNull('Why nothing would be sent now'),
});

export const deliveryRequestRoute = (deps: RequestDeps) =>
  new Elysia({ name: 'delivery-request' }).get(
    '/delivery/request/:deliveryId',
    async ({ request, params }) => {
      const row = await deps.log.get(readDeliveryId(params));
      if (row === null || !mayReadDelivery({ request }, row)) throw notFound('delivery');
      return requestOf(deps, row);
    },
    {
      params: deliveryParams,
      response: { 200: DeliveryRequest, ...instanceFailures },
      detail: {
        tags: ['Deliveries'],
        security: needs('read'),
        summary: 'The request that an attempt of a delivery makes',
        description:
          'Made from the stored event and the settings of now, as the next attempt would make it; attempts themselves are recorded by their outcome.',
      },
    },
  );

/** Null fields say that there is nothing to show, `reason` why. */
async function requestOf({ db, bodies, destinations, webhook }: RequestDeps, row: LoggedDelivery) {
  const { streamId, sequence, endpoint, eventId, type } = row;
  const event = await eventAt(db, streamId, sequence);
  if (event === null)
    return { url: row.target, headers: {}, body: null, reason: 'the event is not stored any more' };
  const body = await bodies.with(event, false);
  const target = destinations.target(streamId, endpoint);
  if (isGone(target)) return { url: null, headers: {}, body, reason: target.gone };
  if (channelOf(endpoint) !== 'webhook')
    return { url: row.target, headers: {}, body, reason: null };
  const attempt = row.attemptCount + 1;
  const made = webhook.preview({ eventId, type, attempt, body }, target);
  if (typeof made === 'string') return { url: target.shown, headers: {}, body, reason: made };
  return { ...made, reason: null };
}
