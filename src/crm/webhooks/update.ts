/** PATCH /api/v1/webhooks/:id */
import { accountWebhook } from '../../events/contract/endpoint.ts';
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { checkedUrl, commitChange } from './changes.ts';
import {
  eventsColumn,
  filterColumn,
  headerColumns,
  retryColumn,
  toWebhook,
  transformColumn,
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
  body: WebhookChange,
  answer: Webhook,
  message: 'Webhook updated successfully',
  /** Throws 422 when the URL may not be called, 404 and 412. */
  async run(parts, access, { request, params, body }) {
    const { url, events, retry, filter, transform, headers, ...others } = body;
    const { by_events: byEvents, auto_disable: autoDisable, ...plain } = others;
    const fields = {
      ...plain,
      ...(byEvents !== undefined && { byEvents }),
      ...(autoDisable !== undefined && { autoDisable }),
      ...(retry !== undefined && { retry: retryColumn(retry) }),
      ...(filter !== undefined && { filter: filterColumn(filter) }),
      ...(transform !== undefined && { transform: transformColumn(transform) }),
      ...(events !== undefined && { events: eventsColumn(events) }),
    };
    const asked = { kind: webhookKind, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const address =
        url === undefined ? before.url : checkedUrl(url, parts.webhookGuard, before.url);
      const change = {
        ...fields,
        url: address,
        ...headerColumns(headers, {
          ...{ vault: parts.vault, id: before.id, before },
          url: address,
        }),
        updatedAt,
      };
      const after = await commitChange(parts, access, before, change, 'update');
      // Another receiver has not failed yet, and who asks for events wants them.
      if (body.enabled === true || after.url !== before.url)
        await parts.engine().enable(access.accountId, accountWebhook(after.id));
      return toWebhook(after, access);
    });
  },
});
