/**
 * Interfaces that the program using this package must provide. The interfaces fit Baileys: its credentials, its key
 * store with transactions, its mapping of LIDs and its logger are taken as they are.
 */

/**
 * The types of stored values. Each value is one that JSON can hold, or has `toJSON`; the store returns it as it was, or
 * as JSON.
 */
export type KeyType =
  | 'pre-key'
  | 'session'
  | 'sender-key'
  | 'sender-key-memory'
  | 'identity-key'
  | 'device-list';

/** Values by kind and id; null removes one. */
export type KeyChanges = { readonly [T in KeyType]?: Readonly<Record<string, unknown>> };

export interface KeyStore {
  /** Returns what is stored under those of the ids that are known. */
  get(type: KeyType, ids: string[]): StoredValues | Promise<StoredValues>;
  set(changes: KeyChanges): void | Promise<void>;
}
type StoredValues = Readonly<Record<string, unknown>>;

export interface KeyStoreWithTransactions extends KeyStore {
  /**
   * Runs `work` while no other work of the same `key` runs. All values that it sets are stored together at its end, and
   * are not stored if it rejects.
   */
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>;
}

export interface StoredKeyPair {
  readonly public: Uint8Array;
  readonly private: Uint8Array;
}

/** The own device. The values may change, but for its identity. */
export interface Credentials {
  readonly registrationId: number;
  readonly signedIdentityKey: StoredKeyPair;
  readonly signedPreKey: { readonly keyId: number; readonly keyPair: StoredKeyPair };
}

/** Knows by which addresses people are called: a phone number, and a LID that hides it. */
export interface AddressBook {
  readonly lidMapping: {
    /** Resolves with the LID of the same device, or null when it is not known. */
    getLIDForPN(number: string): Promise<string | null>;
    getPNForLID(lid: string): Promise<string | null>;
    /** Whatever is noted goes through this function, which is replaced by one that also heeds it here. */
    storeLIDPNMappings(pairs: { readonly lid: string; readonly pn: string }[]): Promise<void>;
  };
  /** Returns an address such as `4915112345678_1.2`, in which 2 is the device. */
  jidToSignalProtocolAddress(jid: string): string;
}

/** Names neither people nor keys. */
export interface Logger {
  debug(fields: Readonly<Record<string, unknown>>, text: string): void;
}

export interface SystemTime {
  /** Ms since 1970. */
  now(): number;
}
