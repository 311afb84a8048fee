/**
 * Makes XEdDSA signatures with X25519 keys. The script that libsignal-node brings needs about 4 ms for each and blocks
 * everything during that time. See https://signal.org/docs/specifications/xeddsa/.
 */
import { createHash, randomBytes } from 'node:crypto';
import { yieldToEventLoop } from './turns.ts';

type Curve = typeof import('@noble/curves/ed25519.js').ed25519;

/** The package's own table, for 6 bits, takes twice as long to make, and signing is hardly quicker with it. */
const WINDOW_BITS = 4;

/** It is loaded with the first message to a group. */
let loading: Promise<Curve> | null = null;

const curve = (): Promise<Curve> => {
  loading ??= import('@noble/curves/ed25519.js').then(async ({ ed25519 }) => {
    await prepareForSigning(ed25519.Point.BASE);
    return ed25519;
  });
  return loading;
};

/**
 * Makes the table with which the curve's base point is multiplied. Loading the package takes about 12 ms, its check of the
 * curve 5 and the table 6, so each has a turn of the event loop of its own: the package checks the curve with its first table,
 * which is therefore the smallest.
 */
export async function prepareForSigning(base: Pick<Curve['Point']['BASE'], 'precompute'>) {
  for (const bits of [1, WINDOW_BITS]) {
    await yieldToEventLoop();
    base.precompute(bits, false);
  }
  await yieldToEventLoop();
}

/** The hash for the nonce begins with this, and no encoded point does. */
const NONCE_PREFIX = Buffer.concat([Buffer.of(0xfe), Buffer.alloc(31, 0xff)]);

/** Returns 64 bytes; `privateKey` is an X25519 key of 32 bytes. */
export async function sign(privateKey: Uint8Array, message: Uint8Array): Promise<Buffer> {
  const { Point } = await curve();
  const { Fn, BASE } = Point;
  const order = Fn.ORDER;
  const multiple = (scalar: bigint): Buffer => Buffer.from(BASE.multiply(scalar).toBytes());
  const clamped = Fn.create(numberIn(clampedKey(privateKey)));
  const encoded = multiple(clamped);
  const isNegative = (encoded.readUInt8(31) & 0x80) !== 0;
  const scalar = isNegative ? order - clamped : clamped;
  encoded.writeUInt8(encoded.readUInt8(31) & 0x7f, 31);
  const nonce = Fn.create(hashed(NONCE_PREFIX, bytesOf(scalar), message, randomBytes(64)));
  const first = multiple(nonce);
  const challenge = Fn.create(hashed(first, encoded, message));
  return Buffer.concat([first, bytesOf(Fn.create(nonce + challenge * scalar))]);
}

function clampedKey(privateKey: Uint8Array): Buffer {
  const key = Buffer.from(privateKey);
  key.writeUInt8(key.readUInt8(0) & 0xf8, 0);
  key.writeUInt8((key.readUInt8(31) & 0x7f) | 0x40, 31);
  return key;
}

const hashed = (...parts: readonly Uint8Array[]): bigint =>
  numberIn(createHash('sha512').update(Buffer.concat(parts)).digest());

/** Reads little-endian bytes. */
const numberIn = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

const bytesOf = (value: bigint): Buffer =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
