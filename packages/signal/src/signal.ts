/**
 * Seals and reads messages with the keys of one device. Only messages that were checked against them change keys, and only
 * one caller at a time.
 */
import { GroupKeys } from './group-keys.ts';
import type { PreKeyBundle } from './key-agreement.ts';
import { createPersonLocks, LID_JID, type PersonLocks } from './person-locks.ts';
import type {
  AddressBook,
  Credentials,
  KeyStore,
  KeyStoreWithTransactions,
  Logger,
  SystemTime,
} from './ports.ts';
import { type Ciphertext, type IdentityChange, Sessions } from './sessions.ts';

export interface SignalOptions {
  readonly creds: Credentials;
  readonly keys: KeyStoreWithTransactions;
  /** The same keys, which change at once; `keys` when absent. Sealing uses them, which changes a single key. */
  readonly plainKeys?: KeyStore;
  readonly book: AddressBook;
  /** The machine's own when absent. */
  readonly clock?: SystemTime;
  readonly logger?: Logger;
  /** Called with a change that is proven, before it is stored; when it rejects, nothing is. */
  readonly identityChanged?: ((change: IdentityChange) => Promise<void>) | null;
}

/** A key with which a member of a group seals. */
interface SentGroupKey {
  readonly groupId?: string | null;
  readonly axolotlSenderKeyDistributionMessage?: Uint8Array | null;
}

/** Its names are those of Baileys, whose `makeSignalRepository` may return it beside the mapping of LIDs. */
export interface Signal {
  /** Rejects, and changes nothing, when the message cannot be read or was read before. */
  decryptMessage(request: {
    jid: string;
    type: 'pkmsg' | 'msg';
    ciphertext: Uint8Array;
  }): Promise<Uint8Array>;
  /** Rejects when no session with the device is open. */
  encryptMessage(request: { jid: string; data: Uint8Array }): Promise<Ciphertext>;
  /**
   * Begins a session with the keys of a device, unless one with the same device is open. Rejects for keys that the device
   * has not signed.
   */
  injectE2ESession(request: { jid: string; session: PreKeyBundle }): Promise<void>;
  getSessionInfo(jid: string): Promise<{ baseKey: Uint8Array; registrationId: number } | null>;
  validateSession(jid: string): Promise<{ exists: boolean; reason?: string }>;
  deleteSession(jids: string[]): Promise<void>;
  /** Moves what is stored under a person's number to the LID. */
  migrateSession(
    from: string,
    to: string,
  ): Promise<{ migrated: number; skipped: number; total: number }>;
  /** Rejects, and changes nothing, when the message cannot be read or was read before. */
  decryptGroupMessage(request: {
    group: string;
    authorJid: string;
    msg: Uint8Array;
  }): Promise<Uint8Array>;
  /** Seals a message and returns what members need to read it and those after it. */
  encryptGroupMessage(request: {
    group: string;
    meId: string;
    data: Uint8Array;
  }): Promise<{ ciphertext: Uint8Array; senderKeyDistributionMessage: Uint8Array }>;
  getSenderKeyDistributionMessage(request: { group: string; meId: string }): Promise<Uint8Array>;
  hasSenderKey(request: { group: string; meId: string }): Promise<boolean>;
  /** Stores the key with which a member seals. Rejects when it is malformed or names no group. */
  processSenderKeyDistributionMessage(request: {
    item: SentGroupKey;
    authorJid: string;
  }): Promise<void>;
  /** Runs work on the sessions with a person; what it reads and writes is stored together. */
  readonly persons: PersonLocks;
  /** Returns the identity key of the device, or null when it is not known. */
  identityOf(jid: string): Promise<Uint8Array | null>;
  /** Notes that the device could not read a message, so that its next keys begin a new session. */
  renew(jid: string): void;
  /** Has the own next message to the group sealed with a key that nobody has yet; `own` are the own addresses. */
  renewGroupKey(group: string, own: readonly string[]): Promise<void>;
}

const NUMBER = /^(\d+)(?:_\d+)?(?::(\d+))?@(?:s\.whatsapp\.net|hosted)$/;

export function createSignal(options: SignalOptions): Signal {
  const { creds, keys, plainKeys = keys, book, clock = Date, logger = SILENT } = options;
  const { identityChanged = null } = options;
  const persons = createPersonLocks(keys, book, (number, lid) => migrateSession(number, lid));
  const own = { creds, keys, plainKeys, book, persons, clock, logger, identityChanged };
  const sessions = new Sessions(own);
  const groups = new GroupKeys({ keys, book, logger });
  const migrateSession: Signal['migrateSession'] = async (from, to) => {
    const [, user = '', device = '0'] = NUMBER.exec(from) ?? [];
    if (user === '' || !LID_JID.test(to)) return { migrated: 0, skipped: 0, total: 0 };
    const devices = [...new Set([device, ...(await knownDevices(keys, user))])];
    const migrated = await sessions.move(from, to, devices);
    return { migrated, skipped: devices.length - migrated, total: devices.length };
  };
  return {
    persons,
    identityOf: (jid) => sessions.identityOf(jid),
    renew: (jid) => sessions.renew(jid),
    renewGroupKey: (group, own) => groups.renew(group, own),
    decryptMessage: ({ jid, type, ciphertext }) => sessions.read(jid, type, ciphertext),
    encryptMessage: ({ jid, data }) => sessions.seal(jid, data),
    injectE2ESession: ({ jid, session }) => sessions.begin(jid, session),
    async getSessionInfo(jid) {
      const open = await sessions.open(jid);
      return open && { baseKey: new Uint8Array(open.baseKey), registrationId: open.registrationId };
    },
    async validateSession(jid) {
      const isOpen = (await sessions.open(jid)) !== null;
      return isOpen ? { exists: true } : { exists: false, reason: 'no open session' };
    },
    async deleteSession(jids) {
      for (const jid of jids) await sessions.forget(jid);
    },
    migrateSession,
    decryptGroupMessage: ({ group, authorJid, msg }) => groups.read(group, authorJid, msg),
    encryptGroupMessage: ({ group, meId, data }) => groups.seal(group, meId, data),
    getSenderKeyDistributionMessage: ({ group, meId }) => groups.distribution(group, meId),
    hasSenderKey: ({ group, meId }) => groups.has(group, meId),
    processSenderKeyDistributionMessage: async ({ item, authorJid }) => {
      const { groupId, axolotlSenderKeyDistributionMessage: distribution } = item;
      if (!groupId || !distribution) throw new Error('a key for a group names no group');
      await groups.learn(groupId, authorJid, distribution);
    },
  };
}

async function knownDevices(keys: KeyStore, user: string): Promise<string[]> {
  const { [user]: known } = await keys.get('device-list', [user]);
  return Array.isArray(known) ? known.map(String) : [];
}

const SILENT: Logger = { debug() {} };
