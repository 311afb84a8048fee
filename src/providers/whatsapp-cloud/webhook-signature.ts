/** Who may speak through a webhook: Meta alone knows the secret that signs, and the token that opens a subscription. */
import { createHmac } from 'node:crypto';
import { sameDigest, sha256 } from '../../shared/crypto.ts';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Whether a header has the form of a signature: any other need not be compared with what it signs. */
export const isSignature = (header: string | null): header is string =>
  header !== null && SIGNATURE.test(header);

/** Compares in constant time. `body`: the bytes as they came, whose escapes differ from what JSON would be written as. */
export function isSignedBy(secret: string, header: string, body: Uint8Array): boolean {
  const [, given = ''] = SIGNATURE.exec(header) ?? [];
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return sameDigest(given, digest);
}

/** In constant time, whatever the length of either. */
export const isSameToken = (given: string, token: string): boolean =>
  sameDigest(sha256(given), sha256(token));
