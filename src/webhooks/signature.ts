/** Makes Standard Webhooks signatures, scheme v1 (HMAC-SHA256). */
const PREFIX = 'whsec_';

/** Returns the key inside a secret: base64, with or without its `whsec_` prefix. */
export const signingKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');

/** Returns the value of `webhook-signature`: one signature per key, in the order of the keys; empty without keys. */
export function sign(
  keys: readonly Buffer[],
  message: { readonly id: string; readonly seconds: string; readonly body: string },
): string {
  const head = `${message.id}.${message.seconds}.`;
  // Head and body are hashed one after the other, since joining them would copy bodies of many megabytes.
  const signatures = keys.map((key) => {
    const digest = new Bun.CryptoHasher('sha256', key).update(head).update(message.body);
    return `v1,${digest.digest('base64')}`;
  });
  return signatures.join(' ');
}
