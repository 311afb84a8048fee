/** GET /api/v1/webhooks/:id/health, and the events that tell an account's other webhooks of the health of one. */
import { Type } from '@sinclair/typebox';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import type { Announcement } from '../../../core/events/deliver/health.ts';
import { readHealth } from '../../../core/events/log/health.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { maskUrl } from '../../../core/shared/mask-url.ts';
import { healthFields, healthView } from '../../../core/webhooks/health-news.ts';
import type { CrmEventType, WriteChange } from '../events.ts';
import { Id, nullable } from '../fields.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';

const WebhookHealth = NamedObject('WebhookHealth', healthFields);

/** A webhook as events about its health describe it. */
export const FailingWebhook = NamedObject('FailingWebhook', {
  id: describe('Id of the webhook', Id),
  name: Type.String({ description: 'Name of the webhook, such as `app`' }),
  url: Type.String({ description: 'URL that its events are posted to, with query values masked' }),
  health: describe(
    'Health of the webhook after the change; null before it',
    nullable(WebhookHealth),
  ),
});

export const getHealth = operation('GET /api/v1/webhooks/:id/health', {
  permission: 'webhooks.read',
  summary: 'Get the health of a webhook',
  description:
    'Returns whether the webhook accepts deliveries. A webhook that was disabled for its failures keeps its events waiting; `enabled: true` in a change of it sends them.',
  // It has no ETag, since every attempt may change it.
  isVersioned: false,
  answer: WebhookHealth,
  message: 'Health retrieved successfully',
  /** Throws 404. */
  async run({ db }, access, { params }) {
    const { id } = await recordOf(db, webhookKind, access, params.id);
    const found = await readHealth(db, access.accountId);
    return healthView(found.get(accountWebhook(id)));
  },
});

const TYPES: Readonly<Record<Announcement['news'], CrmEventType>> = {
  failing: 'webhook.failing',
  disabled: 'webhook.disabled',
  recovered: 'webhook.recovered',
};

/** Publishes an announcement once. Rejects with a DatabaseError. */
export async function announceHealth(
  { db }: Pick<CrmParts, 'db'>,
  write: WriteChange,
  { streamId: accountId, endpoint, news, health, statement }: Announcement,
): Promise<void> {
  const id = endpoint.slice(endpoint.indexOf(':') + 1);
  const row = await webhookKind.find(db, accountId, id);
  if (row === null) return void (await write(accountId, [statement], []));
  const webhook = { id, name: row.name, url: maskUrl(row.url) };
  const event = {
    type: TYPES[news],
    order: id,
    previous: { ...webhook, health: null },
    current: { ...webhook, health: healthView(health) },
    exceptEndpoint: endpoint,
  };
  await write(accountId, [statement], [event]);
}
