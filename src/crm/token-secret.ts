/** Owns: what the secret of an access token looks like, and how much of it may be kept. */
import { randomSecret } from '../shared/crypto.ts';

/** 256 random bits behind a mark that tools which look for leaked secrets can recognise. */
export const newTokenSecret = (): string => `gth_${randomSecret()}`;

const PREFIX_CHARACTERS = 8;

/** Enough to recognise a token by; a chosen one that is short gives away no more than a quarter. */
export const prefixOf = (secret: string): string =>
  secret.slice(0, Math.min(PREFIX_CHARACTERS, Math.floor(secret.length / 4)));
