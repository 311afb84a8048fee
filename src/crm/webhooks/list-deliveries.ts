/** GET /api/v1/webhooks/:id/deliveries */
import { webhooks } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { ById } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { createDeliveries } from './deliveries.ts';
import { DeliveryPage, DeliveryQuery } from './delivery-model.ts';

export const listDeliveries = operation({
  method: 'GET',
  path: '/api/v1/webhooks/:id/deliveries',
  permission: 'webhooks.read',
  summary: 'The deliveries of a webhook, oldest first',
  description: 'Read on with `after`, so that what is added meanwhile shifts nothing.',
  params: ById,
  query: DeliveryQuery,
  answer: DeliveryPage,
  message: 'Deliveries retrieved successfully',
  async run(parts, { accountId }, { params, query }) {
    const webhook = found(await findRecord(parts.db, webhooks, accountId, params.id), 'webhook');
    return createDeliveries(parts).page(webhook, query);
  },
});
