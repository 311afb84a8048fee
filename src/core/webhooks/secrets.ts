/** Makes, replaces and seals the secrets that sign a webhook's deliveries. */
import { randomBytes } from 'node:crypto';
import { placeOf } from '../db/sealed-tables.ts';
import { iso } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';

/** A replaced secret also signs for this long, so that receivers can change over when it suits them. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;
/** How many secrets of a webhook sign at a time. */
const SECRETS_MAX = 5;

/** A secret that was replaced. */
export interface FormerSecret {
  readonly secret: string;
  /** Until when it also signs, in steady ms. */
  readonly until: number;
}

export interface WebhookSecrets {
  readonly secret: string;
  /** The newest first; each signs at least as long as those after it. */
  readonly formerSecrets: readonly FormerSecret[];
}

/** Uses the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const firstSecrets = (): WebhookSecrets => ({ secret: newSecret(), formerSecrets: [] });

/** Returns those that still sign. `now` is steady ms. */
export const stillSigning = (
  { formerSecrets }: Pick<WebhookSecrets, 'formerSecrets'>,
  now: number,
): FormerSecret[] => formerSecrets.filter(({ until }) => now < until);

/**
 * Returns a new secret with the current one, which also signs for 24 h, as each before it does. `now` is steady ms.
 * Throws conflict while as many sign as may: ending one early would make its receivers refuse events.
 */
export function rotatedSecrets(present: WebhookSecrets, now: number): WebhookSecrets {
  const former = stillSigning(present, now);
  const oldest = former.at(-1);
  if (oldest !== undefined && former.length >= SECRETS_MAX - 1)
    throw failure('too_many_secrets', { max: SECRETS_MAX, time: iso(oldest.until) });
  const replaced = { secret: present.secret, until: now + OVERLAP_MS };
  return { secret: newSecret(), formerSecrets: [replaced, ...former] };
}

type Column = Parameters<typeof placeOf>[0];

/** A table whose rows hold the secrets of a webhook. */
export interface SecretColumns {
  readonly secretSealed: Column;
  readonly formerSecretsSealed: Column;
}

export interface SealedSecrets {
  readonly secretSealed: string;
  readonly formerSecretsSealed: string | null;
}

/** Seals them for the row of `table` with this primary key. */
export const sealSecrets = (
  vault: Vault,
  table: SecretColumns,
  key: readonly string[],
  { secret, formerSecrets }: WebhookSecrets,
): SealedSecrets => ({
  secretSealed: vault.seal(secret, placeOf(table.secretSealed, ...key)),
  formerSecretsSealed:
    formerSecrets.length === 0
      ? null
      : vault.seal(JSON.stringify(formerSecrets), placeOf(table.formerSecretsSealed, ...key)),
});

/** Throws when they were sealed with another key, or for another row. Only `sealSecrets` writes them. */
export const openSecrets = (
  vault: Vault,
  table: SecretColumns,
  key: readonly string[],
  { secretSealed, formerSecretsSealed }: SealedSecrets,
): WebhookSecrets => ({
  secret: vault.open(secretSealed, placeOf(table.secretSealed, ...key)),
  formerSecrets:
    formerSecretsSealed === null
      ? []
      : (JSON.parse(
          vault.open(formerSecretsSealed, placeOf(table.formerSecretsSealed, ...key)),
        ) as FormerSecret[]),
});
