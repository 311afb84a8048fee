/**
 * Owns: hashing, comparing, sealing and making secrets. Must never: log or keep what it is given.
 */
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256 as lower-case hex: the only form in which credentials are kept. */
export const sha256 = (text: string): string =>
  new Bun.CryptoHasher('sha256').update(text).digest('hex');

/** Compares two SHA-256 hex digests in constant time. */
export const sameDigest = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A random credential, `bytes` long, in URL-safe base64. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Seals secrets that must be read back (signing secrets, header values) with AES-256-GCM. */
export interface Vault {
  seal(plain: string): string;
  /** Throws when the text was sealed with another key or altered. */
  open(sealed: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `key` is 32 bytes in base64. Sealed form: base64 of nonce, tag and cipher text, behind `v1.`. */
export function createVault(key: string): Vault {
  const raw = Buffer.from(key, 'base64');
  if (raw.length !== 32) throw new Error('the encryption key must be 32 bytes in base64');
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', raw, nonce);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`;
    },
    open(sealed) {
      if (!sealed.startsWith('v1.')) throw new Error('unknown sealed form');
      const data = Buffer.from(sealed.slice(3), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', raw, data.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(data.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(data.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
