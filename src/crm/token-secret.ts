/** What the secret of an access token looks like, how much of it may be stored, and the row of a new one. */
import type { accessTokens } from '../db/schema/crm-access.ts';
import { randomSecret, sha256 } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';

/** 256 random bits behind a mark that tools which look for leaked secrets can recognise. */
export const newTokenSecret = (): string => `gth_${randomSecret()}`;

const PREFIX_CHARACTERS = 8;

/** Enough to recognise a token by; a chosen one that is short gives away no more than a quarter. */
const prefixOf = (secret: string): string =>
  secret.slice(0, Math.min(PREFIX_CHARACTERS, Math.floor(secret.length / 4)));

/** The columns of a token's row that come from its secret. */
export const secretColumns = (secret: string) => ({
  tokenHash: sha256(secret),
  tokenPrefix: prefixOf(secret),
});

/** Opens every account of its user, permits all of their roles, and does not end, unless that is changed. */
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
  scopes: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: now,
  updatedAt: now,
});
