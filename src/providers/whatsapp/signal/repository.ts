/**
 * Implements Signal for the client library: seals and reads messages with the keys of an account.
 * Only messages that were checked against them change keys, and only one caller at a time.
 */
import type {
  AuthenticationCreds,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys';
import type { Clock } from '../../../shared/clock.ts';
import { GroupKeys } from './group-keys.ts';
import { createPersonLocks, HIDDEN_JID, type PersonLocks } from './person-locks.ts';
import { type IdentityChange, Sessions } from './sessions.ts';

interface SignalDeps {
  readonly creds: AuthenticationCreds;
  readonly keys: SignalKeyStoreWithTransaction;
  /** The same keys, which change at once. */
  readonly plainKeys: SignalKeyStore;
  /** Only its mapping of hidden addresses is used. */
  readonly library: SignalRepositoryWithLIDStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a contact has another identity: see `Sessions`. */
  readonly identityChanged: ((change: IdentityChange) => Promise<void>) | null;
}

export interface SignalRepository extends SignalRepositoryWithLIDStore {
  /** Runs work on the sessions with a person; what it reads and writes is stored together. */
  readonly persons: PersonLocks;
  /** Notes that the device could not read a message, so that its next keys begin a new session. */
  renew(jid: string): void;
  /** Has the account's next message to the group sealed with a key that nobody has yet. */
  renewGroupKey(group: string): Promise<void>;
}

const NUMBER = /^(\d+)(?:_\d+)?(?::(\d+))?@(?:s\.whatsapp\.net|hosted)$/;

export function createSignalRepository(deps: SignalDeps): SignalRepository {
  const { library, keys } = deps;
  const persons = createPersonLocks(keys, library);
  const sessions = new Sessions({ ...deps, book: library, persons });
  const groups = new GroupKeys({ keys, book: library });
  return {
    ...library,
    persons,
    renew: (jid) => sessions.renew(jid),
    async renewGroupKey(group) {
      const { id, lid } = deps.creds.me ?? {};
      await groups.renew(
        group,
        [id, lid].flatMap((jid) => jid ?? []),
      );
    },
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
    async migrateSession(from, to) {
      const [, user = '', device = '0'] = NUMBER.exec(from) ?? [];
      if (user === '' || !HIDDEN_JID.test(to)) return { migrated: 0, skipped: 0, total: 0 };
      const { [user]: known = [] } = await keys.get('device-list', [user]);
      const devices = [...new Set([device, ...known])];
      const migrated = await sessions.move(from, to, devices);
      return { migrated, skipped: devices.length - migrated, total: devices.length };
    },
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
