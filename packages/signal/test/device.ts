/** A device whose Signal is this one, with its keys in memory as JSON, as a database gives them back. */
import {
  type AuthenticationCreds,
  addTransactionCapability,
  BufferJSON,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys';
import { keepingSessions } from '../src/kept-sessions.ts';
import { createSignal, type Signal } from '../src/signal.ts';
import type { KeyBundle } from './peer.ts';

const quiet = () => {};
const LOGGER = {
  level: 'silent',
  child: () => LOGGER,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
};

/** The cast: what was stored of a type is given back under it. */
const parsed = <T extends keyof SignalDataTypeMap>(json: string) =>
  JSON.parse(json, BufferJSON.reviver) as SignalDataTypeMap[T];

export class OwnDevice {
  readonly creds: AuthenticationCreds = initAuthCreds();
  /** Every key as JSON, by its type and id. */
  readonly stored = new Map<string, string>();
  readonly keys: SignalKeyStoreWithTransaction;
  /** The repository that Baileys gets. */
  readonly repository: SignalRepositoryWithLIDStore & Signal;
  /** The library's own Signal with the same keys. */
  readonly library: SignalRepositoryWithLIDStore;
  /** The JIDs whose identity changed, in order. */
  readonly changes: string[] = [];
  #nextPreKey = 1;

  constructor() {
    const { stored } = this;
    this.keys = addTransactionCapability(
      {
        get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
          const found: { [id: string]: SignalDataTypeMap[T] } = {};
          for (const id of ids) {
            const json = stored.get(`${type}/${id}`);
            if (json !== undefined) found[id] = parsed<T>(json);
          }
          return found;
        },
        set: async (data) => {
          for (const [type, values] of Object.entries(keepingSessions(data)))
            for (const [id, value] of Object.entries(values ?? {}))
              if (value === null) stored.delete(`${type}/${id}`);
              else stored.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer));
        },
      },
      LOGGER,
      { maxCommitRetries: 1, delayBetweenTriesMs: 1 },
    );
    const { creds, keys } = this;
    this.library = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, LOGGER);
    const { library, changes } = this;
    const identityChanged = async ({ jid }: { jid: string }) => void changes.push(jid);
    const signal = createSignal({ creds, keys, book: library, identityChanged });
    this.repository = { ...library, ...signal };
  }

  /** Returns the keys with which others write to it, with a one-time key that nobody else has. */
  async bundle(): Promise<KeyBundle> {
    const id = this.#nextPreKey++;
    const pair = Curve.generateKeyPair();
    await this.keys.set({ 'pre-key': { [id]: pair } });
    const { signedPreKey, registrationId, signedIdentityKey } = this.creds;
    return {
      registrationId,
      identity: signedIdentityKey.public,
      signedPreKey: {
        id: signedPreKey.keyId,
        value: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { id, value: pair.public },
    };
  }
}

const typed = (key: Uint8Array): Buffer => Buffer.concat([Buffer.from([5]), key]);

/** The bundle as the library hands it to a repository. */
export const injected = ({ registrationId, identity, signedPreKey, preKey }: KeyBundle) => ({
  registrationId,
  identityKey: typed(identity),
  signedPreKey: {
    keyId: signedPreKey.id,
    publicKey: typed(signedPreKey.value),
    signature: signedPreKey.signature,
  },
  ...(preKey && { preKey: { keyId: preKey.id, publicKey: typed(preKey.value) } }),
});
