/**
 * Builds one instance's session: its connection, and what arrives and leaves through it. Each part
 * states its own rules.
 */
import type { Database } from '../../db/client.ts';
import type { MediaSinks } from '../../events/publish/media-links.ts';
import type { OwnDatabase } from '../../events/publish/owner-writes.ts';
import { createInbox, createMessageCommit } from '../../messages/inbox.ts';
import type { FairSemaphore } from '../../shared/async/fair-semaphore.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Vault } from '../../shared/crypto.ts';
import { NotConnected } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { failingOnceAbandoned } from '../abandoning.ts';
import { type CallActions, RingingCalls } from '../calls.ts';
import type { ChatActions } from '../chat-actions.ts';
import type { IgnoredChats } from '../chats.ts';
import type { GroupActions } from '../groups.ts';
import type { NewsletterActions } from '../newsletters.ts';
import type { OwnProfile } from '../own-profile.ts';
import { PairingProgress } from '../pairing-state.ts';
import type { Account, Session, SessionHost } from '../provider.ts';
import { SessionTasks, whileSessionRuns } from '../session-tasks.ts';
import { WhatsAppCalls } from './calls.ts';
import { WhatsAppChats } from './chat-actions.ts';
import { type ConnectionDeps, WhatsAppConnection } from './connection.ts';
import { Device } from './device.ts';
import { trustRoot } from './engine/baileys.ts';
import type { Baileys } from './engine/surface.ts';
import { openWire, type WireTiming } from './engine/wire.ts';
import { WhatsAppGroups } from './groups/actions.ts';
import { GroupCache } from './groups/cache.ts';
import { SEND_MS } from './hand-over.ts';
import { createListeners, type Listeners, type SharedParts } from './incoming.ts';
import type { KeyCache } from './key-memory.ts';
import { createKeyRows } from './key-rows.ts';
import { KeyStore, type KeyUser } from './key-store.ts';
import type { Logins } from './login-pace.ts';
import type { MediaTransport } from './media/transport.ts';
import { JoinedNewsletters, WhatsAppNewsletters } from './newsletters.ts';
import { Recipients } from './numbers/look-up.ts';
import { createNumberStore } from './numbers/store.ts';
import { WhatsAppOwnProfile } from './own-profile.ts';
import { createQueues } from './queues.ts';
import type { RecordStanza } from './recording/recorder.ts';
import { createViewersOf } from './relay/status-viewers.ts';
import { Sending } from './sending.ts';
import { storedFile } from './stored-file.ts';
import { BUILT_IN, type WebVersion } from './web-version.ts';
import type { VersionSource } from './web-versions.ts';

export interface WhatsAppOptions extends IgnoredChats {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Database;
  /** Used for all that a session writes besides events; by default the same database. */
  readonly own?: OwnDatabase;
  /** Seals the account's keys. */
  readonly vault: Vault;
  /** Returns a number in [0, 1) that spreads reconnections. */
  readonly random: () => number;
  /** How many QR codes are shown before an attempt to pair ends; at least 1. */
  readonly qrMaxCount: number;
  /** Replaces WhatsApp's own address. */
  readonly socketUrl: string | null;
  /** Replaces WhatsApp's own key: 32 bytes as hex. */
  readonly rootPublicKey: string | null;
  /** Says as which version of the web client to connect. */
  readonly versions: VersionSource;
  /** Records stanzas; absent when they are not recorded. */
  readonly record?: RecordStanza | null;
  readonly timing: WireTiming;
  /** How WhatsApp's media servers are reached. */
  readonly mediaTransport: MediaTransport;
  /** Whether ContactIdentityChanged is published. */
  readonly tellsIdentityChanges?: boolean;
  /** The largest media in events; events with larger media carry only a `mediaError`. */
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come, or null when events carry them. */
  readonly mediaSinks: MediaSinks | null;
  /** The pace of log-ins and the places for files of the whole process; by default those of this provider. */
  readonly logins?: Logins;
  readonly filePlaces?: Pick<FairSemaphore, 'of'>;
}

interface SessionDeps extends WhatsAppOptions {
  readonly fileSlots: Slots;
  readonly keyCache: KeyCache;
  readonly logins: Logins;
  /** Resolves with Baileys; rejects when it is not installed. */
  readonly loadBaileys: () => Promise<Baileys>;
}

interface Parts {
  readonly connection: WhatsAppConnection;
  readonly sending: Sending;
  readonly fileOf: Session['fileOf'];
  readonly chats: ChatActions;
  readonly groups: GroupActions;
  readonly newsletters: NewsletterActions;
  readonly phoneCalls: CallActions;
  readonly ownProfile: OwnProfile;
}

export function openSession(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): Session {
  const tasks = new SessionTasks(deps.clock, deps.log, host.instanceName);
  let parts: Parts | null = null;
  /** Called only in the session's turn, so the parts are made once. */
  const ready = async (): Promise<Parts> => {
    parts ??= await assemble(deps, host, tasks, account);
    return parts;
  };
  const inOrder = (work: (connection: WhatsAppConnection) => Promise<void>) =>
    tasks.run(async () => work((await ready()).connection));
  const session: Session = {
    connect: ({ phone }) => inOrder((connection) => connection.connect(phone)),
    offer: () => parts?.connection.offer() ?? null,
    restart: () => inOrder((connection) => connection.restart()),
    logout: () => inOrder((connection) => connection.logout()),
    async stop() {
      await tasks.stop();
      await parts?.connection.stop();
    },
    abandon: () => tasks.abandon(),
    sendMs: SEND_MS,
    // This is not in the session's turn: a slow recipient must not keep it from noticing a lost connection.
    send: async (message) => requireParts(parts).sending.say(message),
    sendMedia: async (message) => requireParts(parts).sending.media(message),
    fileOf: async (message) => openParts(parts).fileOf(message),
    chats: () => openParts(parts).chats,
    groups: () => openParts(parts).groups,
    newsletters: () => openParts(parts).newsletters,
    phoneCalls: () => openParts(parts).phoneCalls,
    ownProfile: () => openParts(parts).ownProfile,
  };
  return failingOnceAbandoned(session, tasks.abandoned);
}

function requireParts(parts: Parts | null): Parts {
  if (parts === null) throw new NotConnected();
  return parts;
}

function openParts(parts: Parts | null): Parts {
  if (!parts?.connection.isOpen) throw new NotConnected();
  return parts;
}

/** Returns the device, its keys, and what stores messages together with the keys. */
function createDevice(
  deps: SessionDeps,
  host: SessionHost,
  tasks: SessionTasks,
  baileys: Baileys,
  progress: PairingProgress,
) {
  const { instanceId } = host;
  const { signal: ended, abandoned } = tasks;
  const inbox = createInbox(deps.db, deps.clock, instanceId);
  const commit = createMessageCommit(deps.db, inbox, host);
  const rows = createKeyRows(deps, baileys, instanceId);
  const stored = { rows, commit, instanceId };
  const keys = new KeyStore({ ...deps, ...deps.timing, ...stored, ended, abandoned });
  return { inbox, commit, keys, device: new Device({ baileys, rows, keys, progress, tasks }) };
}

async function assemble(
  deps: SessionDeps,
  host: SessionHost,
  tasks: SessionTasks,
  account: Account | null,
): Promise<Parts> {
  const { timing, versions } = deps;
  const baileys = await deps.loadBaileys();
  const { signal: ended, abandoned } = tasks;
  const progress = new PairingProgress(account !== null);
  const { device, ...stored } = createDevice(deps, host, tasks, baileys, progress);
  const queues = createQueues(deps, host, tasks);
  const groups = new GroupCache(() => device.self());
  const joined = new JoinedNewsletters(deps.clock, (event) => queues.publish(event));
  const known = { baileys, device, groups, joined, ringing: new RingingCalls() };
  const receiving = { ...known, ...stored, queues, host, ended };
  const { received, receiver, listenTo, ...listeners } = createListeners(
    { ...deps, orm: deps.db.orm },
    receiving,
  );
  let version: WebVersion = BUILT_IN.version;
  const open: ConnectionDeps['open'] = async (creds, listener) => {
    const proxy = await host.proxy();
    version = await versions.current(proxy);
    if (deps.rootPublicKey !== null) trustRoot(baileys, deps.rootPublicKey);
    const changesWritten = () => listeners.appState.changesWritten();
    const keysFor = (end: KeyUser['end']) => stored.keys.forConnection({ end, changesWritten });
    const { alwaysOnline: isShownOnline } = host.settings();
    const { identityChanged } = listeners;
    const own = { baileys, version, creds, keysFor, device, receiver, proxy, isShownOnline };
    // If an account logs in twice, WhatsApp permanently ends the older log-in, which would be the other node's.
    await host.checkOwned();
    tasks.checkAlive();
    const found = { identityChanged, describeGroup: groups.find };
    const wire = openWire({ ...deps, ...own, ...found, abandoned }, listener);
    listenTo(wire.socket);
    return wire;
  };
  const connection = new WhatsAppConnection(
    {
      ...deps,
      baileys,
      tasks,
      device,
      progress,
      open,
      host: whileSessionRuns(host, tasks),
      qrMs: timing.qrMs,
      begin: (isHandedOver) => received.begin(() => receiver.idle(), isHandedOver),
      publish: queues.publish,
      outdated: async () => versions.renew(version, await host.proxy()),
    },
    account,
  );
  const shared = { ...known, ...listeners, connection };
  return { connection, ...createActions(deps, host, tasks, shared) };
}

interface ActionParts extends SharedParts, Listeners {
  readonly connection: WhatsAppConnection;
}

/** Returns what callers can do with an open connection. */
function createActions(
  { db, clock, log }: SessionDeps,
  host: SessionHost,
  tasks: SessionTasks,
  { baileys, connection, device, files, groups, joined, ringing, ...parts }: ActionParts,
): Omit<Parts, 'connection'> {
  const self = () => device.self();
  const numbers = createNumberStore(db.orm, clock, host);
  const recipients = new Recipients(clock, numbers);
  const chats = new WhatsAppChats({ connection, clock, recipients, numbers, host, ...parts });
  return {
    fileOf: (stored) => storedFile({ baileys, files }, stored),
    phoneCalls: new WhatsAppCalls({ connection, clock }, ringing),
    newsletters: new WhatsAppNewsletters({ connection, clock }, joined),
    ownProfile: new WhatsAppOwnProfile({ connection, clock }),
    chats,
    groups: new WhatsAppGroups({ connection, cache: groups, self, baileys }),
    sending: new Sending({
      baileys,
      connection,
      clock,
      log,
      recipients,
      sent: parts.retries.sent,
      timers: parts.timers,
      viewersOf: createViewersOf({ clock, self, lookUp: (digits) => chats.lookUp(digits) }),
      upload: (media, socket) => files.handOver(media, socket),
      describeGroup: groups.find,
      self,
      host: whileSessionRuns(host, tasks),
    }),
  };
}
