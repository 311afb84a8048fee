/** Makes and checks signatures of webhooks: those of Standard Webhooks, scheme v1 (HMAC-SHA256), and those of Meta. */
import { isSameDigest, sha256 } from '../shared/crypto.ts';

const PREFIX = 'whsec_';

/** Returns the key inside a secret: base64, with or without its `whsec_` prefix. */
export const signingKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');

interface SignedMessage {
  readonly id: string;
  readonly seconds: string;
  readonly body: string | Uint8Array;
}

/** Returns the value of `webhook-signature`: one signature per key, in the order of the keys; empty without keys. */
export function sign(keys: readonly Buffer[], message: SignedMessage): string {
  const head = `${message.id}.${message.seconds}.`;
  // Head and body are hashed one after the other, since joining them would copy bodies of many megabytes.
  const signatures = keys.map((key) => {
    const digest = new Bun.CryptoHasher('sha256', key).update(head).update(message.body);
    return `v1,${digest.digest('base64')}`;
  });
  return signatures.join(' ');
}

/** Returns whether `signature`, a value of `webhook-signature`, has one that one of the keys makes. */
export function isSigned(
  keys: readonly Buffer[],
  message: SignedMessage,
  signature: string,
): boolean {
  const made = sign(keys, message).split(' ').map(sha256);
  const claimed = signature.split(' ').map(sha256);
  return claimed.some((one) => made.some((other) => isSameDigest(one, other)));
}

/** The header with the signature that Meta's webhooks have. */
export const HUB_HEADER = 'x-hub-signature-256';

/**
 * Returns the value of that header, whose key is the whole text of a secret: for receivers it is the app secret. It has
 * room for one signature. While several secrets sign, they take turns from attempt to attempt, the newest first, so that
 * one of as many attempts fits whatever secret the receiver has. `secrets` has one at least.
 */
export function hubSignature(secrets: readonly string[], attempt: number, body: string): string {
  const secret = secrets[(attempt - 1) % secrets.length] ?? '';
  return `sha256=${new Bun.CryptoHasher('sha256', secret).update(body).digest('hex')}`;
}
