/** Makes the keys and proofs of a passkey ceremony with WhatsApp. Pure except for random bytes. */
import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Baileys, KeyPair } from './engine/surface.ts';

const HANDOFF_INFO = 'shortcake-passkey-handoff-v1';
const PAIRING_INFO = 'Pairing Information Encryption Key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
/** Five bytes are eight characters of five bits. */
const CODE_BYTES = 5;

/** The key with which this device proves that the phone has read its code. `advSecret` is base64. */
export const handoffKey = (advSecret: string): Buffer =>
  derived(Buffer.from(advSecret, 'base64'), '', HANDOFF_INFO);

export const handoffProof = (key: Uint8Array, prologue: Uint8Array): Buffer =>
  createHmac('sha256', key).update(prologue).digest();

/** This device's part of one ceremony. */
export interface CompanionKeys {
  readonly ephemeral: KeyPair;
  readonly nonce: Buffer;
  readonly ref: string;
  /** The `DeviceProps.PlatformType` with which this device has registered. */
  readonly deviceType: number;
  /** The public part, in which the nonce is only committed to. */
  readonly prologue: Uint8Array;
}

export function newCompanionKeys(
  { Curve, proto }: Baileys,
  ref: string,
  deviceType: number,
): CompanionKeys {
  const ephemeral = Curve.generateKeyPair();
  const nonce = randomBytes(KEY_BYTES);
  const identity = { publicKey: ephemeral.public, deviceType, ref };
  const companionEphemeralIdentity = proto.CompanionEphemeralIdentity.encode(identity).finish();
  const hash = createHash('sha256').update(companionEphemeralIdentity).update(nonce).digest();
  const payload = { companionEphemeralIdentity, commitment: { hash } };
  const prologue = proto.ProloguePayload.encode(payload).finish();
  return { ephemeral, nonce, ref, deviceType, prologue };
}

/** The phone's part of the key agreement. Both values have 32 bytes. */
export interface PrimaryIdentity {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Returns null when the bytes are not an identity. */
export function readPrimaryIdentity({ proto }: Baileys, bytes: Uint8Array): PrimaryIdentity | null {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
    if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return null;
    return { publicKey, nonce };
  } catch {
    return null;
  }
}

/** Returns the key that seals the pairing request for the phone. */
export function agreedKey(
  { Curve }: Baileys,
  own: CompanionKeys,
  primary: PrimaryIdentity,
): Buffer {
  const shared = Curve.sharedKey(own.ephemeral.private, primary.publicKey);
  const salt = `Companion Pairing ${own.deviceType} with ref ${own.ref}`;
  return derived(shared, salt, PAIRING_INFO);
}

/** Returns a code such as `ABCD-1234`. The phone shows another one when somebody in between has replaced its keys. */
export function codeToCompare(
  { bytesToCrockford }: Baileys,
  own: CompanionKeys,
  primary: PrimaryIdentity,
): string {
  const digest = createHash('sha256').update(own.nonce).update(primary.publicKey).digest();
  const bytes = digest.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (primary.nonce[at] ?? 0));
  const code = bytesToCrockford(Buffer.from(bytes));
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Returns the keys that the phone has to confirm, sealed with the agreed key. */
export function sealedPairingRequest(
  { proto }: Baileys,
  key: Uint8Array,
  keys: {
    readonly companionPublicKey: Uint8Array;
    readonly companionIdentityKey: Uint8Array;
    readonly advSecret: Uint8Array;
  },
): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const request = proto.PairingRequest.encode(keys).finish();
  const encryptedPayload = Buffer.concat([
    cipher.update(request),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

const derived = (secret: Uint8Array, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES));
