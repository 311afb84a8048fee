/** Strict XEdDSA checks, as a phone makes them: the client's own `Curve.verify` accepts every signature and proves nothing. */
import { createPublicKey, verify } from 'node:crypto';

const P = 2n ** 255n - 19n;
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** `publicKey` is an X25519 key of 32 bytes (or 33, with the type byte in front). */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  if (signature.length !== 64) return false;
  const montgomery = publicKey.length === 33 ? publicKey.subarray(1) : publicKey;
  if (montgomery.length !== 32) return false;
  const plain = Buffer.from(signature);
  const sign = plain[63]! & 0x80;
  plain[63]! &= 0x7f;
  const edwards = littleEndian(toEdwards(fromLittleEndian(montgomery)));
  edwards[31]! |= sign;
  const key = createPublicKey({
    key: Buffer.concat([ED25519_SPKI, edwards]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, key, plain);
}

/** The birational map of RFC 7748: y = (u - 1) / (u + 1). */
function toEdwards(u: bigint): bigint {
  return modulo((u - 1n) * power(modulo(u + 1n), P - 2n));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let left = exponent, square = base; left > 0n; left >>= 1n) {
    if (left & 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}

const modulo = (value: bigint): bigint => ((value % P) + P) % P;
const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & ((1n << 255n) - 1n);
const littleEndian = (value: bigint): Buffer =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
