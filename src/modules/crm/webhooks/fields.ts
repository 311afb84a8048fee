/** The fields of endpoints whose owner is an account: those of both owners, and its own; and the rows that have them. */
import { Type } from '@sinclair/typebox';
import { webhooks } from '../../../core/db/schema/crm.ts';
import { errorOf, fieldError, oneOf, parsedBy } from '../../../core/http/read-fields.ts';
import type { Vault } from '../../../core/shared/crypto.ts';
import { changedColumns, valuesIn } from '../../../core/webhooks/endpoint-rows.ts';
import type { EndpointFields, ValuesOf } from '../../../core/webhooks/fields/field.ts';
import { retryField, SHARED_FIELDS } from '../../../core/webhooks/fields/table.ts';
import type { WebhookSecrets } from '../../../core/webhooks/secrets.ts';
import { checkEventNames, EVENT_NAMES_MAX } from '../../../core/webhooks/subscription.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { Words } from '../fields.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/** Selects every event type, including future ones. */
export const ALL = 'ALL';
const EVENT_NAMES: readonly string[] = [ALL, ...CRM_EVENT_TYPES];

/** evolution-go is excluded, since its bodies carry the key of an instance. */
export const FORMATS = ['gatehouse', 'evolution-api'] as const;

/** Returns each name once; an empty list means all of them. */
function readEvents(value: unknown) {
  const checked = checkEventNames(value, {
    parse: (names) => {
      const unknown = names.filter((name) => !EVENT_NAMES.includes(name));
      if (unknown.length > 0) return { unknown };
      return { subscription: names.includes(ALL) ? [] : [...new Set(names)] };
    },
    known: EVENT_NAMES,
  });
  return 'subscription' in checked ? checked.subscription : errorOf(checked.problem);
}

export const ACCOUNT_FIELDS = {
  ...SHARED_FIELDS,
  retry: retryField('delays_ms'),
  events: {
    request: parsedBy<readonly string[]>(
      Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
        maxItems: EVENT_NAMES_MAX,
        description: 'Names of the events to send; absent or empty means `ALL`, every event',
      }),
      readEvents,
    ),
    answer: Type.Array(Type.String()),
    show: (events: readonly string[]) => (events.length === 0 ? [ALL] : [...events]),
    column: 'json',
    initial: [],
  },
  format: {
    request: parsedBy<(typeof FORMATS)[number]>(
      { ...Words(...FORMATS), description: 'Format of the bodies; default `gatehouse`' },
      (value) =>
        value === 'evolution-go'
          ? fieldError('format_needs_key', { formats: FORMATS.join(', ') })
          : oneOf(FORMATS)(value),
    ),
    answer: Words(...FORMATS),
    column: 'plain',
    initial: 'gatehouse',
  },
} as const satisfies EndpointFields;

export type AccountValues = ValuesOf<typeof ACCOUNT_FIELDS>;

const placeOfRow = (vault: Vault, id: string) => ({ vault, table: webhooks, key: [id] });

/** Throws when the row was sealed with another key, or for another row. */
export const webhookIn = (vault: Vault, row: WebhookRow): AccountValues & WebhookSecrets =>
  valuesIn(placeOfRow(vault, row.id), ACCOUNT_FIELDS, row);

/** Returns only the columns that a change names. Secrets change together. */
export const webhookColumns = (
  vault: Vault,
  id: string,
  change: Partial<AccountValues & WebhookSecrets>,
): Partial<WebhookRow> => ({
  // The cast: each field has a column of its name.
  ...(changedColumns(placeOfRow(vault, id), ACCOUNT_FIELDS, {
    ...change,
  }) as Partial<WebhookRow>),
  ...(change.headers && { headerNames: JSON.stringify(Object.keys(change.headers)) }),
});
