/** Makes the secrets of access tokens and the rows of new ones, and limits how much of a secret is stored. */
import type { accessTokens } from '../../core/db/schema/crm-access.ts';
import { randomSecret, sha256 } from '../../core/shared/crypto.ts';
import { newId } from '../../core/shared/ids.ts';

/** Returns 256 random bits after a prefix that tools recognise which search for leaked secrets. */
export const newTokenSecret = (): string => `gth_${randomSecret()}`;

const PREFIX_CHARACTERS = 8;

/** Enough to recognise a token by; of a short secret that a person chose, at most a quarter. */
const prefixOf = (secret: string): string =>
  secret.slice(0, Math.min(PREFIX_CHARACTERS, Math.floor(secret.length / 4)));

/** Returns the columns of a token's row that come from its secret. */
export const secretColumns = (secret: string) => ({
  tokenHash: sha256(secret),
  tokenPrefix: prefixOf(secret),
});

/**
 * Opens every account of its user, permits all of their roles, does not expire, and is the user's own, unless that is
 * changed.
 */
export const newToken = (
  userId: string,
  name: string,
  secret: string,
  now: number,
): typeof accessTokens.$inferSelect => ({
  id: newId(),
  userId,
  boundTo: null,
  name,
  ...secretColumns(secret),
  isOwn: true,
  scopes: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: now,
  updatedAt: now,
});
