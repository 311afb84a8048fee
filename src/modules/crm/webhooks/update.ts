/** PATCH /api/v1/webhooks/:id */
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import { uncheckedBody } from '../../../core/http/read-fields.ts';
import { sendsAgain } from '../../../core/webhooks/endpoint.ts';
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { commitChange } from './changes.ts';
import { webhookColumns, webhookIn } from './fields.ts';
import {
  NOTHING_STORED,
  readWebhook,
  toWebhook,
  Webhook,
  WebhookChange,
  webhookKind,
} from './model.ts';

/** Here as elsewhere in the zone, a body that no record could take is refused before an unknown record is. */
const ANY_WEBHOOK = { ...NOTHING_STORED, url: 'https://webhook.invalid/' };

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
    const find: typeof webhookKind.find = async (...asked) => {
      const row = await webhookKind.find(...asked);
      if (row === null) readWebhook(WebhookChange, body, { guard, stored: ANY_WEBHOOK });
      return row;
    };
    const asked = { kind: { ...webhookKind, find }, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const stored = { id: before.id, ...webhookIn(vault, before) };
      const fields = readWebhook(WebhookChange, body, { guard, stored });
      const change = { ...webhookColumns(vault, before.id, fields), updatedAt };
      const after = await commitChange(parts, access, before, change, 'update');
      if (sendsAgain(before, fields))
        await parts.engine().enable(access.accountId, accountWebhook(after.id));
      return toWebhook(after, access);
    });
  },
});
