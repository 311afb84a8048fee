/** Schemas of the webhook operations of the CRM. */
import { type Static, Type } from '@sinclair/typebox';
import { webhooks } from '../../db/schema/crm.ts';
import type { RetryRule } from '../../events/contract/retry.ts';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import type { Vault } from '../../shared/crypto.ts';
import { MASK, maskUrl } from '../../shared/mask-url.ts';
import { webhookChange, webhookIn } from '../../webhooks/endpoint-rows.ts';
import { compileFilter, type Filter } from '../../webhooks/filter/filter.ts';
import { checkHeaders, STAYS_WITH_ORIGIN } from '../../webhooks/headers.ts';
import { ATTEMPTS_MAX, DELAY_MIN_MS, DELAYS_MAX, retryProblem } from '../../webhooks/retry.ts';
import { EVENT_NAMES_MAX } from '../../webhooks/subscription.ts';
import { compileTransform } from '../../webhooks/transform/transform.ts';
import { isSameOrigin } from '../../webhooks/url.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { unprocessable, unprocessableParts } from '../failures.ts';
import { Body, HttpUrl, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf, type Reader } from '../records.ts';
import { eventsIn, type WebhookRow } from './registry.ts';

/** evolution-go is excluded, since its bodies carry the key of an instance. */
export const FORMATS = ['gatehouse', 'evolution-api'] as const;

/** Selects every event type, including future ones. */
export const ALL = 'ALL';

/** Any fields: what they may be is checked when they are compiled. */
const JsonObject = () => Type.Object({}, { additionalProperties: true });
export const FilterField = nullable(JsonObject());
export const TransformField = nullable(JsonObject());

export const NewWebhook = Body({
  name: Text({ max: 255, description: 'Name of the webhook, such as `Dashboard`' }),
  url: HttpUrl(
    'http or https URL that events are posted to, without credentials in it, such as `https://example.com/hook`. A delivery that is not answered 2xx within 30 seconds is retried. The masked form of the stored URL keeps it unchanged',
  ),
  events: Type.Optional(
    Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
      maxItems: EVENT_NAMES_MAX,
      description: 'Names of the events to send; absent or empty means `ALL`, every event',
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent; default true' })),
  format: Type.Optional(
    Type.Unsafe<(typeof FORMATS)[number]>(
      Type.Union(
        FORMATS.map((name) => Type.Literal(name)),
        {
          description: 'Format of the bodies that are sent, default `gatehouse`',
          failsWith:
            'must be one of: gatehouse, evolution-api (evolution-go is for instances: it carries the key of one)',
        },
      ),
    ),
  ),
  by_events: Type.Optional(
    Type.Boolean({
      description:
        'Whether the event name is appended to the path of the URL; only with the format `evolution-api`, default false',
    }),
  ),
  description: Type.Optional(
    Text({
      min: 0,
      max: 1000,
      description: 'Purpose of the webhook, such as `Updates the dashboard`',
    }),
  ),
  retry: Type.Optional(
    nullable(
      Type.Object(
        {
          attempts: Type.Integer({
            minimum: 1,
            maximum: ATTEMPTS_MAX,
            description: `Number of attempts that a delivery gets, the first included: 1-${ATTEMPTS_MAX}`,
          }),
          delays_ms: Type.Array(Type.Integer({ minimum: DELAY_MIN_MS }), {
            minItems: 1,
            maxItems: DELAYS_MAX,
            description:
              'Milliseconds from the end of each failed attempt to the next; the last one repeats',
          }),
        },
        {
          additionalProperties: false,
          description:
            'Retry policy: how often and how soon a delivery is retried, all within 3 days; null uses the service default',
        },
      ),
    ),
  ),
  headers: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'At most 20 extra headers of its deliveries, which replace the previous ones. A masked value (********) keeps the stored value of that header, while scheme, host and port of `url` stay the same',
      },
    ),
  ),
  filter: Type.Optional(
    described(
      'Filter on the bodies that selects which events are sent, as described in /docs/filters.md; null sends all of them',
      FilterField,
    ),
  ),
  transform: Type.Optional(
    described(
      'Change to the bodies before they are signed, as described in /docs/filters.md; null leaves them unchanged',
      TransformField,
    ),
  ),
  ordering: Type.Optional(
    described(
      '`chat` (default): the first attempts of a pipeline or inbox follow each other in its order. `none`: they do not wait for each other',
      Words('chat', 'none'),
    ),
  ),
  auto_disable: Type.Optional(
    Type.Boolean({
      description:
        'Whether the webhook is disabled automatically when it answers 410 or has failed for long; default true',
    }),
  ),
});
export const WebhookChange = Type.Partial(NewWebhook);

const shown = {
  id: Id,
  name: Type.String(),
  url: Type.String({
    description:
      'URL that events are posted to; query values are masked without the permission `webhooks.update`',
  }),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  format: Words(...FORMATS),
  by_events: Type.Boolean(),
  description: Type.String(),
  retry: nullable(Type.Object({ attempts: Type.Integer(), delays_ms: Type.Array(Type.Integer()) })),
  headers: Type.Record(Type.String(), Type.String()),
  filter: FilterField,
  transform: TransformField,
  ordering: Words('chat', 'none'),
  auto_disable: Type.Boolean(),
  ...TIMES,
};
export const Webhook = NamedObject('Webhook', shown);

/** Only these answers show the secret. */
export const WebhookWithSecret = NamedObject('WebhookWithSecret', {
  ...shown,
  secret: Type.String({
    description: 'Secret that signs every delivery as Standard Webhooks defines; shown only here',
  }),
});

/** The URL may hold a token, so only whoever may change a webhook sees it whole. */
export function toWebhook(row: WebhookRow, reader?: Reader): Static<typeof Webhook> {
  const events = eventsIn(row);
  return {
    id: row.id,
    name: row.name,
    url: reader?.permissions.includes('webhooks.update') ? row.url : maskUrl(row.url),
    events: events.length === 0 ? [ALL] : events,
    enabled: row.enabled,
    format: row.format,
    by_events: row.byEvents,
    description: row.description,
    retry: retryIn(row),
    // Only `headerColumns` writes it.
    headers: Object.fromEntries(
      (JSON.parse(row.headerNames) as string[]).map((name) => [name, MASK]),
    ),
    // Only `filterColumn` writes it.
    filter: row.filter === null ? null : (JSON.parse(row.filter) as Filter),
    // As above.
    transform: row.transform === null ? null : (JSON.parse(row.transform) as object),
    ordering: row.ordering,
    auto_disable: row.autoDisable,
    ...timesOf(row),
  };
}

function retryIn({ retry }: Pick<WebhookRow, 'retry'>): Static<typeof Webhook>['retry'] {
  if (retry === null) return null;
  // Only `retryColumn` writes it.
  const { attempts, delaysMs } = JSON.parse(retry) as RetryRule;
  return { attempts, delays_ms: [...delaysMs] };
}

/** Returns the column for the given retries. Throws 422 when they take too long. */
export function retryColumn(asked: Static<typeof NewWebhook>['retry']): string | null {
  if (asked === undefined || asked === null) return null;
  const rule: RetryRule = { attempts: asked.attempts, delaysMs: asked.delays_ms };
  const problem = retryProblem(rule);
  if (problem !== null) throw unprocessable('retry', problem);
  return JSON.stringify(rule);
}

/** Throws 422 when a filter cannot be compiled. */
export function requireFilter(given: object): void {
  const compiled = compileFilter(given);
  if ('problems' in compiled) throw unprocessableParts(compiled.problems);
}

/** Throws 422 when a transform cannot be compiled. */
export function requireTransform(given: object): void {
  const compiled = compileTransform(given);
  if ('problems' in compiled) throw unprocessableParts(compiled.problems);
}

/** Returns the column for the given filter. Throws as `requireFilter` does. */
export function filterColumn(asked: object | null | undefined): string | null {
  if (asked === undefined || asked === null) return null;
  requireFilter(asked);
  return JSON.stringify(asked);
}

/** Returns the column for the given transform. Throws as `requireTransform` does. */
export function transformColumn(asked: object | null | undefined): string | null {
  if (asked === undefined || asked === null) return null;
  requireTransform(asked);
  return JSON.stringify(asked);
}

interface HeaderPlace {
  readonly vault: Vault;
  readonly id: string;
  readonly url: string;
  /** The webhook before the change. */
  readonly before?: WebhookRow;
}

/** Returns the columns for the given headers: none when they stay. Throws 422 when one may not be set. */
export function headerColumns(
  asked: Static<typeof NewWebhook>['headers'],
  { vault, id, url, before }: HeaderPlace,
): Pick<WebhookRow, 'headersSealed' | 'headerNames'> | undefined {
  const stored = before ? webhookIn(vault, webhooks, [id], before).headers : {};
  const isElsewhere = before !== undefined && !isSameOrigin(url, before.url);
  if (asked === undefined) {
    if (isElsewhere && Object.keys(stored).length > 0)
      throw unprocessable('headers', STAYS_WITH_ORIGIN);
    return undefined;
  }
  const checked = checkHeaders(asked, { headers: stored, isElsewhere });
  if ('problems' in checked) throw unprocessableParts(checked.problems.map(partsOf));
  const { headersSealed = null } = webhookChange(vault, webhooks, [id], checked);
  return { headersSealed, headerNames: JSON.stringify(Object.keys(checked.headers)) };
}

/** Splits `headers.host must not be set` into what is wrong and why. */
function partsOf(text: string) {
  const at = text.indexOf(' must');
  return { path: text.slice(0, at), problem: text.slice(at + 1) };
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
