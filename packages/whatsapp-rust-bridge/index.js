/**
 * Stands in for the published package of this name, whose WebAssembly holds code under the AGPL.
 * Owns: the four functions the WhatsApp client takes from it, byte for byte the same, on `node:crypto`.
 * Must never: grow; what the client does not import has no place here.
 */
import { createHash, hkdfSync } from 'node:crypto';

/** @param {Uint8Array} data */
export const md5 = (data) => new Uint8Array(createHash('md5').update(data).digest());

/** HKDF with SHA-256 (RFC 5869). */
export const hkdf = (key, length, { salt, info } = {}) =>
  new Uint8Array(hkdfSync('sha256', key, salt ?? new Uint8Array(0), info ?? '', length));

const STATE_KEYS = [
  'indexKey',
  'valueEncryptionKey',
  'valueMacKey',
  'snapshotMacKey',
  'patchMacKey',
];
const STATE_KEY_BYTES = 32;

/** The five keys that one app-state key stands for. */
export function expandAppStateKeys(key) {
  const all = hkdf(key, STATE_KEYS.length * STATE_KEY_BYTES, { info: 'WhatsApp Mutation Keys' });
  const part = (_, index) => all.slice(index * STATE_KEY_BYTES, (index + 1) * STATE_KEY_BYTES);
  return Object.fromEntries(STATE_KEYS.map((name, index) => [name, part(name, index)]));
}

const SUM_BYTES = 128;

/** A sum over a set of values that does not depend on their order: 64 words of 16 bits, added one by one. */
export class LTHashAntiTampering {
  subtractThenAdd(base, subtract, add) {
    const sum = Uint8Array.from(base);
    for (const value of subtract) accumulate(sum, value, -1);
    for (const value of add) accumulate(sum, value, 1);
    return sum;
  }
}

function accumulate(sum, value, sign) {
  const total = new DataView(sum.buffer, sum.byteOffset, sum.byteLength);
  const words = new DataView(hkdf(value, SUM_BYTES, { info: 'WhatsApp Patch Integrity' }).buffer);
  for (let at = 0; at < SUM_BYTES; at += 2) {
    total.setUint16(at, total.getUint16(at, true) + sign * words.getUint16(at, true), true);
  }
}
