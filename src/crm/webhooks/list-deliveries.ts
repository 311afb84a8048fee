/** GET /api/v1/webhooks/:id/deliveries */
import { accountWebhook } from '../../events/contract/endpoint.ts';
import type { DeliveryState } from '../../events/log/deliveries.ts';
import { pageOfDeliveries } from '../../webhooks/deliveries.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { DeliveryPage, DeliveryQuery, toDelivery } from './delivery-model.ts';
import { webhookKind } from './model.ts';

const LIMIT_DEFAULT = 100;

export const listDeliveries = operation('GET /api/v1/webhooks/:id/deliveries', {
  permission: 'webhooks.read',
  summary: 'The deliveries of a webhook, oldest first',
  description: 'Read on with `after`, so that what is added meanwhile shifts nothing.',
  query: DeliveryQuery,
  answer: DeliveryPage,
  message: 'Deliveries retrieved successfully',
  async run({ db, deliveries }, access, { params, query }) {
    const { id } = await recordOf(db, webhookKind, access, params.id);
    const page = await pageOfDeliveries(deliveries, access.accountId, {
      // The cast: the query's schema has checked it.
      state: (query.state as DeliveryState | undefined) ?? null,
      after: query.after ?? '',
      limit: Number(query.limit ?? LIMIT_DEFAULT),
      endpoint: accountWebhook(id),
    });
    return { ...page, deliveries: page.deliveries.map(toDelivery) };
  },
});
