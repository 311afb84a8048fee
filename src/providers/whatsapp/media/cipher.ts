/** Media as it lies on the platform's servers: AES-256-CBC, ten bytes of an HMAC behind it. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { MediaKind } from '../../outgoing.ts';

export const MEDIA_KEY_BYTES = 32;
const MAC_BYTES = 10;
const BLOCK_BYTES = 16;
/** What sealing adds at most: a whole block, and the seal. */
export const SEAL_BYTES = BLOCK_BYTES + MAC_BYTES;

/** `history`: a share of the phone's history. */
export type SealedKind = MediaKind | 'history';

/** Each kind has keys of its own, so that one cannot be passed off as another. */
const PURPOSE: Readonly<Record<SealedKind, string>> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  history: 'WhatsApp History Keys',
};

interface Keys {
  readonly iv: Buffer;
  readonly cipherKey: Buffer;
  readonly macKey: Buffer;
}

/** 112 bytes are made; the last 32 were for something the platform no longer has. */
function keysOf(mediaKey: Uint8Array, kind: SealedKind): Keys {
  const made = Buffer.from(hkdfSync('sha256', mediaKey, '', PURPOSE[kind], 112));
  return {
    iv: made.subarray(0, 16),
    cipherKey: made.subarray(16, 48),
    macKey: made.subarray(48, 80),
  };
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const macOf = ({ iv, macKey }: Keys, sealed: Uint8Array): Buffer =>
  createHmac('sha256', macKey).update(iv).update(sealed).digest().subarray(0, MAC_BYTES);

export interface Sealed {
  readonly mediaKey: Uint8Array;
  /** What is uploaded. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileSha256: Uint8Array;
  readonly fileEncSha256: Uint8Array;
  readonly fileLength: number;
}

/** What is uploaded as it is: whoever finds the channel may see it. */
export type Unsealed = Pick<Sealed, 'bytes' | 'fileSha256' | 'fileLength'>;

/** Under a key of its own each time. */
export function seal(bytes: Uint8Array, kind: MediaKind): Sealed {
  const mediaKey = randomBytes(MEDIA_KEY_BYTES);
  const keys = keysOf(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', keys.cipherKey, keys.iv);
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const whole = Buffer.concat([text, macOf(keys, text)]);
  return {
    mediaKey,
    bytes: whole,
    fileSha256: sha256(bytes),
    fileEncSha256: sha256(whole),
    fileLength: bytes.byteLength,
  };
}

/** Null when the seal is broken: other bytes, another key, or another kind. */
export function open(whole: Uint8Array, mediaKey: Uint8Array, kind: SealedKind): Uint8Array | null {
  const length = whole.byteLength - MAC_BYTES;
  if (mediaKey.byteLength !== MEDIA_KEY_BYTES || length < BLOCK_BYTES || length % BLOCK_BYTES !== 0)
    return null;
  const keys = keysOf(mediaKey, kind);
  const text = whole.subarray(0, length);
  if (!timingSafeEqual(macOf(keys, text), whole.subarray(length))) return null;
  const decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch {
    return null;
  }
}
