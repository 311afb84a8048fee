/** The sealed form of databases made before texts were bound to their place: AES-256-GCM behind `v1.`. */
import { createCipheriv, randomBytes } from 'node:crypto';

export function sealFormer(key: string, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`;
}
