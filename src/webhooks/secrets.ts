/** Makes, replaces and seals the secrets that sign a webhook's deliveries. */
import { randomBytes } from 'node:crypto';
import { placeOf } from '../db/sealed-tables.ts';
import type { Vault } from '../shared/crypto.ts';

/** Both secrets sign for this long after a rotation, so that receivers can change over when it suits them. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export interface WebhookSecrets {
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Until when the previous secret also signs, in steady ms. */
  readonly previousSecretUntil: number | null;
}

/** Uses the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const firstSecrets = (): WebhookSecrets => ({
  secret: newSecret(),
  previousSecret: null,
  previousSecretUntil: null,
});

/** Returns a new secret with the current one, which also signs for 24 h. `now` is steady ms. */
export const rotatedSecrets = (
  { secret }: Pick<WebhookSecrets, 'secret'>,
  now: number,
): WebhookSecrets => ({
  secret: newSecret(),
  previousSecret: secret,
  previousSecretUntil: now + OVERLAP_MS,
});

type Column = Parameters<typeof placeOf>[0];

/** A table whose rows hold the secrets of a webhook. */
export interface SecretColumns {
  readonly secretSealed: Column;
  readonly previousSecretSealed: Column;
}

export interface SealedSecrets {
  readonly secretSealed: string;
  readonly previousSecretSealed: string | null;
  readonly previousSecretUntil: number | null;
}

/** Seals them for the row of `table` with this primary key. */
export const sealSecrets = (
  vault: Vault,
  table: SecretColumns,
  key: readonly string[],
  { secret, previousSecret, previousSecretUntil }: WebhookSecrets,
): SealedSecrets => ({
  secretSealed: vault.seal(secret, placeOf(table.secretSealed, ...key)),
  previousSecretSealed:
    previousSecret === null
      ? null
      : vault.seal(previousSecret, placeOf(table.previousSecretSealed, ...key)),
  previousSecretUntil,
});

/** Throws when they were sealed with another key, or for another row. */
export const openSecrets = (
  vault: Vault,
  table: SecretColumns,
  key: readonly string[],
  { secretSealed, previousSecretSealed, previousSecretUntil }: SealedSecrets,
): WebhookSecrets => ({
  secret: vault.open(secretSealed, placeOf(table.secretSealed, ...key)),
  previousSecret:
    previousSecretSealed === null
      ? null
      : vault.open(previousSecretSealed, placeOf(table.previousSecretSealed, ...key)),
  previousSecretUntil,
});
