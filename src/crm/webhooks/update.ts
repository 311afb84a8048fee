/** PATCH /api/v1/webhooks/:id */
import { accountWebhook } from '../../events/contract/endpoint.ts';
import { uncheckedBody } from '../../http/read-fields.ts';
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { commitChange } from './changes.ts';
import { webhookColumns, webhookIn } from './fields.ts';
import {
  readWebhook,
  refuseUnknownFields,
  toWebhook,
  Webhook,
  WebhookChange,
  webhookKind,
} from './model.ts';

export const updateWebhook = operation('PATCH /api/v1/webhooks/:id', {
  permission: 'webhooks.update',
  summary: 'Change a webhook',
  description:
    'Changes a webhook. Waiting deliveries go to the new URL, or are discarded if the webhook is disabled; nothing goes to the old URL after the answer. `enabled: true` also sends again to a webhook that was disabled for its failures.',
  example: { body: { enabled: false } },
  body: uncheckedBody(WebhookChange),
  answer: Webhook,
  message: 'Webhook updated successfully',
  /** Throws 422 for a body that cannot be a change, 404 and 412. */
  async run(parts, access, { request, params, body }) {
    const { vault, webhookGuard: guard } = parts;
    refuseUnknownFields(body);
    const asked = { kind: webhookKind, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const stored = { id: before.id, ...webhookIn(vault, before) };
      const given = readWebhook(WebhookChange, body, { guard, stored });
      const change = { ...webhookColumns(vault, before.id, given), updatedAt };
      const after = await commitChange(parts, access, before, change, 'update');
      // Another receiver has not failed yet, and who asks for events wants them.
      if (given.enabled === true || after.url !== before.url)
        await parts.engine().enable(access.accountId, accountWebhook(after.id));
      return toWebhook(after, access);
    });
  },
});
