/** The Signal of `packages/signal`, as an account's connection needs it. Nothing else imports that package. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createSignal,
  type IdentityChange,
  type Signal,
  type SystemTime,
} from '../../../../packages/signal/src/index.ts';
import type {
  AuthenticationCreds,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
} from './surface.ts';

export {
  type IdentityChange,
  isSignatureOf,
  keepingSessions,
  SessionRecord,
  signedPreKeyId,
} from '../../../../packages/signal/src/index.ts';

interface SignalDeps {
  readonly creds: AuthenticationCreds;
  readonly keys: SignalKeyStoreWithTransaction;
  /** The same keys, which change at once. */
  readonly plainKeys: SignalKeyStore;
  /** Only its mapping of LIDs is used. */
  readonly baileysRepository: SignalRepositoryWithLIDStore;
  readonly clock: SystemTime;
  /** Called when a contact has another identity: see `packages/signal`. */
  readonly identityChanged: ((change: IdentityChange) => Promise<void>) | null;
}

export interface SignalRepository
  extends SignalRepositoryWithLIDStore,
    Pick<Signal, 'persons' | 'renew' | 'identityOf'> {
  /** Has the account's next message to the group sealed with a key that nobody has yet. */
  renewGroupKey(group: string): Promise<void>;
}

export function createSignalRepository({
  baileysRepository,
  ...deps
}: SignalDeps): SignalRepository {
  const signal = createSignal({ ...deps, book: baileysRepository });
  return {
    ...baileysRepository,
    ...signal,
    async renewGroupKey(group) {
      const { id, lid } = deps.creds.me ?? {};
      const own = [id, lid].flatMap((jid) => jid ?? []);
      await signal.renewGroupKey(group, own);
    },
  };
}

/**
 * Lets keys of another identity wait until the messages that have arrived were read: they void the sessions in which the
 * earlier device wrote, and Baileys asks for the keys of everybody to whom something is sent. They are not used if a message
 * has brought yet another identity meanwhile, whose sessions they would void.
 */
export const replacingAfterArrived = (
  repository: SignalRepository,
  arrivedRead: () => Promise<void>,
): SignalRepository => ({
  ...repository,
  async injectE2ESession(offer) {
    const known = await repository.identityOf(offer.jid);
    if (known !== null && !isSameKey(known, offer.session.identityKey)) {
      await arrivedRead();
      const latest = await repository.identityOf(offer.jid);
      if (latest === null || !isSameKey(known, latest)) return;
    }
    await repository.injectE2ESession(offer);
  },
});

const KEY_BYTES = 32;

/** One of the two may have a byte for its type in front. */
export const isSameKey = (one: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(one.subarray(-KEY_BYTES), other.subarray(-KEY_BYTES)) === 0;

/**
 * Makes each cipher set its changed keys before the message that it made is sent. Baileys treats enciphering and
 * sending as one transaction: it sets the changed keys only after it has sent the message. Outside of that transaction
 * each cipher has one of its own, which ends before the message is sent. Deciphering stays as it is, since its keys are
 * written with the message.
 */
export function ownTransactions(repository: SignalRepository): SignalRepository {
  const outside = AsyncLocalStorage.snapshot();
  const alone =
    <A extends unknown[], R>(cipher: (...args: A) => R) =>
    (...args: A): R =>
      outside(cipher, ...args);
  return {
    ...repository,
    encryptMessage: alone(repository.encryptMessage),
    encryptGroupMessage: alone(repository.encryptGroupMessage),
    getSenderKeyDistributionMessage: alone(repository.getSenderKeyDistributionMessage),
    hasSenderKey: alone(repository.hasSenderKey),
    renewGroupKey: alone(repository.renewGroupKey),
    injectE2ESession: alone(repository.injectE2ESession),
    validateSession: alone(repository.validateSession),
    identityOf: alone(repository.identityOf),
    getSessionInfo: alone(repository.getSessionInfo),
    deleteSession: alone(repository.deleteSession),
    migrateSession: alone(repository.migrateSession),
  };
}
