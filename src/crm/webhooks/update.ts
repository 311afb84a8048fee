/** PATCH /api/v1/webhooks/:id */
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { checkedUrl, commitChange } from './changes.ts';
import { eventsColumn, toWebhook, Webhook, WebhookChange, webhookKind } from './model.ts';

export const updateWebhook = operation('PATCH /api/v1/webhooks/:id', {
  permission: 'webhooks.update',
  summary: 'Change a webhook',
  description:
    'What waits for it goes to the new URL, or is discarded when it is disabled; nothing goes to the old URL after the answer.',
  example: { body: { enabled: false } },
  body: WebhookChange,
  answer: Webhook,
  message: 'Webhook updated successfully',
  /** Throws 422 when the URL may not be called, 404 and 412. */
  async run(parts, access, { request, params, body }) {
    const { url, events, by_events: byEvents, ...plain } = body;
    const fields = {
      ...plain,
      ...(url !== undefined && { url: checkedUrl(url, parts.webhookGuard) }),
      ...(byEvents !== undefined && { byEvents }),
      ...(events !== undefined && { events: eventsColumn(events) }),
    };
    const asked = { kind: webhookKind, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const change = { ...fields, updatedAt };
      return toWebhook(await commitChange(parts, access, before, change, 'update'));
    });
  },
});
