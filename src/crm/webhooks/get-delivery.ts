/** GET /api/v1/webhooks/:id/deliveries/:delivery_id */
import { Type } from '@sinclair/typebox';
import { webhooks } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { Uuid } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { createDeliveries } from './deliveries.ts';
import { DeliveryWithAttempts } from './delivery-model.ts';

export const getDelivery = operation({
  method: 'GET',
  path: '/api/v1/webhooks/:id/deliveries/:delivery_id',
  permission: 'webhooks.read',
  summary: 'One delivery with its attempts',
  params: Type.Object({ id: Uuid(), delivery_id: Uuid() }),
  // It changes by itself, with every attempt.
  isVersioned: false,
  answer: DeliveryWithAttempts,
  message: 'Delivery retrieved successfully',
  async run(parts, { accountId }, { params }) {
    const webhook = found(await findRecord(parts.db, webhooks, accountId, params.id), 'webhook');
    return createDeliveries(parts).one(webhook, params.delivery_id);
  },
});
