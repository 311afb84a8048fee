/** One device's side of Signal: its keys, its sessions, what it can seal for others and read from them. */
import { createRequire } from 'node:module';
import {
  type AuthenticationCreds,
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  proto,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import { memoryStore } from './key-store.ts';
import { signFast } from './sign-fast.ts';

signFast();

/** The keys with which a sender opens a session with a device for the first time. Keys are 32 bytes. */
export interface KeyBundle {
  readonly registrationId: number;
  readonly identity: Uint8Array;
  readonly signedPreKey: { id: number; value: Uint8Array; signature: Uint8Array };
  readonly preKey?: { id: number; value: Uint8Array };
}

export interface EncodedMessage {
  readonly type: 'pkmsg' | 'msg' | 'skmsg';
  readonly bytes: Uint8Array;
}

type Repository = ReturnType<typeof DEFAULT_CONNECTION_CONFIG.makeSignalRepository>;

const fromBaileys = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
const { PreKeyWhisperMessage, WhisperMessage } = fromBaileys('libsignal/src/protobufs.js') as {
  PreKeyWhisperMessage: { decode(bytes: Uint8Array): { baseKey: Uint8Array } };
  WhisperMessage: { decode(bytes: Uint8Array): { ephemeralKey: Uint8Array } };
};

/** The library's stored record of the sessions with a device, as far as it is used here. */
interface StoredRecord {
  readonly _sessions: Readonly<Record<string, StoredSession>>;
  readonly version: string;
}

interface StoredSession {
  /** `closed`: -1 while it is open, else when it was closed, in ms since 1970. */
  readonly indexInfo: { readonly closed: number; readonly used: number };
  readonly _chains: Readonly<Record<string, unknown>>;
}

/** Sessions of a device that are kept for what is on its way under them. */
const MAX_SESSIONS = 20;

const quiet = () => {};
const SILENT_LOGGER = {
  level: 'silent',
  child: () => SILENT_LOGGER,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
};

let last: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work);
  last = done;
  return done;
}

/**
 * The library queues work by address alone, for all devices of a process, and does what one device waits for within the
 * transaction of another: what it writes of keys may then be lost. So no two devices use it at once.
 */
function inTurn(repository: Repository): Repository {
  const alone =
    <A extends unknown[], R>(work: (...values: A) => Promise<R>) =>
    (...values: A): Promise<R> =>
      oneAtATime(() => work(...values));
  return {
    ...repository,
    decryptMessage: alone(repository.decryptMessage),
    encryptMessage: alone(repository.encryptMessage),
    injectE2ESession: alone(repository.injectE2ESession),
  };
}

export class SignalDevice {
  readonly creds: AuthenticationCreds = initAuthCreds();
  readonly #store = memoryStore();
  readonly #repository: Repository;
  #nextPreKey = 1;

  constructor() {
    const keys = addTransactionCapability(this.#store, SILENT_LOGGER, {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 1,
    });
    this.#repository = inTurn(
      DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: this.creds, keys }, SILENT_LOGGER),
    );
  }

  get identity(): Uint8Array {
    return this.creds.signedIdentityKey.public;
  }

  sign(message: Uint8Array): Uint8Array {
    return Curve.sign(this.creds.signedIdentityKey.private, message);
  }

  /** A bundle with a one-time key that was never given to anyone. */
  async bundle(): Promise<KeyBundle> {
    const id = this.#nextPreKey++;
    const pair = Curve.generateKeyPair();
    await this.#store.set({ 'pre-key': { [id]: pair } });
    const { signedPreKey, registrationId } = this.creds;
    return {
      registrationId,
      identity: this.identity,
      signedPreKey: {
        id: signedPreKey.keyId,
        value: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { id, value: pair.public },
    };
  }

  async seal(
    jid: string,
    message: proto.IMessage,
    bundle: () => Promise<KeyBundle> | KeyBundle,
  ): Promise<EncodedMessage> {
    if (!(await this.#repository.validateSession(jid)).exists) {
      await this.#open(jid, await bundle());
    }
    const data = encodeWAMessage(message);
    const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data });
    return { type, bytes: ciphertext };
  }

  /** Throws when it cannot be read. */
  async unseal(jid: string, { type, bytes }: EncodedMessage): Promise<proto.Message> {
    if (type === 'skmsg') throw new Error('a group message is read with its group');
    const plain =
      type === 'pkmsg' ? await this.#unsealFirst(jid, bytes) : await this.#unsealNext(jid, bytes);
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  /** Seals once for a whole group; `distribution` is what each member needs to read it. */
  async sealForGroup(group: string, own: string, message: proto.IMessage) {
    const { ciphertext, senderKeyDistributionMessage } = await this.#repository.encryptGroupMessage(
      { group, meId: own, data: encodeWAMessage(message) },
    );
    const sealed: EncodedMessage = { type: 'skmsg', bytes: ciphertext };
    return { sealed, distribution: senderKeyDistributionMessage };
  }

  async unsealFromGroup(group: string, author: string, bytes: Uint8Array): Promise<proto.Message> {
    const plain = await this.#repository.decryptGroupMessage({
      group,
      authorJid: author,
      msg: bytes,
    });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  async learnSenderKey(author: string, item: proto.Message.ISenderKeyDistributionMessage) {
    await this.#repository.processSenderKeyDistributionMessage({ authorJid: author, item });
  }

  forget(jid: string): Promise<void> {
    return this.#repository.deleteSession([jid]);
  }

  /**
   * Closes the sessions: the next message to the device begins a new one, and what the device still sends under the
   * earlier ones can be read. For open sessions the library would print each one that it closes, with all keys.
   */
  async closeSessions(jid: string): Promise<void> {
    const record = await this.#recordOf(jid);
    if (record === undefined) return;
    const closed = Date.now();
    const kept = Object.entries(record._sessions)
      .toSorted(([, one], [, other]) => other.indexInfo.used - one.indexInfo.used)
      .slice(0, MAX_SESSIONS)
      .map(([name, session]) => {
        const isOpen = session.indexInfo.closed === -1;
        return [
          name,
          isOpen ? { ...session, indexInfo: { ...session.indexInfo, closed } } : session,
        ];
      });
    await this.#keep(jid, { ...record, _sessions: Object.fromEntries(kept) });
  }

  close(): void {
    this.#repository.close?.();
  }

  async #open(jid: string, { registrationId, identity, signedPreKey, preKey }: KeyBundle) {
    await this.#repository.injectE2ESession({
      jid,
      session: {
        registrationId,
        identityKey: typed(identity),
        signedPreKey: {
          keyId: signedPreKey.id,
          publicKey: typed(signedPreKey.value),
          signature: signedPreKey.signature,
        },
        ...(preKey && { preKey: { keyId: preKey.id, publicKey: typed(preKey.value) } }),
      },
    });
  }

  async #unsealFirst(jid: string, ciphertext: Uint8Array): Promise<Uint8Array> {
    const { baseKey } = PreKeyWhisperMessage.decode(ciphertext.subarray(1));
    const record = await this.#recordOf(jid);
    const isKnown = record?._sessions[Buffer.from(baseKey).toString('base64')] !== undefined;
    if (!isKnown) await this.closeSessions(jid);
    return this.#repository.decryptMessage({ jid, type: 'pkmsg', ciphertext });
  }

  /** Shows the library one session at a time: it spoils those that it tries in vain. */
  async #unsealNext(jid: string, ciphertext: Uint8Array): Promise<Uint8Array> {
    const record = await this.#recordOf(jid);
    if (record === undefined) throw new Error('No session record');
    const { ephemeralKey } = WhisperMessage.decode(ciphertext.subarray(1, -8));
    const chain = Buffer.from(ephemeralKey).toString('base64');
    const rank = ({ _chains, indexInfo: { closed, used } }: StoredSession) =>
      chain in _chains || closed === -1 ? Number.MAX_VALUE : used;
    const all = Object.entries(record._sessions).toSorted(
      ([, one], [, other]) => rank(other) - rank(one),
    );
    let problem: unknown = new Error('No session');
    for (const [name, session] of all) {
      await this.#keep(jid, { ...record, _sessions: { [name]: session } });
      try {
        const plain = await this.#repository.decryptMessage({ jid, type: 'msg', ciphertext });
        const used = (await this.#recordOf(jid))?._sessions;
        await this.#keep(jid, { ...record, _sessions: { ...record._sessions, ...used } });
        return plain;
      } catch (error) {
        problem = error;
      }
    }
    await this.#keep(jid, record);
    throw problem;
  }

  async #recordOf(jid: string): Promise<StoredRecord | undefined> {
    const address = this.#repository.jidToSignalProtocolAddress(jid);
    const { [address]: record } = await this.#store.get('session', [address]);
    // The library's own record.
    return record as unknown as StoredRecord | undefined;
  }

  async #keep(jid: string, record: StoredRecord): Promise<void> {
    const address = this.#repository.jidToSignalProtocolAddress(jid);
    await this.#store.set({ session: { [address]: record as unknown as Uint8Array } });
  }
}

/** With the byte in front that says what kind of key it is. */
const typed = (key: Uint8Array): Buffer => Buffer.concat([Buffer.from([5]), key]);
