/** Seals and reads messages to groups: each author has a chain, whose key they have sent to the members. */
import { randomBytes, randomInt } from 'node:crypto';
import { bareKey, derive, hmac, newKeyPair, seal, typedKey, unseal } from './primitives.ts';
import { isSignatureOf } from './signatures.ts';
import { sign } from './signing.ts';
import {
  decodeGroupMessage,
  encodeDistribution,
  encodeGroupMessage,
  type SenderKeyDistribution,
} from './wire-format.ts';

/** One chain of an author in a group. */
export interface SenderKey {
  readonly keyId: number;
  /** The iteration of the next message. */
  readonly iteration: number;
  readonly chainKey: Buffer;
  readonly signing: { readonly publicKey: Buffer; readonly privateKey: Buffer | null };
  /** Keys of messages that were skipped, by their iterations. */
  readonly skipped: ReadonlyMap<number, Buffer>;
}

/**
 * The most messages of one chain that may be missing before the current one, and the most of their keys that are kept.
 */
const AHEAD_MAX = 2_000;
/** The most chains of one author that are kept: messages of an earlier one may arrive late. */
const KEYS_MAX = 5;
const SIGNATURE_BYTES = 64;
const MESSAGE_KEY = Buffer.of(1);
const CHAIN_KEY = Buffer.of(2);
const KEY_ID_MAX = 2 ** 31 - 1;

/** Why a message of a group cannot be read. */
type GroupProblem = 'unknown-key' | 'bad-signature' | 'used' | 'too-far-ahead' | 'damaged';

type GroupOpening =
  | { readonly record: SenderKeyRecord; readonly plaintext: Buffer }
  | { readonly problem: GroupProblem };

export class SenderKeyRecord {
  /** The newest chain is last. */
  readonly keys: readonly SenderKey[];

  constructor(keys: readonly SenderKey[] = []) {
    this.keys = keys;
  }

  /** Returns this side's own chain, and makes it if necessary. */
  static own(record: SenderKeyRecord): {
    readonly record: SenderKeyRecord;
    readonly key: SenderKey;
  } {
    const key = record.keys.at(-1);
    if (key?.signing.privateKey) return { record, key };
    const made: SenderKey = {
      keyId: randomInt(KEY_ID_MAX),
      iteration: 0,
      chainKey: randomBytes(32),
      signing: newKeyPair(),
      skipped: new Map(),
    };
    return { record: new SenderKeyRecord([made]), key: made };
  }

  /** Adds the chain that a member has sent; a chain that is known already keeps its place. */
  learned({ keyId, iteration, chainKey, signingKey }: SenderKeyDistribution): SenderKeyRecord {
    const publicKey = typedKey(signingKey);
    const isKnown = (key: SenderKey) =>
      key.keyId === keyId && key.signing.publicKey.equals(publicKey);
    const known = this.keys.find(isKnown);
    const signing = { publicKey, privateKey: null };
    const copy = Buffer.from(chainKey);
    const key = known ?? { keyId, iteration, chainKey: copy, signing, skipped: new Map() };
    const others = this.keys.filter((one) => one.keyId !== keyId);
    return new SenderKeyRecord([...others, key].slice(-KEYS_MAX));
  }

  /** Returns the record with the chains of another one, which are older than its own. */
  withOlder(other: SenderKeyRecord): SenderKeyRecord {
    const known = new Set(this.keys.map(({ keyId }) => keyId));
    const older = other.keys.filter(({ keyId }) => !known.has(keyId));
    return new SenderKeyRecord([...older, ...this.keys].slice(-KEYS_MAX));
  }

  /** Seals with the newest chain, which must be this side's own. Store the record before the message is sent. */
  async sealed(plaintext: Uint8Array): Promise<{ record: SenderKeyRecord; message: Buffer }> {
    const key = this.keys.at(-1);
    const privateKey = key?.signing.privateKey;
    if (!key || !privateKey) throw new Error('the group has no own key');
    const { keyId, iteration, chainKey } = key;
    const { cipherKey, iv } = groupKeysOf(hmac(chainKey, MESSAGE_KEY));
    const ciphertext = seal(cipherKey, iv, plaintext);
    const body = encodeGroupMessage({ keyId, iteration, ciphertext });
    const message = Buffer.concat([body, await sign(privateKey, body)]);
    const next = { ...key, iteration: iteration + 1, chainKey: hmac(chainKey, CHAIN_KEY) };
    // This side never reads its own messages, so no key of a message is kept.
    return { record: this.#with({ ...next, skipped: new Map() }), message };
  }

  /** Reads a message; throws when it is malformed. */
  opened(message: Uint8Array): GroupOpening {
    const body = message.subarray(0, -SIGNATURE_BYTES);
    const { keyId, iteration, ciphertext } = decodeGroupMessage(body);
    const key = this.keys.findLast((one) => one.keyId === keyId);
    if (key === undefined) return { problem: 'unknown-key' };
    const signature = message.subarray(-SIGNATURE_BYTES);
    if (!isSignatureOf(bareKey(key.signing.publicKey), body, signature))
      return { problem: 'bad-signature' };
    const found = messageKeyAt(key, iteration);
    if ('problem' in found) return found;
    const { cipherKey, iv } = groupKeysOf(found.messageKey);
    try {
      return { record: this.#with(found.key), plaintext: unseal(cipherKey, iv, ciphertext) };
    } catch {
      return { problem: 'damaged' };
    }
  }

  #with(key: SenderKey): SenderKeyRecord {
    return new SenderKeyRecord(this.keys.map((one) => (one.keyId === key.keyId ? key : one)));
  }

  /** Returns the stored form: the bytes of a JSON text, as libsignal-node writes it. */
  toJSON(): unknown {
    const states = this.keys.map(({ keyId, iteration, chainKey, signing, skipped }) => ({
      senderKeyId: keyId,
      senderChainKey: { iteration, seed: stored(chainKey) },
      senderSigningKey: {
        public: stored(signing.publicKey),
        private: stored(signing.privateKey ?? Buffer.alloc(0)),
      },
      senderMessageKeys: [...skipped].map(([at, seed]) => ({ iteration: at, seed: stored(seed) })),
    }));
    return Buffer.from(JSON.stringify(states));
  }

  /** Reads the stored form, or returns what was read before. */
  static from(value: unknown): SenderKeyRecord {
    if (value instanceof SenderKeyRecord) return value;
    if (value === undefined || value === null) return new SenderKeyRecord();
    const states: unknown = JSON.parse(bytes(value).toString());
    return new SenderKeyRecord(Array.isArray(states) ? states.map(keyFrom) : []);
  }
}

/** Returns what members need to read what this side sends from now on. */
export const distributionOf = ({ keyId, iteration, chainKey, signing }: SenderKey): Buffer =>
  encodeDistribution({ keyId, iteration, chainKey, signingKey: signing.publicKey });

function groupKeysOf(messageKey: Buffer): { readonly cipherKey: Buffer; readonly iv: Buffer } {
  const derived = Buffer.concat(derive(messageKey, 'WhisperGroup', 2));
  return { iv: derived.subarray(0, 16), cipherKey: derived.subarray(16, 48) };
}

/** Returns the key of a message, and the chain after it. */
function messageKeyAt(
  key: SenderKey,
  iteration: number,
): { readonly key: SenderKey; readonly messageKey: Buffer } | { readonly problem: GroupProblem } {
  const skipped = new Map(key.skipped);
  if (iteration < key.iteration) {
    const messageKey = skipped.get(iteration);
    if (messageKey === undefined) return { problem: 'used' };
    skipped.delete(iteration);
    return { key: { ...key, skipped }, messageKey };
  }
  if (iteration - key.iteration > AHEAD_MAX) return { problem: 'too-far-ahead' };
  let { chainKey } = key;
  for (let at = key.iteration; at < iteration; at++) {
    skipped.set(at, hmac(chainKey, MESSAGE_KEY));
    chainKey = hmac(chainKey, CHAIN_KEY);
  }
  for (const at of skipped.keys()) {
    if (skipped.size <= AHEAD_MAX) break;
    skipped.delete(at);
  }
  const messageKey = hmac(chainKey, MESSAGE_KEY);
  const next = { ...key, iteration: iteration + 1, chainKey: hmac(chainKey, CHAIN_KEY), skipped };
  return { key: next, messageKey };
}

interface StoredState {
  readonly senderKeyId?: unknown;
  readonly senderChainKey?: { readonly iteration?: unknown; readonly seed?: unknown };
  readonly senderSigningKey?: { readonly public?: unknown; readonly private?: unknown };
  readonly senderMessageKeys?: unknown;
}

function keyFrom(state: StoredState): SenderKey {
  const { senderKeyId, senderChainKey: chain, senderSigningKey: signing } = state;
  const all = Array.isArray(state.senderMessageKeys) ? state.senderMessageKeys : [];
  const privateKey = bytes(signing?.private);
  return {
    keyId: Number(senderKeyId ?? 0),
    iteration: Number(chain?.iteration ?? 0),
    chainKey: bytes(chain?.seed),
    signing: {
      publicKey: typedKey(bytes(signing?.public)),
      privateKey: privateKey.length === 32 ? privateKey : null,
    },
    skipped: new Map(
      all.map(({ iteration, seed }: { iteration: number; seed: unknown }) => [
        iteration,
        bytes(seed),
      ]),
    ),
  };
}

const stored = (value: Buffer) => ({ type: 'Buffer', data: value.toString('base64') });

/** Reads bytes in any of their stored forms: as they are, as base64, or as JSON of a Buffer. */
function bytes(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value === 'string') return Buffer.from(value, 'base64');
  if (typeof value !== 'object' || value === null) return Buffer.alloc(0);
  const { data = Object.values(value) } = value as { readonly data?: unknown };
  return typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data as number[]);
}
