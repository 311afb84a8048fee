/**
 * The primitives of the Signal protocol on the runtime's own cryptography: X25519, HKDF, HMAC-SHA256 and AES-256-CBC.
 * Public keys carry a type byte in front (33 bytes), private keys have 32 bytes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  timingSafeEqual,
} from 'node:crypto';

export interface KeyPair {
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

/** The keys that seal one message. */
export interface MessageKeys {
  readonly cipherKey: Buffer;
  readonly macKey: Buffer;
  readonly iv: Buffer;
}

const DJB_TYPE = 5;
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const NO_SALT = Buffer.alloc(32);

/** Returns the key with its type byte; throws when it is not an X25519 key. */
export function typedKey(key: Uint8Array): Buffer {
  if (key.length === 32) return Buffer.concat([Buffer.of(DJB_TYPE), key]);
  if (key.length !== 33 || key[0] !== DJB_TYPE) throw new Error('a public key is malformed');
  return Buffer.from(key);
}

/** Returns the 32 bytes of the key itself. */
export const bareKey = (key: Uint8Array): Buffer => typedKey(key).subarray(1);

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  return {
    publicKey: typedKey(publicKey.subarray(SPKI.length)),
    privateKey: Buffer.from(privateKey.subarray(PKCS8.length)),
  };
}

/** Returns the secret that two key pairs share. Throws for a public key that is malformed or gives no shared secret. */
export function agreement(privateKey: Uint8Array, publicKey: Uint8Array): Buffer {
  return diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.concat([PKCS8, privateKey]),
      format: 'der',
      type: 'pkcs8',
    }),
    publicKey: createPublicKey({
      key: Buffer.concat([SPKI, bareKey(publicKey)]),
      format: 'der',
      type: 'spki',
    }),
  });
}

export const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** HKDF of RFC 5869 with SHA-256: returns `blocks` blocks of 32 bytes. */
export function derive(
  secret: Uint8Array,
  info: string,
  blocks: number,
  salt: Uint8Array = NO_SALT,
): Buffer[] {
  const key = hmac(salt, secret);
  const label = Buffer.from(info);
  const derived: Buffer[] = [];
  let previous: Buffer = Buffer.alloc(0);
  for (let counter = 1; counter <= blocks; counter++) {
    previous = hmac(key, previous, label, Buffer.of(counter));
    derived.push(previous);
  }
  return derived;
}

export const seal = (cipherKey: Buffer, iv: Buffer, plaintext: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([cipher.update(plaintext), cipher.final()]);
};

/** Throws when the padding is wrong. */
export const unseal = (cipherKey: Buffer, iv: Buffer, ciphertext: Uint8Array): Buffer => {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
};

/** Compares in constant time. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
