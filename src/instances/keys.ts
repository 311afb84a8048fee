/** The keys of an instance. */
import { sameDigest, sha256 } from '../shared/crypto.ts';
import type { Scope } from './scopes.ts';

export interface InstanceKey {
  /** Names the key in records of who did what. Made of the hash alone, so that it does not help to guess a key. */
  readonly id: string;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** Ms since 1970, from which on it is refused; null: never. */
  readonly expiresAt: number | null;
}

/** How long a key may stay good beside the one that replaces it: a week. */
export const GRACE_SECONDS_MAX = 7 * 24 * 60 * 60;

export interface InstanceKeys {
  readonly key: InstanceKey;
  readonly previousKey: InstanceKey | null;
}

/** Eight hexadecimal digits. */
export const keyIdOf = (hash: string): string => sha256(hash).slice(0, 8);

/** A key in memory, from what is stored of it. */
export const instanceKey = (key: Omit<InstanceKey, 'id'>): InstanceKey => ({
  id: keyIdOf(key.hash),
  ...key,
});

/** The one of both keys that has this hash, or this id. */
export const keyByHash = (keys: InstanceKeys, hash: string): InstanceKey | null =>
  bothOf(keys).find((key) => sameDigest(key.hash, hash)) ?? null;
export const keyById = (keys: InstanceKeys, keyId: string): InstanceKey | null =>
  bothOf(keys).find((key) => key.id === keyId) ?? null;

const bothOf = ({ key, previousKey }: InstanceKeys): InstanceKey[] =>
  previousKey === null ? [key] : [key, previousKey];

/** `now` is ms since 1970. */
export const isExpired = ({ expiresAt }: InstanceKey, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;
