/**
 * The Double Ratchet: one session between two devices, as immutable values. A message is checked
 * before anything follows from it, so a damaged or forged one leaves the session as it was. See
 * https://signal.org/docs/specifications/doubleratchet/.
 */
import {
  agreement,
  derive,
  hmac,
  isSame,
  type KeyPair,
  type MessageKeys,
  newKeyPair,
  seal,
  unseal,
} from './primitives.ts';
import { decodeWhisper, encodeWhisper, type WhisperMessage } from './wire-format.ts';

/** The keys of messages in one direction, until the ratchet turns. */
export interface Chain {
  /** The counter of the last message that its key has moved past, or -1 before the first. */
  readonly counter: number;
  /** Null when the other side sends nothing more on this chain. */
  readonly key: Buffer | null;
  /** Keys of messages that were skipped, by their counters. */
  readonly skipped: ReadonlyMap<number, Buffer>;
}

export interface ReceivingChain extends Chain {
  /** The other side's ratchet key to which the chain belongs. */
  readonly ratchetKey: Buffer;
}

/**
 * The data with which the other side accepts a session that this side began; sent with each message until the other
 * side has answered.
 */
interface PendingPreKey {
  readonly preKeyId: number | null;
  readonly signedPreKeyId: number;
  readonly baseKey: Buffer;
}

export interface Session {
  readonly registrationId: number;
  readonly remoteIdentity: Buffer;
  /** The key with which the session began; it identifies the session among those of the same device. */
  readonly baseKey: Buffer;
  /** Whether this side began it. */
  readonly isOurs: boolean;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** Null while messages are sent with it. */
  readonly closedAt: number | null;
  readonly rootKey: Buffer;
  readonly ratchet: KeyPair;
  readonly remoteRatchetKey: Buffer;
  /** The last counter of the previous sending chain. */
  readonly previousCounter: number;
  readonly sending: Chain | null;
  /** The newest chain is last. */
  readonly receiving: readonly ReceivingChain[];
  readonly pending: PendingPreKey | null;
}

/** A message that was read, and the session afterwards. */
export interface Opening {
  readonly session: Session;
  readonly plaintext: Buffer;
}

/** The most messages of one chain that may be missing before the current one. */
const AHEAD_MAX = 2_000;
/** The most keys of skipped messages that a chain keeps. */
const SKIPPED_MAX = 2_000;
/** The most chains of the other side's earlier ratchet keys that are kept for late messages. */
const RECEIVING_MAX = 20;
const MAC_BYTES = 8;

/** Returns a chain at its beginning. */
export const newChain = (key: Buffer): Chain => ({ counter: -1, key, skipped: new Map() });

/** Returns the next root key and the key of the chain that begins with this agreement. */
export function dhStep(
  rootKey: Buffer,
  own: KeyPair,
  remote: Buffer,
): [root: Buffer, chain: Buffer] {
  const shared = agreement(own.privateKey, remote);
  const [root = EMPTY, chain = EMPTY] = derive(shared, 'WhisperRatchet', 2, rootKey);
  return [root, chain];
}

const EMPTY = Buffer.alloc(0);

/** Seals a message; store the session before the message is sent. Throws when the session cannot send. */
export function sealWith(
  session: Session,
  ownIdentity: Buffer,
  plaintext: Uint8Array,
): { readonly session: Session; readonly message: Buffer } {
  const { sending, ratchet, previousCounter, remoteIdentity } = session;
  if (sending?.key == null) throw new Error('the session has no chain to send with');
  const { chain, messageKey } = advanced(sending, sending.counter + 1);
  const { cipherKey, macKey, iv } = messageKeysOf(messageKey);
  const body = encodeWhisper({
    ratchetKey: ratchet.publicKey,
    counter: chain.counter,
    previousCounter,
    ciphertext: seal(cipherKey, iv, plaintext),
  });
  const mac = hmac(macKey, ownIdentity, remoteIdentity, body).subarray(0, MAC_BYTES);
  return { session: { ...session, sending: chain }, message: Buffer.concat([body, mac]) };
}

/**
 * Tries to read a message with a session. Returns null when it is not of this session, is damaged,
 * or was read before; throws when it is malformed. `now` is in ms since 1970.
 */
export function openWith(
  session: Session,
  ownIdentity: Buffer,
  message: Uint8Array,
  now: number,
): Opening | null {
  if (message.length <= MAC_BYTES) return null;
  const body = message.subarray(0, -MAC_BYTES);
  const whisper = decodeWhisper(body);
  const found = receivingChain(session, whisper);
  if (found === null) return null;
  const taken = messageKeyAt(found.chain, whisper.counter);
  if (taken === null) return null;
  const { cipherKey, macKey, iv } = messageKeysOf(taken.messageKey);
  const mac = hmac(macKey, session.remoteIdentity, ownIdentity, body).subarray(0, MAC_BYTES);
  if (!isSame(mac, message.subarray(-MAC_BYTES))) return null;
  const plaintext = plainOrNull(cipherKey, iv, whisper.ciphertext);
  if (plaintext === null) return null;
  const chain = { ...taken.chain, ratchetKey: found.chain.ratchetKey };
  const moved = found.isNew ? afterDhStep(session, found, chain) : withChain(session, chain);
  return { session: { ...moved, usedAt: now, pending: null }, plaintext };
}

function plainOrNull(cipherKey: Buffer, iv: Buffer, ciphertext: Buffer): Buffer | null {
  try {
    return unseal(cipherKey, iv, ciphertext);
  } catch {
    return null;
  }
}

function messageKeysOf(messageKey: Buffer): MessageKeys {
  const [cipherKey = EMPTY, macKey = EMPTY, rest = EMPTY] = derive(
    messageKey,
    'WhisperMessageKeys',
    3,
  );
  return { cipherKey, macKey, iv: rest.subarray(0, 16) };
}

const MESSAGE_KEY = Buffer.of(1);
const CHAIN_KEY = Buffer.of(2);

/** A chain after a message was taken from it, and the key of that message. */
interface FoundKey {
  readonly chain: Chain;
  readonly messageKey: Buffer;
}

/** Returns the chain moved to `counter`, which is ahead of it. */
function advanced({ key, counter: from, skipped: known }: Chain, counter: number): FoundKey {
  const skipped = new Map(known);
  let messageKey: Buffer = EMPTY;
  let next: Buffer = key ?? EMPTY;
  for (let at = from + 1; at <= counter; at++) {
    messageKey = hmac(next, MESSAGE_KEY);
    next = hmac(next, CHAIN_KEY);
    if (at < counter) skipped.set(at, messageKey);
  }
  return { chain: { counter, key: next, skipped: newest(skipped) }, messageKey };
}

function newest(skipped: Map<number, Buffer>): Map<number, Buffer> {
  for (const counter of skipped.keys()) {
    if (skipped.size <= SKIPPED_MAX) break;
    skipped.delete(counter);
  }
  return skipped;
}

/** Returns null when the chain cannot have the message, or its key was used. */
function messageKeyAt(
  { counter: at, key, skipped: known }: Chain,
  counter: number,
): FoundKey | null {
  if (counter > at) {
    if (key === null || counter - at > AHEAD_MAX) return null;
    return advanced({ counter: at, key, skipped: known }, counter);
  }
  const messageKey = known.get(counter);
  if (messageKey === undefined) return null;
  const skipped = new Map(known);
  skipped.delete(counter);
  return { chain: { counter: at, key, skipped }, messageKey };
}

interface FoundChain {
  readonly chain: ReceivingChain;
  /** The ratchet turns with this message. */
  readonly isNew: boolean;
  readonly rootKey: Buffer;
  /** The last counter that the other side used on the previous chain. */
  readonly previousCounter: number;
}

/** Returns null when it cannot be a message of this session. */
function receivingChain(
  session: Session,
  { ratchetKey, previousCounter }: WhisperMessage,
): FoundChain | null {
  const known = session.receiving.find((chain) => chain.ratchetKey.equals(ratchetKey));
  const { rootKey } = session;
  if (known) return { chain: known, isNew: false, rootKey, previousCounter };
  const last = session.receiving.at(-1);
  if (last && previousCounter - last.counter > AHEAD_MAX) return null;
  const [root, key] = dhStep(rootKey, session.ratchet, ratchetKey);
  // The key is copied, since a slice would keep the whole message in memory.
  const chain = { ...newChain(key), ratchetKey: Buffer.from(ratchetKey) };
  return { chain, isNew: true, rootKey: root, previousCounter };
}

const withChain = (session: Session, chain: ReceivingChain): Session => ({
  ...session,
  receiving: session.receiving.map((one) =>
    one.ratchetKey.equals(chain.ratchetKey) ? chain : one,
  ),
});

/** Returns the session after the other side's next ratchet key, with a new ratchet key of this side. */
function afterDhStep(session: Session, found: FoundChain, chain: ReceivingChain): Session {
  const ratchet = newKeyPair();
  const [rootKey, key] = dhStep(found.rootKey, ratchet, chain.ratchetKey);
  const earlier = session.receiving.map((one, place) =>
    place === session.receiving.length - 1 ? closedChain(one, found.previousCounter) : one,
  );
  return {
    ...session,
    rootKey,
    ratchet,
    remoteRatchetKey: chain.ratchetKey,
    previousCounter: Math.max(session.sending?.counter ?? session.previousCounter, 0),
    sending: newChain(key),
    receiving: [...earlier, chain].slice(-RECEIVING_MAX),
  };
}

/** Returns the chain with only the keys of messages that may still come late. */
function closedChain(chain: ReceivingChain, lastCounter: number): ReceivingChain {
  if (chain.key === null || lastCounter <= chain.counter) return { ...chain, key: null };
  const { chain: filled, messageKey } = advanced(chain, lastCounter);
  const skipped = new Map(filled.skipped).set(lastCounter, messageKey);
  const { ratchetKey } = chain;
  return { ratchetKey, counter: filled.counter, key: null, skipped: newest(skipped) };
}
