/** How media is sealed: four keys out of one, a cipher, a short MAC. Opening checks everything that can be checked. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { MEDIA_HKDF_KEY_MAPPING } from '@whiskeysockets/baileys';

export type MediaKind = 'image' | 'video' | 'audio' | 'document';
/** With shares of a phone's history. */
export type SealedKind = MediaKind | 'md-msg-hist';

export interface SealedMedia {
  readonly mediaKey: Buffer;
  readonly bytes: Buffer;
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
  readonly fileLength: number;
}

const MAC_LENGTH = 10;

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export function sealMedia(plain: Uint8Array, kind: SealedKind): SealedMedia {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = keysOf(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const bytes = Buffer.concat([sealed, macOf(macKey, iv, sealed)]);
  return {
    mediaKey,
    bytes,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(bytes),
    fileLength: plain.length,
  };
}

/** Throws, by name, at the first check that fails. */
export function openMedia(media: SealedMedia, kind: MediaKind): Buffer {
  const { iv, cipherKey, macKey } = keysOf(media.mediaKey, kind);
  if (!sha256(media.bytes).equals(media.fileEncSha256)) throw new Error('another sealed digest');
  const sealed = media.bytes.subarray(0, -MAC_LENGTH);
  if (!macOf(macKey, iv, sealed).equals(media.bytes.subarray(-MAC_LENGTH))) {
    throw new Error('another MAC');
  }
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
  if (!sha256(plain).equals(media.fileSha256)) throw new Error('another digest');
  if (plain.length !== media.fileLength) throw new Error('another length');
  return plain;
}

function keysOf(mediaKey: Uint8Array, kind: SealedKind) {
  const info = `WhatsApp ${MEDIA_HKDF_KEY_MAPPING[kind]} Keys`;
  const all = Buffer.from(hkdfSync('sha256', mediaKey, '', info, 112));
  return {
    iv: all.subarray(0, 16),
    cipherKey: all.subarray(16, 48),
    macKey: all.subarray(48, 80),
  };
}

const macOf = (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer =>
  createHmac('sha256', key).update(iv).update(sealed).digest().subarray(0, MAC_LENGTH);

/** What goes back to a device that asked for media again, sealed for its message's key. */
export function sealForRetry(mediaKey: Uint8Array, messageId: string, plain: Uint8Array) {
  const key = Buffer.from(
    hkdfSync('sha256', mediaKey, '', 'WhatsApp Media Retry Notification', 32),
  );
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(messageId));
  return { iv, sealed: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]) };
}
