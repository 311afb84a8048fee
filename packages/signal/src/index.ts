/** Signal for WhatsApp: see the README. */

export { keepingSessions } from './kept-sessions.ts';
export type { PreKeyBundle } from './key-agreement.ts';
export type { PersonLocks } from './person-locks.ts';
export type {
  AddressBook,
  Credentials,
  KeyChanges,
  KeyStore,
  KeyStoreWithTransactions,
  KeyType,
  Logger,
  StoredKeyPair,
  SystemTime,
} from './ports.ts';
export { SessionRecord } from './session-record.ts';
export { type Ciphertext, type IdentityChange, signedPreKeyId } from './sessions.ts';
export { createSignal, type Signal, type SignalOptions } from './signal.ts';
export { isSignatureOf } from './signatures.ts';
