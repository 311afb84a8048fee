/**
 * Encodes the four messages of the Signal protocol: a version byte, a protobuf of few fields, and
 * what authenticates it. A protobuf library would have to be loaded at every start for these.
 */

/** A sealed message of a session. */
export interface WhisperMessage {
  /** The sender's ratchet key. */
  readonly ratchetKey: Buffer;
  readonly counter: number;
  /** The last counter of the sender's previous chain. */
  readonly previousCounter: number;
  readonly ciphertext: Buffer;
}

/** One of the first messages of a session, which carry what the receiver needs to accept it. */
export interface PreKeyMessage {
  readonly registrationId: number;
  /** Null when the sender found no one-time key. */
  readonly preKeyId: number | null;
  readonly signedPreKeyId: number;
  readonly baseKey: Buffer;
  readonly identityKey: Buffer;
  /** A whole message of the session. */
  readonly message: Buffer;
}

export interface GroupMessage {
  readonly keyId: number;
  readonly iteration: number;
  readonly ciphertext: Buffer;
}

/** The data with which a member of a group reads its author's messages from `iteration` on. */
export interface SenderKeyDistribution {
  readonly keyId: number;
  readonly iteration: number;
  readonly chainKey: Buffer;
  readonly signingKey: Buffer;
}

const VERSION = 3;
const VERSION_BYTE = (VERSION << 4) | VERSION;

const KEY_BYTES = 32;
/** A public key has its type in front. */
const PUBLIC_KEY_BYTES = 33;

type Field = number | Uint8Array;

/** The upper half of the first byte is the version of the message, the lower half the newest that its sender knows. */
function withoutVersion(bytes: Uint8Array): Buffer {
  if ((bytes[0] ?? 0) >> 4 !== VERSION)
    throw new Error('the message has a version of the protocol that is not supported');
  return Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1);
}

const withVersion = (fields: readonly (readonly [number, Field])[]): Buffer =>
  Buffer.concat([Buffer.of(VERSION_BYTE), ...fields.flatMap(([tag, value]) => field(tag, value))]);

export const encodeWhisper = (message: WhisperMessage): Buffer =>
  withVersion([
    [1, message.ratchetKey],
    [2, message.counter],
    [3, message.previousCounter],
    [4, message.ciphertext],
  ]);

/** `bytes` includes the version, not the code that authenticates them. Throws when the message is malformed. */
export function decodeWhisper(bytes: Uint8Array): WhisperMessage {
  const fields = fieldsIn(withoutVersion(bytes));
  return {
    ratchetKey: keyOf(fields, 1, PUBLIC_KEY_BYTES),
    counter: numberOf(fields, 2),
    previousCounter: numberOf(fields, 3, 0),
    ciphertext: bytesOf(fields, 4),
  };
}

export const encodePreKeyMessage = (message: PreKeyMessage): Buffer =>
  withVersion([
    ...(message.preKeyId === null ? [] : [[1, message.preKeyId] as const]),
    [2, message.baseKey],
    [3, message.identityKey],
    [4, message.message],
    [5, message.registrationId],
    [6, message.signedPreKeyId],
  ]);

/** Throws when the message is malformed. */
export function decodePreKeyMessage(bytes: Uint8Array): PreKeyMessage {
  const fields = fieldsIn(withoutVersion(bytes));
  return {
    preKeyId: fields.has(1) ? numberOf(fields, 1) : null,
    baseKey: keyOf(fields, 2, PUBLIC_KEY_BYTES),
    identityKey: keyOf(fields, 3, PUBLIC_KEY_BYTES),
    message: bytesOf(fields, 4),
    registrationId: numberOf(fields, 5, 0),
    signedPreKeyId: numberOf(fields, 6, 0),
  };
}

export const encodeGroupMessage = (message: GroupMessage): Buffer =>
  withVersion([
    [1, message.keyId],
    [2, message.iteration],
    [3, message.ciphertext],
  ]);

/** `bytes` includes the version, not the signature. Throws when the message is malformed. */
export function decodeGroupMessage(bytes: Uint8Array): GroupMessage {
  const fields = fieldsIn(withoutVersion(bytes));
  return {
    keyId: numberOf(fields, 1),
    iteration: numberOf(fields, 2),
    ciphertext: bytesOf(fields, 3),
  };
}

export const encodeDistribution = (message: SenderKeyDistribution): Buffer =>
  withVersion([
    [1, message.keyId],
    [2, message.iteration],
    [3, message.chainKey],
    [4, message.signingKey],
  ]);

/** Throws when the message is malformed. */
export function decodeDistribution(bytes: Uint8Array): SenderKeyDistribution {
  const fields = fieldsIn(withoutVersion(bytes));
  return {
    keyId: numberOf(fields, 1),
    iteration: numberOf(fields, 2),
    chainKey: keyOf(fields, 3, KEY_BYTES),
    signingKey: keyOf(fields, 4, PUBLIC_KEY_BYTES),
  };
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

function field(tag: number, value: Field): Buffer[] {
  return typeof value === 'number'
    ? [varint((tag << 3) | VARINT), varint(value)]
    : [varint((tag << 3) | LENGTH_DELIMITED), varint(value.length), Buffer.from(value)];
}

/** Encodes an unsigned number of 32 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}

/** Returns the fields by number; of a repeated field, the last. */
function fieldsIn(bytes: Buffer): ReadonlyMap<number, number | Buffer> {
  const fields = new Map<number, number | Buffer>();
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw malformed();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw malformed();
  };
  const piece = (length: number): Buffer => {
    if (length > bytes.length - at) throw malformed();
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = number();
    const type = key & 7;
    if (type === VARINT) fields.set(key >>> 3, number());
    else if (type === LENGTH_DELIMITED) fields.set(key >>> 3, piece(number()));
    else if (type === FIXED64 || type === FIXED32) piece(type === FIXED64 ? 8 : 4);
    else throw malformed();
  }
  return fields;
}

function bytesOf(fields: ReadonlyMap<number, number | Buffer>, tag: number): Buffer {
  const value = fields.get(tag);
  if (!Buffer.isBuffer(value)) throw malformed();
  return value;
}

function keyOf(
  fields: ReadonlyMap<number, number | Buffer>,
  tag: number,
  length: typeof KEY_BYTES | typeof PUBLIC_KEY_BYTES,
): Buffer {
  const key = bytesOf(fields, tag);
  if (key.length !== length) throw malformed();
  return key;
}

function numberOf(
  fields: ReadonlyMap<number, number | Buffer>,
  tag: number,
  missing?: number,
): number {
  const value = fields.get(tag) ?? missing;
  if (typeof value !== 'number') throw malformed();
  return value;
}

const malformed = (): Error => new Error('the message is malformed');
