/** Ciphers whose keys are set before what they made is sent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalRepository } from './signal/repository.ts';

/**
 * The library enciphers a message, sends it, and only then sets the keys that doing so has changed, since all of it is
 * one transaction to it. Outside of that each cipher has a transaction of its own, which ends before the message is
 * sent. What deciphers stays where it is: its keys are written with the message.
 */
export function ownTransactions(repository: SignalRepository): SignalRepository {
  const outside = AsyncLocalStorage.snapshot();
  const alone =
    <A extends unknown[], R>(cipher: (...given: A) => R) =>
    (...given: A): R =>
      outside(cipher, ...given);
  return {
    ...repository,
    encryptMessage: alone(repository.encryptMessage),
    encryptGroupMessage: alone(repository.encryptGroupMessage),
    getSenderKeyDistributionMessage: alone(repository.getSenderKeyDistributionMessage),
    hasSenderKey: alone(repository.hasSenderKey),
    injectE2ESession: alone(repository.injectE2ESession),
    validateSession: alone(repository.validateSession),
    getSessionInfo: alone(repository.getSessionInfo),
    deleteSession: alone(repository.deleteSession),
    migrateSession: alone(repository.migrateSession),
  };
}
