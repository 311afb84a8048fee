/** The signing secrets of a webhook in its row. Owns: which column each is sealed for. */
import { webhooks } from '../../db/schema/crm.ts';
import { placeOf } from '../../db/sealed-tables.ts';
import type { Vault } from '../../shared/crypto.ts';

interface SealedSecrets {
  readonly secretSealed: string;
  readonly previousSecretSealed: string | null;
}

const secretPlace = (id: string) => placeOf(webhooks.secretSealed, id);
const previousPlace = (id: string) => placeOf(webhooks.previousSecretSealed, id);

export const firstSecret = (vault: Vault, id: string, secret: string): SealedSecrets => ({
  secretSealed: vault.seal(secret, secretPlace(id)),
  previousSecretSealed: null,
});

/** `secret` beside the one it replaces. */
export const nextSecret = (
  vault: Vault,
  before: SealedSecrets & { readonly id: string },
  secret: string,
): SealedSecrets => ({
  secretSealed: vault.seal(secret, secretPlace(before.id)),
  previousSecretSealed: vault.seal(secretsOf(vault, before).secret, previousPlace(before.id)),
});

/** Throws when they were sealed with another key, or for another row. */
export const secretsOf = (
  vault: Vault,
  { id, secretSealed, previousSecretSealed }: SealedSecrets & { readonly id: string },
): { readonly secret: string; readonly previousSecret: string | null } => ({
  secret: vault.open(secretSealed, secretPlace(id)),
  previousSecret:
    previousSecretSealed === null ? null : vault.open(previousSecretSealed, previousPlace(id)),
});
