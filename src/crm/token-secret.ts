/** What the secret of an access token looks like, and how much of it may be stored. */
import { randomSecret, sha256 } from '../shared/crypto.ts';

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
