/** GET /api/v1/webhooks */
import { webhooks } from '../../db/schema/crm.ts';
import { pageOperation } from '../operation.ts';
import { pageOfRecords } from '../records.ts';
import { toWebhook, Webhook } from './model.ts';

export const listWebhooks = pageOperation('GET /api/v1/webhooks', {
  permission: 'webhooks.read',
  summary: 'The webhooks of the account',
  answer: Webhook,
  message: 'Webhooks retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const { rows, total } = await pageOfRecords(db, webhooks, accountId, page);
    return { data: rows.map(toWebhook), total };
  },
});
