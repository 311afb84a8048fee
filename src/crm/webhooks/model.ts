/** Schemas of the webhook operations of the CRM. */
import { type Static, Type } from '@sinclair/typebox';
import { webhooks } from '../../db/schema/crm.ts';
import { NamedObject } from '../../http/named-object.ts';
import { EVENT_NAMES_MAX } from '../../webhooks/subscription.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { Body, HttpUrl, Id, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf } from '../records.ts';
import { eventsIn, type WebhookRow } from './registry.ts';

/** evolution-go is excluded, since its bodies carry the key of an instance. */
const FORMATS = ['gatehouse', 'evolution-api'] as const;

/** Selects every event type, including future ones. */
const ALL = 'ALL';

export const NewWebhook = Body({
  name: Text({ max: 255, description: 'What the webhook is for, such as `Dashboard`' }),
  url: HttpUrl(
    'http or https URL that events are posted to, without credentials in it; what it does not answer with 2xx within 30 seconds is sent again',
  ),
  events: Type.Optional(
    Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
      maxItems: EVENT_NAMES_MAX,
      description: 'Names of the events to send; absent or empty: `ALL`, which is every event',
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent; default true' })),
  format: Type.Optional(
    Type.Unsafe<(typeof FORMATS)[number]>(
      Type.Union(
        FORMATS.map((name) => Type.Literal(name)),
        {
          description: 'The form of the bodies that are sent, default `gatehouse`',
          failsWith:
            'must be one of: gatehouse, evolution-api (evolution-go is for instances: it carries the key of one)',
        },
      ),
    ),
  ),
  by_events: Type.Optional(
    Type.Boolean({
      description:
        'Whether the name of the event is put at the end of the path of the URL; only with the format `evolution-api`, default false',
    }),
  ),
});
export const WebhookChange = Type.Partial(NewWebhook);

const shown = {
  id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  format: Words(...FORMATS),
  by_events: Type.Boolean(),
  ...TIMES,
};
export const Webhook = NamedObject('Webhook', shown);

/** Only these answers show the secret. */
export const WebhookWithSecret = NamedObject('WebhookWithSecret', {
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
    format: row.format,
    by_events: row.byEvents,
    ...timesOf(row),
  };
}

/** Returns the column for the given event names: each once, and empty for all of them. */
export const eventsColumn = (names: readonly string[]): string =>
  JSON.stringify(names.includes(ALL) ? [] : [...new Set(names)]);

export const webhookKind = kindOf(webhooks, {
  what: 'webhook',
  plural: 'webhooks',
  answer: Webhook,
  show: toWebhook,
});
