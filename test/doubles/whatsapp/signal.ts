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
import { Mutex } from '../../../src/shared/async/mutex.ts';
import { memoryStore } from './key-store.ts';
import { signFast } from './signing.ts';

signFast();

/** What a sender needs to open a session with a device it never wrote to. Keys are 32 bytes. */
export interface KeyBundle {
  readonly registrationId: number;
  readonly identity: Uint8Array;
  readonly signedPreKey: { id: number; value: Uint8Array; signature: Uint8Array };
  readonly preKey?: { id: number; value: Uint8Array };
}

export interface Sealed {
  readonly type: 'pkmsg' | 'msg' | 'skmsg';
  readonly bytes: Uint8Array;
}

type Repository = ReturnType<typeof DEFAULT_CONNECTION_CONFIG.makeSignalRepository>;

const fromBaileys = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
const { PreKeyWhisperMessage } = fromBaileys('libsignal/src/protobufs.js') as {
  PreKeyWhisperMessage: { decode(bytes: Uint8Array): { baseKey: Uint8Array } };
};

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

const oneAtATime = new Mutex();

/**
 * The library queues work by address alone, for all devices of a process, and does what one device waits for within the
 * transaction of another: what it writes of keys may then be lost. So no two devices use it at once.
 */
function inTurn(repository: Repository): Repository {
  const alone =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      oneAtATime.run(() => work(...given));
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
  ): Promise<Sealed> {
    if (!(await this.#repository.validateSession(jid)).exists) {
      await this.#open(jid, await bundle());
    }
    const data = encodeWAMessage(message);
    const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data });
    return { type, bytes: ciphertext };
  }

  /** Throws when it cannot be read. */
  async unseal(jid: string, { type, bytes }: Sealed): Promise<proto.Message> {
    if (type === 'skmsg') throw new Error('a group message is read with its group');
    if (type === 'pkmsg') await this.#makeRoom(jid, bytes);
    const plain = await this.#repository.decryptMessage({ jid, type, ciphertext: bytes });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  /** Seals once for a whole group; `distribution` is what each member needs to read it. */
  async sealForGroup(group: string, own: string, message: proto.IMessage) {
    const { ciphertext, senderKeyDistributionMessage } = await this.#repository.encryptGroupMessage(
      { group, meId: own, data: encodeWAMessage(message) },
    );
    const sealed: Sealed = { type: 'skmsg', bytes: ciphertext };
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

  /** Drops a session that the other side has replaced: the library would print it, keys and all, when it did. */
  async #makeRoom(jid: string, sealed: Uint8Array) {
    const info = await this.#repository.getSessionInfo(jid);
    const { baseKey } = PreKeyWhisperMessage.decode(sealed.subarray(1));
    if (info && !Buffer.from(info.baseKey).equals(baseKey)) await this.forget(jid);
  }
}

/** With the byte in front that says what kind of key it is. */
const typed = (key: Uint8Array): Buffer => Buffer.concat([Buffer.from([5]), key]);
