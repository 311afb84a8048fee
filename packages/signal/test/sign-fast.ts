/**
 * Signs as the Signal library does, bit for bit, in a fraction of the time. Linking a device takes five signatures and the
 * tests link some thousand. Not for keys of real people: how long it takes depends on the key.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { LimitedMap } from '../src/limited-map.ts';
import { inverse } from '../src/signatures.ts';

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const TWICE_D =
  (2n * 37095705934669439343138083508754565189542113879843219016388785533085940283555n) % FIELD;
const BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const BASE_Y = 46316835694926478169428394003475163141307993866256225615783033603165251855960n;

/** Extended coordinates of RFC 8032. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly t: bigint;
}

const NEUTRAL: Point = { x: 0n, y: 1n, z: 1n, t: 0n };

function sum(one: Point, other: Point): Point {
  const a = ((one.y - one.x) * (other.y - other.x)) % FIELD;
  const b = ((one.y + one.x) * (other.y + other.x)) % FIELD;
  const c = ((one.t * TWICE_D) % FIELD) * other.t;
  const d = 2n * one.z * other.z;
  const [e, f, g, h] = [b - a, (d - c) % FIELD, (d + c) % FIELD, b + a];
  return { x: (e * f) % FIELD, y: (g * h) % FIELD, z: (f * g) % FIELD, t: (e * h) % FIELD };
}

/** For each byte of a scalar, the lowest first: the point for each of its 256 values. */
let table: Point[][] | undefined;

function tabulate(): Point[][] {
  let unit: Point = { x: BASE_X, y: BASE_Y, z: 1n, t: (BASE_X * BASE_Y) % FIELD };
  return Array.from({ length: 32 }, () => {
    const points = [NEUTRAL];
    for (let value = 1; value < 256; value++) points.push(sum(points[value - 1]!, unit));
    unit = sum(points[255]!, unit);
    return points;
  });
}

/** The base point so many times, as 32 bytes. */
function encodedMultiple(scalar: bigint): Buffer {
  table ??= tabulate();
  const bytes = bytesOf(scalar);
  const { x, y, z } = table.reduce(
    (total, points, place) => sum(total, points[bytes[place]!]!),
    NEUTRAL,
  );
  const inverted = inverse(modulo(z));
  const encoded = bytesOf(modulo(y * inverted));
  if (modulo(x * inverted) & 1n) encoded[31]! |= 0x80;
  return encoded;
}

const modulo = (value: bigint): bigint => ((value % FIELD) + FIELD) % FIELD;
const numberIn = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const bytesOf = (value: bigint): Buffer =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
const hashed = (...parts: Uint8Array[]): bigint =>
  numberIn(createHash('sha512').update(Buffer.concat(parts)).digest()) % ORDER;

const publicKeys = new LimitedMap<bigint, Buffer>(1_000);

function publicKeyOf(scalar: bigint): Buffer {
  const known = publicKeys.get(scalar) ?? encodedMultiple(scalar);
  publicKeys.set(scalar, known);
  return known;
}

/** `privateKey` is an X25519 key of 32 bytes; 64 bytes. */
export function signature(privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  const key = Buffer.from(privateKey);
  key[0]! &= 0xf8;
  key[31]! = (key[31]! & 0x7f) | 0x40;
  const scalar = numberIn(key);
  const publicKey = publicKeyOf(scalar);
  const nonce = hashed(key, message);
  const first = encodedMultiple(nonce);
  const second = bytesOf((nonce + hashed(first, publicKey, message) * scalar) % ORDER);
  second[31]! |= publicKey[31]! & 0x80;
  return new Uint8Array(Buffer.concat([first, second]));
}

const besideClient = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
const besideSignal = createRequire(besideClient.resolve('libsignal/src/curve.js'));

const library: { sign: typeof signature } = besideSignal('curve25519-js');

/** The library's own way to the same bytes. */
export const librarySignature = library.sign;

/** Everybody in this process signs this way from now on. */
export function signFast(): void {
  library.sign = signature;
}
