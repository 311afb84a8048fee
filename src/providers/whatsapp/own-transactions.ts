/** Makes each cipher set its changed keys before the message that it made is sent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalRepository } from './signal/repository.ts';

/**
 * The library treats enciphering and sending as one transaction: it sets the changed keys only after it has sent the
 * message. Outside of that transaction each cipher has one of its own, which ends before the message is sent.
 * Deciphering stays as it is, since its keys are written with the message.
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
    getSessionInfo: alone(repository.getSessionInfo),
    deleteSession: alone(repository.deleteSession),
    migrateSession: alone(repository.migrateSession),
  };
}
