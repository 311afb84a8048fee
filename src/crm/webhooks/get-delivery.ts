/** GET /api/v1/webhooks/:id/deliveries/:delivery_id */
import { accountWebhook } from '../../events/contract/endpoint.ts';
import { deliveryWithAttempts } from '../../webhooks/deliveries.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { DeliveryWithAttempts, toAttempt, toDelivery } from './delivery-model.ts';
import { webhookKind } from './model.ts';

export const getDelivery = operation('GET /api/v1/webhooks/:id/deliveries/:delivery_id', {
  permission: 'webhooks.read',
  summary: 'One delivery with its attempts',
  // It changes by itself, with every attempt.
  isVersioned: false,
  answer: DeliveryWithAttempts,
  message: 'Delivery retrieved successfully',
  /** 404 also for what went elsewhere. */
  async run({ db, deliveries }, { accountId }, { params }) {
    const { id } = await recordOf(db, webhookKind, { accountId }, params.id);
    const shown = await deliveryWithAttempts(
      deliveries,
      params.delivery_id,
      (row) => row.streamId === accountId && row.endpoint === accountWebhook(id),
    );
    const { attempts, ...delivery } = found(shown, 'delivery');
    return { ...toDelivery(delivery), attempts: attempts.map(toAttempt) };
  },
});
