/** POST /api/v1/webhooks */
import { webhooks } from '../../db/schema/crm.ts';
import { failure } from '../../shared/errors.ts';
import { webhookRow } from '../../webhooks/endpoint-rows.ts';
import { firstSecrets } from '../../webhooks/secrets.ts';
import { totalOf } from '../list.ts';
import { operation } from '../operation.ts';
import { insertStep, newRecord } from '../records.ts';
import { checkedUrl, commitWebhook } from './changes.ts';
import {
  eventsColumn,
  filterColumn,
  headerColumns,
  NewWebhook,
  retryColumn,
  toWebhook,
  transformColumn,
  WebhookWithSecret,
  webhookKind,
} from './model.ts';
import type { WebhookRow } from './registry.ts';

/** Each event costs a row per webhook that wants it. */
const WEBHOOKS_MAX = 100;

export const createWebhook = operation('POST /api/v1/webhooks', {
  permission: 'webhooks.create',
  summary: 'Create a webhook',
  description:
    'Creates a webhook for the events of the account. Events are posted as `{id, event, accountId, sequence, timestamp, data: {previous, current}}`, or in the shape that `format` names, signed, with up to five attempts.',
  example: { body: { name: 'app', url: 'https://shop.example.com/hook', events: ['ALL'] } },
  body: NewWebhook,
  answer: WebhookWithSecret,
  message: 'Webhook created successfully',
  /** Throws 422 when the URL may not be called, 409 when the account has too many. */
  async run(parts, access, { body }) {
    const { db, clock, vault, webhookGuard } = parts;
    const url = checkedUrl(body.url, webhookGuard);
    if ((await totalOf(db, access.accountId, 'webhooks')) >= WEBHOOKS_MAX)
      throw failure('too_many_webhooks', { max: WEBHOOKS_MAX });
    const secrets = firstSecrets();
    const made = newRecord(access, clock.now());
    const row: WebhookRow = {
      ...made,
      name: body.name,
      description: body.description ?? '',
      ordering: body.ordering ?? 'chat',
      autoDisable: body.auto_disable ?? true,
      url,
      events: eventsColumn(body.events ?? []),
      enabled: body.enabled ?? true,
      format: body.format ?? 'gatehouse',
      byEvents: body.by_events ?? false,
      ...webhookRow(vault, webhooks, [made.id], {
        ...{ headers: {}, retry: null, filter: null, transform: null, ...secrets },
      }),
      retry: retryColumn(body.retry),
      filter: filterColumn(body.filter),
      headerNames: '[]',
      ...headerColumns(body.headers, { vault, id: made.id, url }),
      transform: transformColumn(body.transform),
    };
    const answer = { ...toWebhook(row, access), secret: secrets.secret };
    const step = { ...insertStep(db, webhookKind, row), answer };
    await commitWebhook(parts, access, row.id, step, () => parts.webhooks.put(row));
    return answer;
  },
});
