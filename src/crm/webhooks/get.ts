/** GET /api/v1/webhooks/:id */
import { webhooks } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { ById } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { toWebhook, Webhook } from './model.ts';

export const getWebhook = operation({
  method: 'GET',
  path: '/api/v1/webhooks/:id',
  permission: 'webhooks.read',
  summary: 'One webhook',
  params: ById,
  answer: Webhook,
  message: 'Webhook retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toWebhook(found(await findRecord(db, webhooks, accountId, params.id), 'webhook'));
  },
});
