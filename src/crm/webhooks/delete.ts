/** DELETE /api/v1/webhooks/:id */
import { webhooks } from '../../db/schema/crm.ts';
import { deleted } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import { Deleted } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { commitWebhook } from './changes.ts';
import { toWebhook } from './model.ts';

export const deleteWebhook = operation('DELETE /api/v1/webhooks/:id', {
  permission: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'What waits for it is discarded.',
  answer: Deleted,
  message: 'Webhook deleted successfully',
  /** 404, 412. */
  run(parts, access, { request, params: { id } }) {
    const { accountId } = access;
    return changeRecord(parts, request, {
      what: 'webhook',
      find: () => findRecord(parts.db, webhooks, accountId, id),
      async write(before) {
        const write = parts.db.orm.delete(webhooks).where(version(webhooks, before));
        const step = { write, audit: deleted('webhooks', toWebhook(before)) };
        const inMemory = () => parts.webhooks.remove(accountId, id);
        await commitWebhook(parts, access, id, step, inMemory);
        return { id };
      },
    });
  },
});
