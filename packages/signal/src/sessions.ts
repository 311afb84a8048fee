/** Reads and seals messages of single devices with the sessions that are stored for them. */
import { acceptSession, beginSession, type PreKeyBundle } from './key-agreement.ts';
import { LimitedMap } from './limited-map.ts';
import { HOSTED_DEVICE, LID_JID, type PersonLocks } from './person-locks.ts';
import type {
  AddressBook,
  Credentials,
  KeyStore,
  KeyStoreWithTransactions,
  Logger,
  SystemTime,
} from './ports.ts';
import { type KeyPair, typedKey } from './primitives.ts';
import { type Opening, openWith, type Session, sealWith } from './ratchet.ts';
import { SessionRecord } from './session-record.ts';
import { bytesOrNull, pairOf, pairOrNull } from './stored-keys.ts';
import { TurnPace } from './turns.ts';
import { decodePreKeyMessage, encodePreKeyMessage, type PreKeyMessage } from './wire-format.ts';

/** A device of a contact that has another identity than before. */
export interface IdentityChange {
  readonly jid: string;
  readonly identity: Buffer;
  /** The base key of the session that was last used with the earlier identity. */
  readonly formerBaseKey: Buffer;
}

interface SessionsDeps {
  readonly creds: Credentials;
  readonly keys: KeyStoreWithTransactions;
  /** The same keys, which change at once. */
  readonly plainKeys: KeyStore;
  readonly book: AddressBook;
  readonly persons: PersonLocks;
  /** Called with a proven change before it is stored; if it rejects, nothing is stored. Null if nobody listens. */
  readonly identityChanged: ((change: IdentityChange) => Promise<void>) | null;
  readonly clock: SystemTime;
  readonly logger: Logger;
}

/** `pkmsg` carries what the receiver needs to accept the session. */
export interface Ciphertext {
  type: 'pkmsg' | 'msg';
  ciphertext: Uint8Array;
}

/** A message to a large group is sealed for each device, and sessions begin with the new ones: see `TurnPace`. */
const SEALED_PER_TURN = 20;
const BEGUN_PER_TURN = 2;

/** The most devices that are remembered because their sessions have to begin again. */
const RENEWED_MAX = 1_000;

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #own: KeyPair;
  readonly #sealing = new TurnPace(SEALED_PER_TURN);
  readonly #beginning = new TurnPace(BEGUN_PER_TURN);
  readonly #renewed = new LimitedMap<string, true>(RENEWED_MAX);

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#own = pairOf(deps.creds.signedIdentityKey);
  }

  /** Rejects, and changes nothing, when the message cannot be read or was read before. */
  read(jid: string, type: 'pkmsg' | 'msg', ciphertext: Uint8Array): Promise<Buffer> {
    return this.#deps.persons.run(jid, async (address) => {
      const record = await this.#recordAt(address);
      if (type === 'pkmsg')
        return this.#readFirst(jid, address, record, decodePreKeyMessage(ciphertext));
      if (record.sessions.length === 0) throw new Error('No session record');
      const now = this.#deps.clock.now();
      const { session, plaintext } = opened(
        await record.opening(this.#own.publicKey, ciphertext, now),
      );
      await this.#store(address, record, session);
      return plaintext;
    });
  }

  /** Rejects when no session is open. */
  async seal(jid: string, data: Uint8Array): Promise<Ciphertext> {
    const { persons, plainKeys } = this.#deps;
    await this.#sealing.pass();
    return await persons.runAlone(jid, async (address) => {
      const record = await this.#recordAt(address, plainKeys);
      if (record.open === null) throw new Error('No open session');
      const { session, message } = sealWith(record.open, this.#own.publicKey, data);
      await this.#store(address, record, session, plainKeys);
      const { pending } = session;
      if (pending === null) return { type: 'msg', ciphertext: message };
      const { registrationId } = this.#deps.creds;
      const first = { ...pending, registrationId, identityKey: this.#own.publicKey, message };
      return { type: 'pkmsg', ciphertext: encodePreKeyMessage(first) };
    });
  }

  /**
   * Begins a session with the keys of a device, unless one with the same device is open: Baileys asks for keys on
   * each connection, and replacing a session would make messages unreadable that are on their way. `renew` allows
   * replacing it. Rejects for keys that the device has not signed.
   */
  async begin(jid: string, bundle: PreKeyBundle): Promise<void> {
    const { persons, clock } = this.#deps;
    await this.#beginning.pass();
    await persons.run(jid, async (address) => {
      const record = await this.#recordAt(address);
      const { open } = record;
      const isSamePerson = open?.remoteIdentity.equals(typedKey(bundle.identityKey)) ?? true;
      const isKept = isSamePerson && open?.registrationId === bundle.registrationId;
      const isRenewed = await this.#isRenewed(jid);
      if (isKept && !isRenewed) return;
      const session = beginSession(this.#own, bundle, clock.now());
      await this.#store(address, await this.#withIdentity(jid, address, record, session), session);
    });
  }

  /** Notes that the device could not read a message, so that its next keys begin a new session. */
  renew(jid: string): void {
    this.#renewed.set(this.#deps.book.jidToSignalProtocolAddress(jid), true);
  }

  /** Tells whether `renew` has named the device, by its number or its LID. */
  async #isRenewed(jid: string): Promise<boolean> {
    const { book } = this.#deps;
    const number = LID_JID.test(jid) ? await book.lidMapping.getPNForLID(jid) : null;
    const names = [jid, ...(number === null ? [] : [number])];
    return names
      .map((name) => this.#renewed.delete(book.jidToSignalProtocolAddress(name)))
      .includes(true);
  }

  /** Returns the session with which messages to the device are sent, or null. */
  async open(jid: string): Promise<Session | null> {
    await this.#sealing.pass();
    const { persons, plainKeys } = this.#deps;
    return await persons.runAlone(
      jid,
      async (address) => (await this.#recordAt(address, plainKeys)).open,
    );
  }

  /** Returns the identity key of the device, or null when it is not known. */
  identityOf(jid: string): Promise<Uint8Array | null> {
    const { persons, plainKeys } = this.#deps;
    return persons.runAlone(jid, async (address) => {
      const [last] = (await this.#recordAt(address, plainKeys)).sessions;
      return last?.remoteIdentity ?? (await this.#storedIdentity(address, plainKeys));
    });
  }

  forget(jid: string): Promise<void> {
    const { persons, keys, book } = this.#deps;
    return persons.run(jid, async (address) => {
      const named = book.jidToSignalProtocolAddress(jid);
      await keys.set({ session: { [address]: REMOVED, [named]: REMOVED } });
    });
  }

  /**
   * Moves what is stored under a person's number to the LID, for the devices with these
   * numbers; resolves with how many devices had something.
   */
  move(number: string, lid: string, devices: readonly string[]): Promise<number> {
    const { persons, book } = this.#deps;
    return persons.runForBoth(number, lid, async () => {
      let moved = 0;
      for (const device of devices) {
        const [from, to] = [number, lid].map((jid) =>
          book.jidToSignalProtocolAddress(deviceJid(jid, device)),
        );
        if (from && to && (await this.#moved(from, to))) moved++;
      }
      return moved;
    });
  }

  async #moved(from: string, to: string): Promise<boolean> {
    const { keys } = this.#deps;
    const before = await this.#recordAt(from);
    if (before.sessions.length === 0) return false;
    const after = await this.#recordAt(to);
    const { [from]: former, [to]: known } = await keys.get('identity-key', [from, to]);
    await keys.set({
      session: { [from]: REMOVED, [to]: after.withOlder(before) },
      ...(former !== undefined && {
        'identity-key': { [from]: null, ...(known ? {} : { [to]: former }) },
      }),
    });
    return true;
  }

  /** Reads one of a session's first messages, which carry what is needed to accept it. */
  async #readFirst(
    jid: string,
    address: string,
    record: SessionRecord,
    first: PreKeyMessage,
  ): Promise<Buffer> {
    const { keys, clock } = this.#deps;
    const known = record.begunWith(first.baseKey);
    const session = known ?? (await this.#accepted(first));
    const opening = openWith(session, this.#own.publicKey, first.message, clock.now());
    const { session: used, plaintext } = opened(opening);
    if (known) {
      await this.#store(address, record, used);
      return plaintext;
    }
    await this.#store(address, await this.#withIdentity(jid, address, record, used), used);
    if (first.preKeyId !== null) await keys.set({ 'pre-key': { [first.preKeyId]: null } });
    return plaintext;
  }

  async #accepted(first: PreKeyMessage): Promise<Session> {
    const { keys, clock } = this.#deps;
    const id = first.preKeyId === null ? null : String(first.preKeyId);
    const found = id === null ? null : pairOrNull((await keys.get('pre-key', [id]))[id]);
    if (id !== null && found === null)
      throw new Error(`the one-time key ${id} was used before, or never was one`);
    return acceptSession(this.#own, await this.#signedPreKey(first), found, first, clock.now());
  }

  /** Returns the signed pre-key that the message names. Throws when no pre-key with this id is stored. */
  async #signedPreKey({ signedPreKeyId: keyId }: PreKeyMessage): Promise<KeyPair> {
    const { creds, keys } = this.#deps;
    if (creds.signedPreKey.keyId === keyId) return pairOf(creds.signedPreKey.keyPair);
    const id = signedPreKeyId(keyId);
    const former = pairOrNull((await keys.get('pre-key', [id]))[id]);
    if (former === null) throw new Error(`there is no signed pre-key ${keyId} any more`);
    return former;
  }

  /**
   * Stores the identity with which `session` begins, whichever side begins it. Returns the sessions that stay beside it:
   * all, or none if they were with another identity. A new device is trusted.
   */
  async #withIdentity(
    jid: string,
    address: string,
    record: SessionRecord,
    { remoteIdentity }: Session,
  ): Promise<SessionRecord> {
    const { keys, identityChanged, logger } = this.#deps;
    const stored = await this.#storedIdentity(address, keys);
    const [last] = record.sessions;
    const known = last?.remoteIdentity ?? stored;
    const isKept = known === null || remoteIdentity.equals(known);
    if (!isKept && identityChanged !== null) {
      const formerBaseKey = last?.baseKey ?? Buffer.alloc(0);
      await identityChanged({ jid, identity: remoteIdentity, formerBaseKey });
    }
    if (stored === null || !remoteIdentity.equals(stored))
      await keys.set({ 'identity-key': { [address]: remoteIdentity } });
    if (isKept) return record;
    logger.debug({ sessions: record.sessions.length }, 'a device has another identity');
    return new SessionRecord();
  }

  async #storedIdentity(address: string, keys: KeyStore): Promise<Uint8Array | null> {
    const { [address]: identity } = await keys.get('identity-key', [address]);
    return bytesOrNull(identity);
  }

  async #recordAt(address: string, keys: KeyStore = this.#deps.keys): Promise<SessionRecord> {
    const { [address]: value } = await keys.get('session', [address]);
    return SessionRecord.from(value);
  }

  async #store(
    address: string,
    record: SessionRecord,
    session: Session,
    keys: KeyStore = this.#deps.keys,
  ): Promise<void> {
    const changed = record.withOpen(session, this.#deps.clock.now());
    await keys.set({ session: { [address]: changed } });
  }
}

function opened(opening: Opening | null): Opening {
  if (opening === null) throw new Error('No session opens the message: Bad MAC');
  return opening;
}

/** Removes a session, see `keepingSessions`. */
const REMOVED = new SessionRecord();

/** Where a signed pre-key is stored that is not, or not yet, the device's current one: among one-time keys. */
export const signedPreKeyId = (keyId: number): string => `signed-${keyId}`;

/** The device that Meta hosts for a business has servers of its own. */
function deviceJid(jid: string, device: string): string {
  const [user = ''] = jid.split(/[_:@]/);
  const isHosted = device === HOSTED_DEVICE;
  if (LID_JID.test(jid)) return `${user}:${device}@${isHosted ? 'hosted.lid' : 'lid'}`;
  return `${user}:${device}@${isHosted ? 'hosted' : 's.whatsapp.net'}`;
}
