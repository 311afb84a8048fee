/** The secrets that sign a webhook's deliveries: made, replaced, and sealed in the row of their webhook. */
import { randomBytes } from 'node:crypto';
import { placeOf } from '../db/sealed-tables.ts';
import type { Vault } from '../shared/crypto.ts';

/** Both secrets sign for this long after a rotation, so that receivers can change over in their own time. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export interface WebhookSecrets {
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Steady ms until which the previous secret signs too. */
  readonly previousSecretUntil: number | null;
}

/** In the form Standard Webhooks asks for: `whsec_` and base64 of 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const firstSecrets = (): WebhookSecrets => ({
  secret: newSecret(),
  previousSecret: null,
  previousSecretUntil: null,
});

/** A new secret beside the present one, which signs along for 24 h. `now` is steady ms. */
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
interface SecretColumns {
  readonly secretSealed: Column;
  readonly previousSecretSealed: Column;
}

interface SealedSecrets {
  readonly secretSealed: string;
  readonly previousSecretSealed: string | null;
  readonly previousSecretUntil: number | null;
}

/** As the row `id` of `table` holds them. */
export const sealSecrets = (
  vault: Vault,
  table: SecretColumns,
  id: string,
  { secret, previousSecret, previousSecretUntil }: WebhookSecrets,
): SealedSecrets => ({
  secretSealed: vault.seal(secret, placeOf(table.secretSealed, id)),
  previousSecretSealed:
    previousSecret === null
      ? null
      : vault.seal(previousSecret, placeOf(table.previousSecretSealed, id)),
  previousSecretUntil,
});

/** Throws when they were sealed with another key, or for another row. */
export const openSecrets = (
  vault: Vault,
  table: SecretColumns,
  id: string,
  { secretSealed, previousSecretSealed, previousSecretUntil }: SealedSecrets,
): WebhookSecrets => ({
  secret: vault.open(secretSealed, placeOf(table.secretSealed, id)),
  previousSecret:
    previousSecretSealed === null
      ? null
      : vault.open(previousSecretSealed, placeOf(table.previousSecretSealed, id)),
  previousSecretUntil,
});
