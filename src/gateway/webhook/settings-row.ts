/**
 * Event settings as a row. Owns: what is sealed and how lists are written.
 * Must never: put a header value or a secret into a column as it is.
 */
import { eventSettings } from '../../db/schema/gateway.ts';
import { placeOf } from '../../db/sealed-tables.ts';
import type { Vault } from '../../shared/crypto.ts';
import type { EventSettings } from './settings.ts';

type SettingsRow = typeof eventSettings.$inferSelect;

const { headersSealed, secretSealed, previousSecretSealed } = eventSettings;

/** The columns of what a change names, and no others. */
export function toColumns(
  instanceId: string,
  change: Partial<EventSettings>,
  vault: Vault,
): Partial<SettingsRow> {
  const { headers, subscribe, secret, previousSecret, ...plain } = change;
  const seal = (column: SealedColumn, text: string) =>
    vault.seal(text, placeOf(column, instanceId));
  return {
    ...plain,
    ...(headers && { headersSealed: seal(headersSealed, JSON.stringify(headers)) }),
    ...(subscribe && { subscribe: JSON.stringify(subscribe) }),
    ...(secret !== undefined && { secretSealed: seal(secretSealed, secret) }),
    ...(previousSecret !== undefined && {
      previousSecretSealed:
        previousSecret === null ? null : seal(previousSecretSealed, previousSecret),
    }),
  };
}

/** `now` is ms since 1970. */
export const toRow = (instanceId: string, settings: EventSettings, vault: Vault, now: number) => ({
  instanceId,
  ...toColumns(instanceId, settings, vault),
  secretSealed: vault.seal(settings.secret, placeOf(secretSealed, instanceId)),
  updatedAt: now,
});

/** Throws when the row was sealed with another key, or for another row. */
export function toSettings(row: SettingsRow, vault: Vault): EventSettings {
  const { instanceId, updatedAt, ...columns } = row;
  const { headersSealed: headers, secretSealed: secret, ...others } = columns;
  const { previousSecretSealed: previousSecret, ...plain } = others;
  const open = (column: SealedColumn, sealed: string) =>
    vault.open(sealed, placeOf(column, instanceId));
  try {
    return {
      ...plain,
      // What was sealed here was written by `toColumns`.
      headers:
        headers === null
          ? {}
          : (JSON.parse(open(headersSealed, headers)) as EventSettings['headers']),
      subscribe: JSON.parse(row.subscribe) as string[],
      secret: open(secretSealed, secret),
      previousSecret: previousSecret === null ? null : open(previousSecretSealed, previousSecret),
    };
  } catch (cause) {
    throw new Error(
      `the event settings of instance ${instanceId} cannot be opened: were they sealed with another ENCRYPTION_KEY?`,
      { cause },
    );
  }
}

type SealedColumn = Parameters<typeof placeOf>[0];
