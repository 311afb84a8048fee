/** Every column with sealed texts, and the place for which each text is sealed. */
import { getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Place } from '../shared/crypto.ts';
import { mcpServers, webhooks } from './schema/crm.ts';
import {
  endpoints,
  idempotencyKeys,
  instanceKeyCopies,
  instanceProxies,
} from './schema/gateway.ts';
import { cloudNumbers, whatsappCredentials, whatsappKeys } from './schema/whatsapp.ts';

/**
 * Returns the place for which a text in `column` is sealed: `row` is the row's primary key, then the names that lead to
 * it inside JSON.
 */
export const placeOf = (column: SQLiteColumn, ...row: string[]): Place => [
  getTableName(column.table),
  column.name,
  ...row,
];

export interface SealedColumn {
  readonly column: SQLiteColumn;
  /** If the column is JSON, the paths to the objects whose values are sealed. Absent for one sealed text. */
  readonly objects?: readonly (readonly string[])[];
}

export interface SealedTable {
  /** The primary key, in the order in which places name it. */
  readonly key: readonly [SQLiteColumn, ...SQLiteColumn[]];
  readonly columns: readonly SealedColumn[];
}

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    key: [endpoints.instanceId, endpoints.id],
    columns: [
      { column: endpoints.headersSealed },
      { column: endpoints.instanceTokenSealed },
      { column: endpoints.verifyTokenSealed },
      { column: endpoints.secretSealed },
      { column: endpoints.formerSecretsSealed },
    ],
  },
  {
    key: [webhooks.id],
    columns: [
      { column: webhooks.headersSealed },
      { column: webhooks.secretSealed },
      { column: webhooks.formerSecretsSealed },
    ],
  },
  {
    key: [mcpServers.id],
    columns: [
      { column: mcpServers.configJson, objects: [['env'], ['headers']] },
      { column: mcpServers.environments, objects: [[]] },
    ],
  },
  {
    key: [idempotencyKeys.scope, idempotencyKeys.key],
    columns: [{ column: idempotencyKeys.answerSealed }],
  },
  { key: [instanceKeyCopies.instanceId], columns: [{ column: instanceKeyCopies.keySealed }] },
  { key: [instanceProxies.instanceId], columns: [{ column: instanceProxies.loginSealed }] },
  { key: [whatsappCredentials.instanceId], columns: [{ column: whatsappCredentials.credsSealed }] },
  {
    key: [whatsappKeys.instanceId, whatsappKeys.type, whatsappKeys.id],
    columns: [{ column: whatsappKeys.valueSealed }],
  },
  {
    key: [cloudNumbers.instanceId],
    columns: [
      { column: cloudNumbers.accessTokenSealed },
      { column: cloudNumbers.appSecretSealed },
      { column: cloudNumbers.verifyTokenSealed },
    ],
  },
];
