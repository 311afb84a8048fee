/** Schemas of the webhook operations of the CRM. */
import { type Static, Type } from '@sinclair/typebox';
import { webhooks } from '../../db/schema/crm.ts';
import { EVENT_NAMES_MAX } from '../../webhooks/subscription.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { Body, HttpUrl, Id, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf } from '../records.ts';
import { eventsIn, type WebhookRow } from './registry.ts';

/** Stands for every event type, also for those that are yet to come. */
const ALL = 'ALL';

export const NewWebhook = Body({
  name: Text({ max: 255 }),
  url: HttpUrl('Without credentials; answers with 2xx within 30 s, or the event is sent again'),
  events: Type.Optional(
    Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
      maxItems: EVENT_NAMES_MAX,
      description: 'Absent or empty: ALL',
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
});
export const WebhookChange = Type.Partial(NewWebhook);

const shown = {
  id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  ...TIMES,
};
export const Webhook = Type.Object(shown);

/** The only answers that show the secret. */
export const WebhookWithSecret = Type.Object({
  ...shown,
  secret: Type.String({
    description: 'Signs every delivery as Standard Webhooks has it; shown here only',
  }),
});

export function toWebhook(row: WebhookRow): Static<typeof Webhook> {
  const events = eventsIn(row);
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: events.length === 0 ? [ALL] : events,
    enabled: row.enabled,
    ...timesOf(row),
  };
}

/** The column for event names as they were given: each once, and nothing for all of them. */
export const eventsColumn = (names: readonly string[]): string =>
  JSON.stringify(names.includes(ALL) ? [] : [...new Set(names)]);

export const webhookKind = kindOf(webhooks, {
  what: 'webhook',
  plural: 'webhooks',
  answer: Webhook,
  show: toWebhook,
});
