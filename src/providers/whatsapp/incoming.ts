/** Builds everything that listens to an instance's connection. */
import type { Database } from '../../db/client.ts';
import { readRecentEvents } from '../../events/log/recent-events.ts';
import type { MediaSinks } from '../../events/publish/media-links.ts';
import type { MessageCommit, MessageInbox } from '../../messages/inbox.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { RingingCalls } from '../calls.ts';
import { type IgnoredChats, isIgnored } from '../chats.ts';
import type { SessionHost } from '../provider.ts';
import { Addresses } from './addresses.ts';
import { AppStateSync } from './app-state-sync.ts';
import { ChatChanges } from './chat-changes.ts';
import type { Device } from './device.ts';
import type { SignalRepository } from './engine/signal.ts';
import type { Baileys, BinaryNode, WAMessage, WASocket } from './engine/surface.ts';
import { Files } from './files.ts';
import type { GroupCache } from './groups/cache.ts';
import { HistoryRequests } from './history.ts';
import { IdentityChanges } from './identity-changes.ts';
import type { KeyStore } from './key-store.ts';
import { type LabelsDeps, WhatsAppLabels } from './labels.ts';
import { type MediaTransport, throughProxy } from './media/transport.ts';
import { MessageReceiver } from './message-receiver.ts';
import { MessageTimers } from './message-timers.ts';
import { NewChatLock } from './new-chat-lock.ts';
import type { JoinedNewsletters } from './newsletters.ts';
import { PhoneCopies } from './phone-copies.ts';
import type { Queues } from './queues.ts';
import { ReceivedMessages, SeenMessages } from './received-messages.ts';
import { RetryRequests } from './retry-requests.ts';
import { Reuploads } from './reuploads.ts';
import { SignedPreKeys } from './signed-pre-keys.ts';
import { StanzaListener, type StanzaListenerDeps } from './stanza-listener.ts';
import { TargetChecks } from './target-checks.ts';
import { namesLeaving } from './translate/group-metadata.ts';
import { bareJid } from './translate/jids.ts';
import { STANZA_EVENTS } from './translate/stanza.ts';
import { UndecryptableMessages } from './undecryptable-messages.ts';
import { WatchedChats } from './watched-chats.ts';

/** The parts that both listeners and callers need. */
export interface SharedParts {
  readonly baileys: Baileys;
  readonly device: Device;
  readonly groups: GroupCache;
  readonly joined: JoinedNewsletters;
  readonly ringing: RingingCalls;
}

interface IncomingDeps extends IgnoredChats, Pick<LabelsDeps, 'orm'> {
  readonly clock: Clock;
  readonly log: Log;
  readonly fileSlots: Slots;
  readonly db: Pick<Database, 'query'>;
  readonly mediaTransport: MediaTransport;
  readonly tellsIdentityChanges?: boolean;
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come, or null when events carry them. */
  readonly mediaSinks: MediaSinks | null;
}

interface ReceivingParts extends SharedParts {
  readonly inbox: MessageInbox;
  readonly commit: MessageCommit;
  readonly keys: KeyStore;
  readonly queues: Queues;
  readonly host: SessionHost;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** The listeners and functions with which messages are received. */
interface ReceivingHelp {
  readonly addresses: Addresses;
  readonly files: Files;
  readonly isIgnored: (chat: string) => boolean;
  /** Returns the current connection, or null before the first. */
  readonly socket: () => WASocket | null;
}

/** Builds the listeners of an instance. */
export function createListeners(deps: IncomingDeps, receiving: ReceivingParts) {
  const { baileys, device, keys, queues, groups, host, ended } = receiving;
  const { clock, log } = deps;
  const { mergePeople } = queues;
  const self = () => device.self();
  const addresses = new Addresses({ self, describe: groups.find, mergePeople });
  const newChatLock = new NewChatLock({ clock, log, host, ended });
  let present: WASocket | null = null;
  const ignored = (chat: string) => isIgnored(deps, host.settings(), chat);
  const reuploads = new Reuploads({ baileys, clock, ended });
  const files = createFiles(deps, receiving, reuploads, () => present);
  const { received, receiver, past, timers } = createReceiving(deps, receiving, {
    addresses,
    files,
    isIgnored: ignored,
    socket: () => present,
  });
  const selfFor: Addresses['forStanza'] = (stanza, socket) => addresses.forStanza(stanza, socket);
  const watched = new WatchedChats({ publish: queues.publish, clock, log, selfFor });
  const labels = new WhatsAppLabels({ ...deps, host, publish: queues.publish, ended });
  const chatChanges = new ChatChanges({ ...deps, host, ended });
  const appState = new AppStateSync({ ...deps, host, keys, writers: [labels, chatChanges], ended });
  const stanzas = createStanzaListener(deps, receiving, {
    selfFor,
    isIgnored: ignored,
    explained: (refusal, from) => newChatLock.explained(refusal, from),
    async storeChange(stanza, socket) {
      const { type } = stanza.attrs;
      if (type === 'server_sync') return appState.notified(stanza, socket);
      if (type === 'w:gp2' && namesLeaving(stanza)) return renewedGroupKey(stanza, socket);
      return type !== 'picture' || chatChanges.pictureChanged(stanza);
    },
  });
  const chats = [addresses, labels, appState, chatChanges, watched, groups];
  const asked = { self, describeGroup: groups.find, backlogRead: () => receiver.idle() };
  const retries = new RetryRequests({ ...deps, baileys, host, ...asked });
  const phoneCopies = new PhoneCopies({ ...deps, baileys, host });
  const signedPreKeys = new SignedPreKeys({ ...deps, baileys, host, ended });
  const others = [reuploads, past, newChatLock, retries, phoneCopies, stanzas, signedPreKeys];
  const listenTo = (socket: WASocket) => {
    present = socket;
    for (const part of [...chats, ...others]) part.listenTo(socket);
  };
  const identityChanged = identityReporter(deps, receiving, addresses, () => present);
  const forCallers = { files, watched, labels, appState, past, timers, retries };
  return { ...forCallers, received, receiver, identityChanged, listenTo };
}

/** Returns what publishes that a contact has another identity, or null when nobody wants to know. */
function identityReporter(
  { clock, tellsIdentityChanges }: IncomingDeps,
  { inbox, queues: { publish } }: ReceivingParts,
  addresses: Addresses,
  socket: () => WASocket | null,
): IdentityChanges['report'] | null {
  if (!tellsIdentityChanges) return null;
  const knownFor = (remoteJid: string) => addresses.knownFor({ key: { remoteJid } }, socket());
  const identities = new IdentityChanges({ clock, inbox, publish, knownFor });
  return (change) => identities.report(change);
}

/** Renews the key of a group that somebody left: they must not read what the account writes there from now on. */
function renewedGroupKey({ attrs }: BinaryNode, socket: WASocket): Promise<boolean> {
  // It was made in `wire.ts`.
  const repository = socket.signalRepository as SignalRepository;
  return repository.renewGroupKey(bareJid(attrs.from)).then(
    () => true,
    () => false,
  );
}

const createStanzaListener = (
  { db, clock, log }: IncomingDeps,
  { baileys, queues, groups, joined, ringing, host, ended }: ReceivingParts,
  own: Pick<StanzaListenerDeps, 'selfFor' | 'isIgnored' | 'explained' | 'storeChange'>,
): StanzaListener =>
  new StanzaListener({
    ...own,
    clock,
    log,
    baileys,
    queues,
    ended,
    instanceName: host.instanceName,
    describe: groups.find,
    ringing,
    newsletters: joined,
    readPublished: (sinceMs) => readRecentEvents(db, host.instanceId, STANZA_EVENTS, sinceMs),
  });

const createFiles = (
  { clock, mediaTransport, mediaLimitBytes, mediaSinks }: IncomingDeps,
  { host, ended }: ReceivingParts,
  reuploads: Reuploads,
  socket: () => WASocket | null,
): Files =>
  new Files({
    instanceId: host.instanceId,
    mediaSinks,
    clock,
    transport: throughProxy(mediaTransport, () => host.proxy()),
    limitBytes: mediaLimitBytes,
    socket,
    reuploads,
    ended,
  });

/** The listeners that callers use too. */
export type Listeners = Omit<
  ReturnType<typeof createListeners>,
  'received' | 'receiver' | 'listenTo'
>;

function createReceiving(
  { clock, log, fileSlots }: IncomingDeps,
  { baileys, groups, inbox, commit, keys, queues, host, ended }: ReceivingParts,
  { addresses, files, isIgnored, socket }: ReceivingHelp,
) {
  const { publish, ignore } = queues;
  const selfFor = (message: WAMessage) => addresses.forMessage(message, socket());
  const timers = new MessageTimers({ baileys, host, describeGroup: groups.find });
  const targetChecks = new TargetChecks({
    baileys,
    clock,
    selfFor,
    findMessage: (id) => host.findMessage(id),
    isAdmin: (group, person) => addresses.isAdmin(group, person, socket()),
  });
  const seen = new SeenMessages(inbox);
  const received = new ReceivedMessages({
    baileys,
    inbox,
    commit,
    seen,
    publish,
    log,
    clock,
    instanceName: host.instanceName,
    ended,
    selfFor,
    knownFor: (message) => addresses.knownFor(message, socket()),
    isIgnored,
    ignore,
    onMessage: (message) => timers.note(message),
    resolve: (message, incoming) => targetChecks.resolve(message, incoming),
    fetchMedia: (reference, message, aside) => files.fetch(reference, message, aside),
    wantsFiles: () => host.wantsFiles(),
    fileSlots,
  });
  const undecryptable = new UndecryptableMessages({ clock, inbox, publish, selfFor, isIgnored });
  const receiver = new MessageReceiver({
    baileys,
    clock,
    received,
    seen,
    undecryptable,
    pace: host.pace,
    keysSettled: () => keys.settled(),
    ended,
  });
  const past = new HistoryRequests({ baileys, clock, host, files, selfFor });
  return { received, receiver, past, timers };
}
