/** Turns webhooks into rows of the tables of either zone and back, with what is secret sealed. */
import { endpoints } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { DEFAULT_ENDPOINT } from '../events/contract/endpoint.ts';
import type { RetryRule } from '../events/contract/retry.ts';
import type { Vault } from '../shared/crypto.ts';
import type { BodySettings } from './bodies.ts';
import type { InstanceEndpoint, WebhookSettings } from './endpoint.ts';
import type { EventSettings } from './event-settings.ts';
import type { Filter } from './filter/filter.ts';
import {
  openSecrets,
  type SealedSecrets,
  type SecretColumns,
  sealSecrets,
  type WebhookSecrets,
} from './secrets.ts';
import type { Transform } from './transform/transform.ts';

/** A table with `webhookColumns`. */
interface WebhookTable extends SecretColumns {
  readonly headersSealed: Parameters<typeof placeOf>[0];
}

/** The sealed columns and those in JSON. */
interface StoredWebhook extends SealedSecrets {
  readonly headersSealed: string | null;
  readonly retry: string | null;
  readonly filter: string | null;
  readonly transform: string | null;
}

type Stored = Pick<WebhookSettings, 'headers' | 'retry'> &
  Pick<BodySettings, 'filter' | 'transform'> &
  WebhookSecrets;

/** Returns only the columns that a change names. Secrets change together. `key` is the primary key of the row. */
export function webhookChange(
  vault: Vault,
  table: WebhookTable,
  key: readonly string[],
  change: Partial<Stored>,
): Partial<StoredWebhook> {
  const { headers, retry, filter, transform, secret, formerSecrets = [] } = change;
  const place = placeOf(table.headersSealed, ...key);
  return {
    ...(headers && { headersSealed: vault.seal(JSON.stringify(headers), place) }),
    ...(retry !== undefined && { retry: retry && JSON.stringify(retry) }),
    ...(filter !== undefined && { filter: filter && JSON.stringify(filter) }),
    ...(transform !== undefined && { transform: transform && JSON.stringify(transform) }),
    ...(secret !== undefined && sealSecrets(vault, table, key, { secret, formerSecrets })),
  };
}

/** Returns all these columns of a new row. */
export const webhookRow = (
  vault: Vault,
  table: WebhookTable,
  key: readonly string[],
  stored: Stored,
): StoredWebhook => ({
  headersSealed: null,
  retry: null,
  filter: null,
  transform: null,
  ...webhookChange(vault, table, key, stored),
  ...sealSecrets(vault, table, key, stored),
});

/** Throws when the row was sealed with another key, or for another row. Only `webhookChange` writes these columns. */
export const webhookIn = (
  vault: Vault,
  table: WebhookTable,
  key: readonly string[],
  row: StoredWebhook,
): Stored => ({
  headers:
    row.headersSealed === null
      ? {}
      : (JSON.parse(
          vault.open(row.headersSealed, placeOf(table.headersSealed, ...key)),
        ) as WebhookSettings['headers']),
  retry: row.retry === null ? null : (JSON.parse(row.retry) as RetryRule),
  filter: row.filter === null ? null : (JSON.parse(row.filter) as Filter),
  transform: row.transform === null ? null : (JSON.parse(row.transform) as Transform),
  ...openSecrets(vault, table, key, row),
});

type EndpointRow = typeof endpoints.$inferSelect;

/** Returns only the columns that a change names. */
export function endpointChange(
  vault: Vault,
  [instanceId, id]: EndpointKey,
  change: Partial<InstanceEndpoint>,
): Partial<EndpointRow> {
  const { headers, retry, filter, transform, secret, formerSecrets, ...others } = change;
  const { events, instanceToken, verifyToken, ...plain } = others;
  const sealed = (column: Parameters<typeof placeOf>[0], text: string | null) =>
    text && vault.seal(text, placeOf(column, instanceId, id));
  return {
    ...plain,
    ...webhookChange(vault, endpoints, [instanceId, id], change),
    ...(events && { events: JSON.stringify(events) }),
    ...(instanceToken !== undefined && {
      instanceTokenSealed: sealed(endpoints.instanceTokenSealed, instanceToken),
    }),
    ...(verifyToken !== undefined && {
      verifyTokenSealed: sealed(endpoints.verifyTokenSealed, verifyToken),
    }),
  };
}

type EndpointKey = readonly [instanceId: string, id: string];

/** Returns the whole row of an endpoint, without channels. */
export const endpointRow = (vault: Vault, instanceId: string, endpoint: InstanceEndpoint) => {
  const { id, name, url, createdAt, updatedAt } = endpoint;
  const key: EndpointKey = [instanceId, id];
  return {
    ...endpointChange(vault, key, endpoint),
    ...webhookRow(vault, endpoints, key, endpoint),
    ...{ instanceId, id, name, url, createdAt, updatedAt },
  };
};

/** Throws when the row was sealed with another key, or for another row. */
function endpointIn(vault: Vault, row: EndpointRow): InstanceEndpoint {
  const { instanceId, brokers, websocketEnabled, instanceTokenSealed: token, ...columns } = row;
  const { verifyTokenSealed: verify, headersSealed, secretSealed, ...others } = columns;
  const { formerSecretsSealed, ...plain } = others;
  const key = [instanceId, row.id];
  try {
    return {
      ...plain,
      ...webhookIn(vault, endpoints, key, row),
      instanceToken: token && vault.open(token, placeOf(endpoints.instanceTokenSealed, ...key)),
      verifyToken: verify && vault.open(verify, placeOf(endpoints.verifyTokenSealed, ...key)),
      events: JSON.parse(row.events) as string[],
    };
  } catch (cause) {
    throw new Error(
      `the event settings of instance ${instanceId} cannot be opened: were they sealed with another ENCRYPTION_KEY?`,
      { cause },
    );
  }
}

/** Returns the columns of the row `default` that say what else gets the events of its list. */
export const channelColumns = ({ brokers, websocketEnabled }: EventSettings) => ({
  brokers: JSON.stringify(brokers),
  websocketEnabled,
});

/** Returns null without a row of `default`, which is written first and deleted last. */
export function settingsIn(rows: readonly EndpointRow[], vault: Vault): EventSettings | null {
  const first = rows.find(({ id }) => id === DEFAULT_ENDPOINT);
  if (first === undefined) return null;
  const others = rows
    .filter(({ id }) => id !== DEFAULT_ENDPOINT)
    .map((row) => endpointIn(vault, row));
  // Ids sort by time.
  others.sort((one, other) => (one.id < other.id ? -1 : 1));
  return {
    webhook: endpointIn(vault, first),
    others: new Map(others.map((endpoint) => [endpoint.id, endpoint])),
    // Only `channelColumns` writes it.
    brokers: JSON.parse(first.brokers) as EventSettings['brokers'],
    websocketEnabled: first.websocketEnabled,
  };
}
