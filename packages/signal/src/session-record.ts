/**
 * Holds the sessions with one device as one value. It is stored in the form of libsignal-node, so that devices that
 * used it go on, also after going back to it.
 */
import { type Opening, openWith, type ReceivingChain, type Session } from './ratchet.ts';
import { type Fields, record } from './stored-keys.ts';
import { yieldToEventLoop } from './turns.ts';

/** The most sessions of one device that are kept for late messages. */
const SESSIONS_MAX = 40;

/** Numbers in the stored form for the two kinds of base keys and of chains. */
const OURS = 1;
const THEIRS = 2;
const SENDING = 1;
const RECEIVING = 2;
const OPEN = -1;

export class SessionRecord {
  /** First the session for sending, if there is one, then the others, most recently used first. */
  readonly sessions: readonly Session[];

  constructor(sessions: readonly Session[] = []) {
    this.sessions = sessions;
  }

  /** The session with which messages are sent, or null when one must be begun first. */
  get open(): Session | null {
    const [first] = this.sessions;
    return first?.closedAt === null ? first : null;
  }

  /** Returns the record with `session`, which sends messages from now on. */
  withOpen(session: Session, now: number): SessionRecord {
    const others = this.sessions
      .filter(({ baseKey }) => !baseKey.equals(session.baseKey))
      .map((other) => (other.closedAt === null ? { ...other, closedAt: now } : other));
    return new SessionRecord([{ ...session, closedAt: null }, ...others].slice(0, SESSIONS_MAX));
  }

  /**
   * Returns the record with the sessions of another one added, which send messages only if this one has none that does.
   */
  withOlder(other: SessionRecord): SessionRecord {
    const known = new Set(this.sessions.map(({ baseKey }) => text(baseKey)));
    const isOpen = this.open !== null;
    const older = other.sessions
      .filter(({ baseKey }) => !known.has(text(baseKey)))
      .map((one) => (isOpen && one.closedAt === null ? { ...one, closedAt: one.usedAt } : one));
    return new SessionRecord(ranked([...this.sessions, ...older]).slice(0, SESSIONS_MAX));
  }

  /** Returns the session that the other side began with this key, or null. */
  begunWith(baseKey: Uint8Array): Session | null {
    return (
      this.sessions.find((session) => !session.isOurs && session.baseKey.equals(baseKey)) ?? null
    );
  }

  /**
   * Tries to read a message with each session, since a device may still use an earlier one. Null when none opens it.
   */
  async opening(ownIdentity: Buffer, message: Uint8Array, now: number): Promise<Opening | null> {
    for (const [place, session] of this.sessions.entries()) {
      // A message that is crafted to fit none takes up to 10 ms with each.
      if (place > 0) await yieldToEventLoop();
      const opening = openWith(session, ownIdentity, message, now);
      if (opening !== null) return opening;
    }
    return null;
  }

  /** Returns the stored form. */
  toJSON(): unknown {
    const entries = this.sessions.map((one) => [text(one.baseKey), toStored(one)]);
    return { _sessions: Object.fromEntries(entries), version: 'v1' };
  }

  /** Reads the stored form, or returns what was read before. An unreadable session is omitted. */
  static from(stored: unknown): SessionRecord {
    if (stored instanceof SessionRecord) return stored;
    const { _sessions: all } = record(stored);
    const sessions = Object.values(record(all)).flatMap((one) => fromStored(record(one)) ?? []);
    return new SessionRecord(ranked(sessions));
  }
}

const rank = ({ closedAt, usedAt }: Session) => (closedAt === null ? Number.MAX_VALUE : usedAt);
const ranked = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((one, other) => rank(other) - rank(one));

function toStored(session: Session): object {
  const { ratchet, sending, pending } = session;
  const chains = session.receiving.map((chain) => [
    text(chain.ratchetKey),
    storedChain(chain, RECEIVING),
  ]);
  if (sending) chains.push([text(ratchet.publicKey), storedChain(sending, SENDING)]);
  return {
    registrationId: session.registrationId,
    currentRatchet: {
      ephemeralKeyPair: { pubKey: text(ratchet.publicKey), privKey: text(ratchet.privateKey) },
      lastRemoteEphemeralKey: text(session.remoteRatchetKey),
      previousCounter: session.previousCounter,
      rootKey: text(session.rootKey),
    },
    indexInfo: {
      baseKey: text(session.baseKey),
      baseKeyType: session.isOurs ? OURS : THEIRS,
      closed: session.closedAt ?? OPEN,
      used: session.usedAt,
      created: session.createdAt,
      remoteIdentityKey: text(session.remoteIdentity),
    },
    _chains: Object.fromEntries(chains),
    ...(pending && {
      pendingPreKey: {
        signedKeyId: pending.signedPreKeyId,
        baseKey: text(pending.baseKey),
        ...(pending.preKeyId !== null && { preKeyId: pending.preKeyId }),
      },
    }),
  };
}

const storedChain = (
  { counter, key, skipped }: Pick<ReceivingChain, 'counter' | 'key' | 'skipped'>,
  chainType: number,
): object => ({
  chainKey: { counter, ...(key && { key: text(key) }) },
  chainType,
  messageKeys: Object.fromEntries([...skipped].map(([at, messageKey]) => [at, text(messageKey)])),
});

/** Returns null when a part is missing, so that nothing can be read or sent with it. */
function fromStored(stored: Fields): Session | null {
  const ratchet = record(stored.currentRatchet);
  const own = record(ratchet.ephemeralKeyPair);
  const index = record(stored.indexInfo);
  const publicKey = bytes(own.pubKey);
  const chains = Object.entries(record(stored._chains)).map(([key, value]) => ({
    ...chainFrom(record(value)),
    ratchetKey: Buffer.from(key, 'base64'),
  }));
  const sending = chains.find(({ type }) => type === SENDING) ?? null;
  const session = {
    registrationId: number(stored.registrationId),
    remoteIdentity: bytes(index.remoteIdentityKey),
    baseKey: bytes(index.baseKey),
    isOurs: index.baseKeyType === OURS,
    createdAt: number(index.created),
    usedAt: number(index.used),
    closedAt: index.closed === OPEN ? null : number(index.closed),
    rootKey: bytes(ratchet.rootKey),
    ratchet: { publicKey, privateKey: bytes(own.privKey) },
    remoteRatchetKey: bytes(ratchet.lastRemoteEphemeralKey),
    previousCounter: number(ratchet.previousCounter),
    sending: sending && { counter: sending.counter, key: sending.key, skipped: sending.skipped },
    receiving: chains
      .filter(({ type }) => type === RECEIVING)
      .map(({ type: _, ...chain }) => chain),
    pending: pendingFrom(stored.pendingPreKey),
  };
  const { remoteIdentity, baseKey, rootKey } = session;
  const needed = [remoteIdentity, baseKey, rootKey, publicKey, session.ratchet.privateKey];
  return needed.every(({ length }) => length >= 32) ? session : null;
}

function chainFrom({ chainKey, chainType, messageKeys }: Fields) {
  const { counter, key } = record(chainKey);
  const skipped = Object.entries(record(messageKeys));
  return {
    type: chainType,
    counter: number(counter, -1),
    key: key === undefined ? null : bytes(key),
    skipped: new Map(skipped.map(([at, messageKey]) => [Number(at), bytes(messageKey)])),
  };
}

function pendingFrom(stored: unknown): Session['pending'] {
  if (stored === undefined) return null;
  const { preKeyId, signedKeyId, baseKey } = record(stored);
  return {
    preKeyId: typeof preKeyId === 'number' ? preKeyId : null,
    signedPreKeyId: number(signedKeyId),
    baseKey: bytes(baseKey),
  };
}

const number = (value: unknown, missing = 0): number =>
  typeof value === 'number' ? value : missing;
const text = (value: Uint8Array): string => Buffer.from(value).toString('base64');
const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : '', 'base64');
