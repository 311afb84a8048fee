/**
 * Event settings as a row. Owns: what is sealed and how lists are written.
 * Must never: put a header value or a secret into a column as it is.
 */
import type { eventSettings } from '../../db/schema/gateway.ts';
import type { Vault } from '../../shared/crypto.ts';
import type { EventSettings } from './settings.ts';

type SettingsRow = typeof eventSettings.$inferSelect;

/** The columns of what a change names, and no others. */
export function toColumns(change: Partial<EventSettings>, vault: Vault): Partial<SettingsRow> {
  const { headers, subscribe, secret, previousSecret, ...plain } = change;
  return {
    ...plain,
    ...(headers && { headersSealed: vault.seal(JSON.stringify(headers)) }),
    ...(subscribe && { subscribe: JSON.stringify(subscribe) }),
    ...(secret !== undefined && { secretSealed: vault.seal(secret) }),
    ...(previousSecret !== undefined && {
      previousSecretSealed: previousSecret === null ? null : vault.seal(previousSecret),
    }),
  };
}

/** Throws when the row was sealed with another key. */
export function toSettings(row: SettingsRow, vault: Vault): EventSettings {
  const { instanceId, updatedAt, headersSealed, secretSealed, previousSecretSealed, ...plain } =
    row;
  try {
    return {
      ...plain,
      // What was sealed here was written by `toColumns`.
      headers:
        headersSealed === null
          ? {}
          : (JSON.parse(vault.open(headersSealed)) as EventSettings['headers']),
      subscribe: JSON.parse(row.subscribe) as string[],
      secret: vault.open(secretSealed),
      previousSecret: previousSecretSealed === null ? null : vault.open(previousSecretSealed),
    };
  } catch (cause) {
    throw new Error(
      `the event settings of instance ${instanceId} cannot be opened: were they sealed with another ENCRYPTION_KEY?`,
      { cause },
    );
  }
}
