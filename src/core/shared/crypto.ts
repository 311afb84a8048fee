/** Hashes, compares, seals and generates secrets. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Returns SHA-256 in lower-case hex, the only form in which credentials are stored. */
export const sha256 = (content: string | Uint8Array): string => Bun.SHA256.hash(content, 'hex');

/** Every comparison reuses these buffers: creating two costs ten times what comparing does. */
const LEFT = Buffer.alloc(64);
const RIGHT = Buffer.alloc(64);

/** Compares two SHA-256 hex digests in constant time; returns false for anything else. */
export function isSameDigest(a: string, b: string): boolean {
  if (a.length !== LEFT.length || b.length !== RIGHT.length) return false;
  LEFT.write(a, 'latin1');
  RIGHT.write(b, 'latin1');
  return timingSafeEqual(LEFT, RIGHT);
}

/** Returns a random credential of 32 bytes in URL-safe base64. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Returns a credential of the same form that follows from a random one and a text. */
export const derivedSecret = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** The place where a sealed text is stored; it can be opened only for this place. */
export type Place = readonly [table: string, column: string, ...row: string[]];

/** Seals secrets that must be read back (signing secrets, header values) with AES-256-GCM. */
export interface Vault {
  /** Identifies the sealing key without revealing anything about it. */
  readonly keyId: string;
  seal(plain: string, place: Place): string;
  /** Opens a text. Throws when it was sealed with neither key or for another place, or was altered. */
  open(sealed: string, place: Place): string;
  /** Returns the text sealed with the current key, or null when it already is. Throws as `open` does. */
  reseal(sealed: string, place: Place): string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const FORM = 'v2';

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Creates a vault. Keys are 32 bytes in base64: `current` seals, both open. The sealed form is `v2.KEYID.DATA`, where
 * DATA is base64 of nonce, tag and cipher text with the place as associated data.
 */
export function createVault(current: string, former?: string): Vault {
  const key = keyOf(current);
  const keys = former === undefined ? [key] : [key, keyOf(former)];
  const prefix = `${FORM}.${key.id}.`;

  const seal: Vault['seal'] = (plain, place) => prefix + encrypt(key, plain, associated(place));
  const open: Vault['open'] = (sealed, place) => {
    const [form, id, data = ''] = sealed.split('.');
    const found = keys.find((one) => one.id === id);
    if (form !== FORM || !found) throw new Error('sealed with another key, or in another form');
    return decrypt(found, data, associated(place));
  };
  return {
    keyId: key.id,
    seal,
    open,
    reseal(sealed, place) {
      return sealed.startsWith(prefix) ? null : seal(open(sealed, place), place);
    },
  };
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES) throw new Error('the encryption key must be 32 bytes in base64');
  const digest = createHash('sha256').update('gatehouse encryption key id').update(bytes).digest();
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), bytes };
}

/** JSON distinguishes all places, whatever their parts contain. */
const associated = (place: Place): Buffer => Buffer.from(JSON.stringify(place));

function encrypt({ bytes }: Key, plain: string, aad: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(aad);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function decrypt({ bytes }: Key, base64: string, aad: Buffer): string {
  const data = Buffer.from(base64, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', bytes, data.subarray(0, NONCE_BYTES));
  decipher.setAAD(aad).setAuthTag(data.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(data.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
