/**
 * Builds one instance's session: its connection, and what arrives and leaves through it. Each part
 * states its own rules.
 */
import { createInbox, createMessageCommit } from '../../core/messages/inbox.ts';
import { RingingCalls } from '../../core/providers/account-actions.ts';
import type { WebVersion } from '../../core/providers/all.ts';
import { createIsIgnored } from '../../core/providers/chats.ts';
import { PairingProgress } from '../../core/providers/pairing-state.ts';
import type { Account, Session, SessionHost } from '../../core/providers/provider.ts';
import {
  failingOnceAbandoned,
  SessionTasks,
  whileSessionRuns,
} from '../../core/providers/session-tasks.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import { Addresses } from './addresses.ts';
import { AppStateSync } from './app-state.ts';
import { WhatsAppCalls } from './calls.ts';
import { WhatsAppChats } from './chat-actions.ts';
import { ChatChanges } from './chat-changes.ts';
import { type ConnectionDeps, WhatsAppConnection } from './connection.ts';
import type { SessionContext, SessionDeps } from './context.ts';
import { Device } from './device.ts';
import { trustRoot } from './engine/baileys.ts';
import type { WASocket } from './engine/surface.ts';
import { openWire } from './engine/wire.ts';
import { Files, Reuploads } from './files.ts';
import { WhatsAppGroups } from './groups/actions.ts';
import { GroupCache } from './groups/cache.ts';
import { SEND_MS } from './hand-over.ts';
import { HistoryRequests } from './history.ts';
import { IdentityChanges } from './identity-changes.ts';
import { createKeyRows } from './key-rows.ts';
import { KeyStore, type KeyUser } from './key-store.ts';
import { WhatsAppLabels } from './labels.ts';
import { MessageReceiver } from './message-receiver.ts';
import { MessageTimers } from './message-timers.ts';
import { NewChatLock } from './new-chat-lock.ts';
import { JoinedNewsletters, WhatsAppNewsletters } from './newsletters.ts';
import { Recipients } from './numbers/look-up.ts';
import { createNumberStore } from './numbers/store.ts';
import { PhoneCopies } from './phone-copies.ts';
import { WhatsAppOwnProfile } from './profiles.ts';
import { createQueues } from './queues.ts';
import { ReceivedMessages, SeenMessages } from './received-messages.ts';
import { createViewersOf } from './relay/status-viewers.ts';
import { RetryRequests } from './retry-requests.ts';
import { Sending } from './sending.ts';
import { SignedPreKeys } from './signed-pre-keys.ts';
import { StanzaListener } from './stanza-listener.ts';
import { TargetChecks } from './target-checks.ts';
import { UndecryptableMessages } from './undecryptable-messages.ts';
import { WatchedChats } from './watched-chats.ts';
import { BUILT_IN } from './web-versions.ts';

type Parts = Awaited<ReturnType<typeof assemble>>;

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
    fileOf: async (message) => openParts(parts).files.of(message),
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

/** Returns what the parts of the session share. */
function createContext(
  deps: SessionDeps,
  host: SessionHost,
  tasks: SessionTasks,
  { baileys, progress, socket }: Pick<SessionContext, 'baileys' | 'progress' | 'socket'>,
): SessionContext {
  const { db, clock, timing } = deps;
  const { instanceId } = host;
  const { signal: ended, abandoned } = tasks;
  const inbox = createInbox(db, clock, instanceId);
  const commit = createMessageCommit(db, inbox, host);
  const rows = createKeyRows(deps, baileys, instanceId);
  const keys = new KeyStore({ ...deps, ...timing, rows, commit, instanceId, ended, abandoned });
  const device = new Device({ baileys, rows, keys, progress, tasks });
  const { self } = device;
  const queues = createQueues(deps, host, tasks);
  const groups = new GroupCache(self);
  return {
    ...deps,
    baileys,
    host,
    tasks,
    ended,
    progress,
    device,
    self,
    keys,
    inbox,
    commit,
    queues,
    groups,
    addresses: new Addresses(self, groups, queues),
    ringing: new RingingCalls(),
    isIgnored: createIsIgnored(deps, host),
    socket,
  };
}

async function assemble(
  deps: SessionDeps,
  host: SessionHost,
  tasks: SessionTasks,
  account: Account | null,
) {
  const baileys = await deps.loadBaileys();
  let present: WASocket | null = null;
  const progress = new PairingProgress(account !== null);
  const context = createContext(deps, host, tasks, { baileys, progress, socket: () => present });
  const { versions, keys, queues } = context;
  const joined = new JoinedNewsletters(deps.clock, (event) => queues.publish(event));
  const listeners = createListeners(context, joined);
  const { received, receiver, appState, identityChanged } = listeners;
  let version: WebVersion = BUILT_IN.version;
  const open: ConnectionDeps['open'] = async (creds, listener) => {
    const proxy = await host.proxy();
    version = await versions.current(proxy);
    if (deps.rootPublicKey !== null) trustRoot(baileys, deps.rootPublicKey);
    const changesWritten = () => appState.changesWritten();
    const keysFor = (end: KeyUser['end']) => keys.forConnection({ end, changesWritten });
    const { alwaysOnline: isShownOnline } = host.settings();
    const own = { version, creds, keysFor, receiver, proxy, isShownOnline, identityChanged };
    // If an account logs in twice, WhatsApp permanently ends the older log-in, which would be the other node's.
    await host.checkOwned();
    tasks.checkAlive();
    const wire = openWire({ ...context, ...own, abandoned: tasks.abandoned }, listener);
    present = wire.socket;
    listeners.listenTo(wire.socket);
    return wire;
  };
  const connection = new WhatsAppConnection(
    {
      ...context,
      open,
      host: whileSessionRuns(host, tasks),
      begin: (isHandedOver) => received.begin(() => receiver.idle(), isHandedOver),
      publish: queues.publish,
      outdated: async () => versions.renew(version, await host.proxy()),
    },
    account,
  );
  return { connection, ...createActions({ ...context, connection, joined }, listeners) };
}

/** Returns what callers can do with an open connection. */
function createActions(
  context: SessionContext & {
    readonly connection: WhatsAppConnection;
    readonly joined: JoinedNewsletters;
  },
  listeners: ReturnType<typeof createListeners>,
) {
  const { clock, db, host, tasks, self, joined, ringing } = context;
  const { files } = listeners;
  const numbers = createNumberStore(db.orm, clock, host);
  const recipients = new Recipients(clock, numbers);
  const chats = new WhatsAppChats({ ...context, ...listeners, recipients, numbers });
  return {
    files,
    phoneCalls: new WhatsAppCalls(context, ringing),
    newsletters: new WhatsAppNewsletters(context, joined),
    ownProfile: new WhatsAppOwnProfile(context),
    chats,
    groups: new WhatsAppGroups(context),
    sending: new Sending({
      ...context,
      recipients,
      sent: listeners.retries.sent,
      timers: listeners.timers,
      viewersOf: createViewersOf(clock, self, (digits) => chats.lookUp(digits)),
      files,
      host: whileSessionRuns(host, tasks),
    }),
  };
}

/** Builds the listeners of an instance. Callers use some of them too. */
function createListeners(context: SessionContext, joined: JoinedNewsletters) {
  const { addresses, groups } = context;
  const newChatLock = new NewChatLock(context);
  const reuploads = new Reuploads(context);
  const files = new Files(context, reuploads);
  const watched = new WatchedChats(context);
  const labels = new WhatsAppLabels(context);
  const chatChanges = new ChatChanges(context);
  const appState = new AppStateSync(context, [labels, chatChanges]);
  const changes = { newChatLock, appState, chatChanges };
  const stanzas = new StanzaListener({ ...context, ...changes, joined });
  const receiving = createReceiving(context, files);
  const { receiver } = receiving;
  const past = new HistoryRequests({ ...context, files });
  const retries = new RetryRequests(context, () => receiver.arrivedRead());
  const phoneCopies = new PhoneCopies(
    context.baileys,
    context.clock,
    context.log,
    context.host.instanceName,
  );
  const signedPreKeys = new SignedPreKeys(context);
  const chats = [addresses, labels, appState, chatChanges, watched, groups];
  const others = [reuploads, past, newChatLock, retries, phoneCopies, stanzas, signedPreKeys];
  const listenTo = (socket: WASocket) => {
    for (const part of [...chats, ...others]) part.listenTo(socket);
  };
  const identityChanged = identityReporter(context);
  return {
    ...receiving,
    files,
    watched,
    labels,
    appState,
    past,
    retries,
    identityChanged,
    listenTo,
  };
}

/** Returns what publishes that a contact has another identity, or null when nobody wants to know. */
function identityReporter(context: SessionContext): IdentityChanges['report'] | null {
  if (!context.tellsIdentityChanges) return null;
  const identities = new IdentityChanges(context);
  return (change) => identities.report(change);
}

function createReceiving(context: SessionContext, files: Files) {
  const timers = new MessageTimers(context);
  const targets = new TargetChecks(context);
  const seen = new SeenMessages(context.inbox);
  const received = new ReceivedMessages({ ...context, seen, timers, targets, files });
  const undecryptable = new UndecryptableMessages(context);
  const receiver = new MessageReceiver({ ...context, received, seen, undecryptable });
  return { received, receiver, timers };
}
