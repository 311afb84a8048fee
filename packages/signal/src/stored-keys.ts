/** Reads what a store gives back, whatever it is. */

import type { StoredKeyPair } from './ports.ts';
import { type KeyPair, typedKey } from './primitives.ts';

export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value);

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Returns the record, or an empty one. */
export const record = (value: unknown): Fields => (isRecord(value) ? value : NOTHING);

export const bytesOrNull = (value: unknown): Uint8Array | null => (isBytes(value) ? value : null);

/** Throws when a key of the pair is malformed. */
export const pairOf = (pair: StoredKeyPair): KeyPair => ({
  publicKey: typedKey(pair.public),
  privateKey: Buffer.from(pair.private),
});

/** Returns the pair, or null when none is stored. Throws when it is malformed. */
export function pairOrNull(value: unknown): KeyPair | null {
  if (value === undefined || value === null) return null;
  const { public: publicKey, private: privateKey } = record(value);
  if (!isBytes(publicKey) || !isBytes(privateKey)) throw new Error('a stored key is malformed');
  return pairOf({ public: publicKey, private: privateKey });
}
