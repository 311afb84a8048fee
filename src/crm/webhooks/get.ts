/** GET /api/v1/webhooks/:id */
import { webhooks } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { toWebhook, Webhook } from './model.ts';

export const getWebhook = operation('GET /api/v1/webhooks/:id', {
  permission: 'webhooks.read',
  summary: 'One webhook',
  answer: Webhook,
  message: 'Webhook retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toWebhook(found(await findRecord(db, webhooks, accountId, params.id), 'webhook'));
  },
});
