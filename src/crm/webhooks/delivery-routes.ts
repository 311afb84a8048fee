/** The door of a webhook's deliveries. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { createDeliveries, refuseUnclear } from './deliveries.ts';
import {
  DeliveryPage,
  DeliveryQuery,
  DeliveryWithAttempts,
  Redelivering,
  Redelivery,
} from './delivery-model.ts';
import type { WebhookService } from './service.ts';

const tags = ['Webhooks'];
const params = Type.Object({ id: Uuid() });

export function deliveryRoutes(parts: CrmParts, webhooks: Pick<WebhookService, 'get'>) {
  const deliveries = createDeliveries(parts);
  return new Elysia()
    .get(
      '/api/v1/webhooks/:id/deliveries',
      async (context) => {
        const webhook = await webhooks.get(accessOf(context), context.params.id);
        const page = await deliveries.page(webhook, context.query);
        return ok(parts.clock.now(), page, 'Deliveries retrieved successfully');
      },
      parts.guard.operation('webhooks.read', {
        params,
        query: DeliveryQuery,
        response: { 200: SuccessEnvelope(DeliveryPage), ...refusals() },
        detail: {
          tags,
          summary: 'The deliveries of a webhook, oldest first',
          description: 'Read on with `after`, so that what is added meanwhile shifts nothing.',
        },
      }),
    )
    .get(
      '/api/v1/webhooks/:id/deliveries/:delivery_id',
      async (context) => {
        const { id, delivery_id } = context.params;
        const webhook = await webhooks.get(accessOf(context), id);
        const delivery = await deliveries.one(webhook, delivery_id);
        return ok(parts.clock.now(), delivery, 'Delivery retrieved successfully');
      },
      parts.guard.operation('webhooks.read', {
        params: Type.Object({ id: Uuid(), delivery_id: Uuid() }),
        response: { 200: SuccessEnvelope(DeliveryWithAttempts), ...refusals() },
        detail: { tags, summary: 'One delivery with its attempts' },
      }),
    )
    .post(
      '/api/v1/webhooks/:id/redeliver',
      (context) => {
        refuseUnclear(context.body);
        return answerPost(context, parts, 202, async () => {
          const webhook = await webhooks.get(accessOf(context), context.params.id);
          const redelivering = await deliveries.again(webhook, context.body);
          return ok(parts.clock.now(), { redelivering }, 'Deliveries are sent again');
        });
      },
      parts.guard.operation('webhooks.update', {
        params,
        body: Redelivery,
        response: {
          202: SuccessEnvelope(Redelivering),
          ...refusals(...BODY_FAILURES, 'CONFLICT'),
        },
        detail: {
          tags,
          summary: 'Send deliveries again',
          description: 'Same event ids; attempt numbers go on, with a new round of attempts.',
        },
      }),
    );
}
