/** Seals and opens media as the platform's servers hold it: AES-256-CBC, followed by ten bytes of an HMAC. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Decipheriv,
  type Hmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { MediaKind } from '../../../core/providers/outgoing.ts';

export const MEDIA_KEY_BYTES = 32;
const MAC_BYTES = 10;
const BLOCK_BYTES = 16;
/** Sealing adds at most a whole block and the seal. */
export const SEAL_BYTES = BLOCK_BYTES + MAC_BYTES;

/** `history` is a share of the phone's history. */
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

/** 112 bytes are derived; the last 32 were for something that the platform no longer has. */
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

export interface SealedFile {
  readonly mediaKey: Uint8Array;
  /** The bytes to upload. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileSha256: Uint8Array;
  readonly fileEncSha256: Uint8Array;
  readonly fileLength: number;
}

/** Uploaded as it is: everybody who finds the channel may see it. */
export type UnsealedFile = Pick<SealedFile, 'bytes' | 'fileSha256' | 'fileLength'>;

/** Seals with a new key each time. */
export function seal(bytes: Uint8Array, kind: MediaKind): SealedFile {
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

/** Opens sealed media while it arrives. */
export class MediaOpening {
  readonly #mac: Hmac;
  readonly #decipher: Decipheriv;
  /** The last bytes that came: the seal, unless more follow. */
  #last = Buffer.alloc(0);

  /** Throws for a key that does not have `MEDIA_KEY_BYTES`. */
  constructor(mediaKey: Uint8Array, kind: SealedKind) {
    if (mediaKey.byteLength !== MEDIA_KEY_BYTES) throw new Error('not a media key');
    const { iv, cipherKey, macKey } = keysOf(mediaKey, kind);
    this.#mac = createHmac('sha256', macKey).update(iv);
    this.#decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  }

  /** Returns what can be deciphered so far. Do not trust it before `finish` has returned bytes. */
  update(bytes: Uint8Array): Uint8Array {
    const whole = this.#last.length === 0 ? bytes : Buffer.concat([this.#last, bytes]);
    const end = Math.max(0, whole.length - MAC_BYTES);
    const text = whole.subarray(0, end);
    this.#last = Buffer.from(whole.subarray(end));
    this.#mac.update(text);
    return this.#decipher.update(text);
  }

  /** Returns the rest, or null when the seal is broken: other bytes, another key, or another kind. */
  finish(): Uint8Array | null {
    const mac = this.#mac.digest().subarray(0, MAC_BYTES);
    if (this.#last.length !== MAC_BYTES || !timingSafeEqual(mac, this.#last)) return null;
    try {
      return this.#decipher.final();
    } catch {
      return null;
    }
  }
}
