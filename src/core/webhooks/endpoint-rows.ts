/** Turns endpoints into rows of the tables of either owner and back, with what is secret sealed. */
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { endpoints } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { DEFAULT_ENDPOINT } from '../events/contract/endpoint.ts';
import type { Vault } from '../shared/crypto.ts';
import type { EventSettings, InstanceEndpoint } from './event-settings.ts';
import type { EndpointField, EndpointFields, ValuesOf } from './fields/field.ts';
import { INSTANCE_FIELDS } from './fields/instance.ts';
import { openSecrets, type SecretColumns, sealSecrets, type WebhookSecrets } from './secrets.ts';

/** A row of a table with `webhookColumns`, which is named by its primary key. */
export interface EndpointPlace {
  readonly vault: Vault;
  readonly table: SecretColumns;
  readonly key: readonly string[];
}

type Columns = Readonly<Record<string, unknown>>;

const isSealed = ({ column }: EndpointField): boolean =>
  column === 'sealed' || column === 'sealed json';
const isJson = ({ column }: EndpointField): boolean =>
  column === 'json' || column === 'sealed json';
const columnOf = (name: string, field: EndpointField): string =>
  isSealed(field) ? `${name}Sealed` : name;

const sealedAt = ({ table, key }: EndpointPlace, column: string) =>
  // The cast: each sealed field has a column of this name.
  placeOf(Reflect.get(table, column) as SQLiteColumn, ...key);

/** Returns only the columns of the fields that a change names. Secrets change together. */
export function changedColumns(
  place: EndpointPlace,
  fields: EndpointFields,
  change: Columns & Partial<WebhookSecrets>,
): Columns {
  const { vault, table, key } = place;
  const { secret, formerSecrets = [] } = change;
  const columns: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = change[name];
    if (value === undefined) continue;
    const column = columnOf(name, field);
    const text = value !== null && isJson(field) ? JSON.stringify(value) : value;
    columns[column] =
      text !== null && isSealed(field) ? vault.seal(String(text), sealedAt(place, column)) : text;
  }
  return {
    ...columns,
    ...(secret !== undefined && sealSecrets(vault, table, key, { secret, formerSecrets })),
  };
}

/** Returns the values of fields whose columns are not sealed. Only `changedColumns` writes these columns. */
export const unsealedValues = <T extends EndpointFields>(fields: T, row: object): ValuesOf<T> =>
  // The cast: each value is as the reader of its field has made it.
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !isSealed(field))
      .map(([name, field]) => [name, valueIn(field, Reflect.get(row, name))]),
  ) as ValuesOf<T>;

/** Returns the value of a column that is not sealed, or was opened. */
const valueIn = (field: EndpointField, stored: unknown): unknown =>
  (isJson(field) && stored !== null ? JSON.parse(String(stored)) : stored) ?? field.initial;

/**
 * Returns the values of the fields and the secrets of a row. Throws when it was sealed with another key, or for another
 * row.
 */
export function valuesIn<T extends EndpointFields>(
  place: EndpointPlace,
  fields: T,
  row: Parameters<typeof openSecrets>[3],
): ValuesOf<T> & WebhookSecrets {
  const { vault, table, key } = place;
  const open = (name: string) => {
    const column = `${name}Sealed`;
    const stored: unknown = Reflect.get(row, column);
    return stored === null ? null : vault.open(String(stored), sealedAt(place, column));
  };
  const sealed = Object.entries(fields).filter(([, field]) => isSealed(field));
  return {
    ...unsealedValues(fields, row),
    ...Object.fromEntries(sealed.map(([name, field]) => [name, valueIn(field, open(name))])),
    ...openSecrets(vault, table, key, row),
  };
}

type EndpointRow = typeof endpoints.$inferSelect;
type EndpointKey = readonly [instanceId: string, id: string];

/** Returns only the columns that a change names. */
export function endpointChange(
  vault: Vault,
  key: EndpointKey,
  change: Partial<InstanceEndpoint>,
): Partial<EndpointRow> {
  const { isSet, instanceToken: token, updatedAt } = change;
  return {
    // The cast: each field has a column of its name.
    ...(changedColumns({ vault, table: endpoints, key }, INSTANCE_FIELDS, {
      ...change,
    }) as Partial<EndpointRow>),
    ...(isSet !== undefined && { isSet }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(token !== undefined && {
      instanceTokenSealed:
        token && vault.seal(token, placeOf(endpoints.instanceTokenSealed, ...key)),
    }),
  };
}

/** Returns the whole row of an endpoint, without channels. */
export const endpointRow = (vault: Vault, instanceId: string, endpoint: InstanceEndpoint) => {
  const { id, name, url, createdAt, updatedAt } = endpoint;
  const key: EndpointKey = [instanceId, id];
  return {
    ...endpointChange(vault, key, endpoint),
    ...sealSecrets(vault, endpoints, key, endpoint),
    instanceId,
    id,
    name,
    url,
    createdAt,
    updatedAt,
  };
};

/** Throws when the row was sealed with another key, or for another row. */
function endpointIn(vault: Vault, row: EndpointRow): InstanceEndpoint {
  const { instanceId, id, isSet, instanceTokenSealed: token, createdAt, updatedAt } = row;
  const key = [instanceId, id];
  try {
    return {
      id,
      isSet,
      createdAt,
      updatedAt,
      ...valuesIn({ vault, table: endpoints, key }, INSTANCE_FIELDS, row),
      instanceToken: token && vault.open(token, placeOf(endpoints.instanceTokenSealed, ...key)),
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
