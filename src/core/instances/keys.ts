import { isSameDigest, sha256 } from '../shared/crypto.ts';
import type { Scope } from './scopes.ts';

export interface InstanceKey {
  /** Identifies the key in the audit. It derives from the hash alone, so it does not help to guess a key. */
  readonly id: string;
  /** SHA-256 in lower-case hex. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** When it expires, in ms since 1970; null if it does not. */
  readonly expiresAt: number | null;
}

/** The longest time, a week, for which a replaced key can stay valid. */
export const GRACE_SECONDS_MAX = 7 * 24 * 60 * 60;

/** How many keys of an instance are valid at a time. */
export const KEYS_MAX = 5;

export interface InstanceKeys {
  readonly key: InstanceKey;
  /** Those that were replaced and may still be valid, the newest first. */
  readonly previousKeys: readonly InstanceKey[];
}

/** Returns the id of a key: eight hexadecimal digits. */
export const keyIdOf = (hash: string): string => sha256(hash).slice(0, 8);

/** Builds a key from its stored form. */
export const instanceKey = (key: Omit<InstanceKey, 'id'>): InstanceKey => ({
  id: keyIdOf(key.hash),
  ...key,
});

/** Returns the current or a previous key with this hash or this id, or null. */
export const keyByHash = (keys: InstanceKeys, hash: string): InstanceKey | null =>
  allOf(keys).find((key) => isSameDigest(key.hash, hash)) ?? null;
export const keyById = (keys: InstanceKeys, keyId: string): InstanceKey | null =>
  allOf(keys).find((key) => key.id === keyId) ?? null;

const allOf = ({ key, previousKeys }: InstanceKeys): InstanceKey[] => [key, ...previousKeys];

/** Returns the hashes of all keys. */
export const keyHashesOf = (keys: InstanceKeys): string[] => allOf(keys).map(({ hash }) => hash);

/** `now` is ms since 1970. */
export const isExpired = ({ expiresAt }: InstanceKey, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;
