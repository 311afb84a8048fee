/** DELETE /api/v1/webhooks/:id */
import { Deleted, operation } from '../operation.ts';
import { changeOne, deleteStep } from '../records.ts';
import { commitWebhook } from './changes.ts';
import { webhookKind } from './model.ts';

export const deleteWebhook = operation('DELETE /api/v1/webhooks/:id', {
  permission: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and discards its waiting deliveries.',
  answer: Deleted,
  message: 'Webhook deleted successfully',
  /** Throws 404 and 412. */
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: webhookKind, request, id }, async (before) => {
      const step = deleteStep(parts.db, webhookKind, before);
      const inMemory = () => parts.webhooks.remove(access.accountId, id);
      await commitWebhook(parts, access, id, step, inMemory);
      return { id };
    }),
});
