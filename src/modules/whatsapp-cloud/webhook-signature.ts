/** Checks signatures of webhooks: only Meta knows the secret that signs, and the token that opens a subscription. */
import { createHmac } from 'node:crypto';
import { sameDigest, sha256 } from '../../core/shared/crypto.ts';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Tells whether a header has the form of a signature, so that it is worth comparing. */
export const isSignature = (header: string | null): header is string =>
  header !== null && SIGNATURE.test(header);

/**
 * Compares in constant time. `body` must be the bytes as they came, since writing the JSON again may change escapes.
 */
export function isSignedBy(secret: string, header: string, body: Uint8Array): boolean {
  const [, signature = ''] = SIGNATURE.exec(header) ?? [];
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return sameDigest(signature, digest);
}

/** Compares in constant time, whatever the lengths are. */
export const isSameToken = (candidate: string, token: string): boolean =>
  sameDigest(sha256(candidate), sha256(token));
