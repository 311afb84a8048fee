/**
 * Checks XEdDSA signatures with the runtime's own cryptography. The script that libsignal-node brings needs about 4 ms
 * for each and blocks everything during that time: two or three for every connection, and one for every message of a
 * group.
 */
import { createPublicKey, verify } from 'node:crypto';

const FIELD = 2n ** 255n - 19n;
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SIGN_BIT = 0x80;

/** `publicKey` is an X25519 key of 32 bytes. Returns false for malformed values too. */
export function isSignatureOf(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const plain = Buffer.from(signature);
  const last = plain.readUInt8(63);
  plain.writeUInt8(last & ~SIGN_BIT, 63);
  const point = edwardsPoint(publicKey);
  // The signature carries the sign of its key, which an X25519 key does not have.
  point.writeUInt8(point.readUInt8(31) | (last & SIGN_BIT), 31);
  const key = createPublicKey({
    key: Buffer.concat([ED25519_SPKI, point]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, key, plain);
}

/** Maps one form of the curve to the other as in RFC 7748: y = (u - 1) / (u + 1). */
function edwardsPoint(publicKey: Uint8Array): Buffer {
  const hex = Buffer.from(publicKey).reverse().toString('hex');
  const u = BigInt.asUintN(255, BigInt(`0x${hex}`));
  const y = ((u + FIELD - 1n) * inverse(u + 1n)) % FIELD;
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** Inverts in the field by Euclid's algorithm, four times as fast as a power. Returns 0 for 0. Not for secrets. */
export function inverse(value: bigint): bigint {
  let [divisor, rest] = [FIELD, value % FIELD];
  let [factor, next] = [0n, 1n];
  while (rest !== 0n) {
    const quotient = divisor / rest;
    [divisor, rest] = [rest, divisor - quotient * rest];
    [factor, next] = [next, factor - quotient * next];
  }
  if (divisor === FIELD) return 0n;
  return factor < 0n ? factor + FIELD : factor;
}
