/** The interface that a messaging platform must implement, and the parts of the service that it is made of. */
import type { Statement } from '../db/client.ts';
import type { WatchedDatabase } from '../db/outage.ts';
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { MediaSinks } from '../events/publish/media-links.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import type { EventRateLimit } from '../events/publish/rate-limit.ts';
import type { ChatUpdate } from '../messages/chat-states.ts';
import type { FindMessage } from '../messages/find.ts';
import type { NewChats } from '../messages/new-chats.ts';
import type { MessageRecord, StoredMessage } from '../messages/rows.ts';
import type { StatusChange } from '../messages/status.ts';
import type { ContactUpdate } from '../messages/store/contact-changes.ts';
import type { SamePerson } from '../messages/store/merge-statements.ts';
import type { ChatWindow } from '../messages/windows.ts';
import type { NetworkGuard } from '../outbound/network-guard.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { ProxyRoute } from '../outbound/proxy/local-proxy.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log, LogLevel } from '../shared/log.ts';
import type { UnhandledFaults } from '../shared/unhandled-faults.ts';
import type { CurrentAndFormer } from '../shared/variables/kinds.ts';
import type { CallActions, NewsletterActions, OwnProfile } from './account-actions.ts';
import type { ChatActions } from './chat-actions.ts';
import type { AccountSettings, IgnoredChats } from './chats.ts';
import type { CredentialKeeper } from './credentials.ts';
import type { GroupActions } from './groups.ts';
import type { MessageFile } from './message-files.ts';
import type { OutgoingMedia, OutgoingMessage, SentMessage, WaitingRoom } from './outgoing.ts';
import type { Ceremony, CeremonyLinks, PasskeyOffer } from './passkey.ts';

/** The name of a provider, as its declaration has it. */
export type ProviderName = string;

const CLOSE = ['created', 'logged_out', 'qr_timeout', 'failed', 'banned', 'stopped'] as const;
const CONNECTING = [
  'starting',
  'waiting_qr',
  'pairing',
  'passkey',
  'passkey_confirm',
  'syncing',
  'reconnecting',
] as const;
export const PHASES = [...CLOSE, ...CONNECTING, 'open'] as const;
export type ClosePhase = (typeof CLOSE)[number];
export type ConnectingPhase = (typeof CONNECTING)[number];
export type Phase = (typeof PHASES)[number];
export type State = 'close' | 'connecting' | 'open';

export const stateOf = (phase: Phase): State => {
  if (phase === 'open') return 'open';
  return CLOSE.some((closed) => closed === phase) ? 'close' : 'connecting';
};

interface QrOffer {
  readonly kind: 'qr';
  readonly code: string;
  readonly image: string;
  /** Which one of this attempt it is, of `maxCount`. */
  readonly count: number;
  readonly maxCount: number;
}

/** A code to scan or to type. */
export type CodeOffer = QrOffer | { readonly kind: 'code'; readonly pairingCode: string };

/**
 * The means by which a person can pair right now: a QR code, a code to type or a passkey ceremony, never two of them.
 */
export type PairingOffer = (CodeOffer & { readonly expiresInMs: number }) | PasskeyOffer;

/** The account an instance is paired with. */
export interface Account {
  readonly jid: string;
  readonly pushName: string;
}

/** The services that a session can call. Every promise resolves once the fact is on disk. */
export interface SessionHost {
  readonly instanceId: string;
  readonly instanceName: string;
  /** Ask it before events are made or read; publishing itself never refuses one. */
  readonly pace: EventRateLimit;
  /** Publishes an event of the catalog. */
  emit(event: CatalogEvent): Promise<void>;
  /**
   * Publishes many at once, in order, and stores the messages they are about; resolves when all are on disk. `change`
   * is written in the same commit; a call with `change` takes at most 200 events.
   */
  emitAll(
    events: readonly CatalogEvent[],
    messages?: readonly MessageRecord[],
    change?: readonly Statement[],
  ): Promise<void>;
  /** Writes and publishes new statuses of messages that were sent; those that change nothing are ignored. */
  recordStatuses(changes: readonly StatusChange[]): Promise<void>;
  /** Stores the platform's id of a message that was sent under an id of ours. */
  recordPlatformId(id: string, platformId: string): Promise<void>;
  /** Stores that two addresses belong to one person, who is stored under the second from now on. */
  mergePeople(people: readonly SamePerson[]): Promise<void>;
  /** Stores and publishes how chats changed; what changes nothing is ignored. */
  updateChats(chats: readonly ChatUpdate[]): Promise<void>;
  /** Stores and publishes changes of contacts that did not come with messages; what changes nothing is ignored. */
  updateContacts(contacts: readonly ContactUpdate[]): Promise<void>;
  /**
   * Returns a sent or received message by our id or the platform's, preferring one in a chat with one of these addresses,
   * and then one that was sent. Null when none is stored.
   */
  findMessage(...asked: Parameters<FindMessage>): ReturnType<FindMessage>;
  /** Returns the oldest stored message of a chat (a JID) from which its history can be followed back, or null. */
  oldestIn(chat: string): Promise<StoredMessage | null>;
  /** Returns the newest stored message of a chat (a JID), ignoring reactions, edits and the like; or null. */
  newestIn(chat: string): Promise<StoredMessage | null>;
  /**
   * Returns since when a chat (a JID) may be written to freely; null when its person has not written, as far as is
   * known.
   */
  windowOf(chat: string): Promise<ChatWindow | null>;
  /** Decides whether somebody may be written to who has no chat with the account. */
  readonly newChats: NewChats;
  /** Records a change of phase with its reason, unless it is recorded already. */
  enter(phase: Phase, reason: string | null): Promise<void>;
  /** Remembers the paired account (null: unpaired), so that a restart reconnects without pairing. */
  rememberAccount(account: Account | null): Promise<void>;
  /** Whether any endpoint or reader currently gets the files of messages; otherwise they need not be fetched. */
  wantsFiles(): boolean;
  /** Returns the current settings for automatic actions of the account. */
  settings(): AccountSettings;
  /** Returns the proxy for connections to the platform, or null to connect directly. Ask before each connection. */
  proxy(): Promise<ProxyRoute | null>;
  /** Rejects when another process may have the instance now. Call it right before a log-in begins. */
  checkOwned(): Promise<void>;
  /** Opens a passkey ceremony to browsers for `CEREMONY_MS`, by links that hold its only credential. */
  openCeremony(ceremony: Ceremony): Promise<CeremonyLinks>;
  /** Wipes the codes and links of earlier QRCode and PasskeyRequest events from the event log. */
  wipeCodes(): Promise<void>;
}

/**
 * One instance's connection. Its caller serialises calls, except `offer`, `fileOf`, `stop`, `abandon`, and `send` and
 * `sendMedia`, which begin in the order they came.
 */
export interface Session {
  /**
   * Starts connecting; pairs by code when `phone` (digits) is given, else by QR. Resolves once connecting has begun.
   */
  connect(options: { readonly phone?: string }): Promise<void>;
  /** Returns the current offer, or null. */
  offer(): PairingOffer | null;
  /** Closes the connection and opens it again; the pairing remains. */
  restart(): Promise<void>;
  /** Unpairs at the platform and forgets credentials; emits LoggedOut when it was paired. */
  logout(): Promise<void>;
  /** Ends the connection without unpairing and without events: process stop or instance deletion. */
  stop(): Promise<void>;
  /**
   * Ends the connection at once, without telling the platform and without events, since another process may have the
   * instance. Running and later calls reject with `unavailable`. Never throws.
   */
  abandon(): void;
  /** Called when `settings` or `wantsFiles` of the host have changed, for sessions that keep a copy. */
  settingsChanged?(): void;
  /** The ms within which `send` ends, where that may be longer than other calls take. */
  readonly sendMs?: number;
  /**
   * Messages of a chat leave in the order of the calls; the next may begin before the last has ended. A message that the
   * platform does not take for the moment may go to the waiting room; without one it is refused.
   */
  send(message: OutgoingMessage, room?: WaitingRoom): Promise<SentMessage>;
  sendMedia(message: OutgoingMedia, room?: WaitingRoom): Promise<SentMessage>;
  /**
   * Returns the file of a stored message. Throws `invalid` when it has none, `conflict` while the session is not
   * connected, `gone` when nobody has it any more, `unavailable` with the reason when it cannot be fetched now.
   */
  fileOf(message: StoredMessage): Promise<MessageFile>;
  /** Throws `conflict` while the session is not connected. Calls of the result need not be serialised. */
  chats(): ChatActions;
  /** Returns the actions on groups, under the same conditions. */
  groups(): GroupActions;
  /** Returns the actions on channels, under the same conditions. */
  newsletters(): NewsletterActions;
  /** Returns the actions on calls, under the same conditions. */
  phoneCalls(): CallActions;
  /** Returns the actions on the account's own profile, under the same conditions. */
  ownProfile(): OwnProfile;
}

export interface Provider {
  readonly name: ProviderName;
  /** Ms from one log-in to the next when a start or a take-over reconnects many; 0 where a burst does no harm. */
  readonly loginPauseMs: number;
  /** Set where instances are reached with credentials. */
  readonly credentials?: CredentialKeeper;
  /** Returns what an operator should know and do about the platform, or null. */
  problem?(): string | null;
  /** `account` is what `rememberAccount` last remembered. No connection is made before `connect`. */
  open(host: SessionHost, account: Account | null): Session;
}

/** The parts of the service that a provider may use. */
export interface ProviderDeps extends IgnoredChats {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes faults that a thread's code has left unhandled. */
  readonly faults: Pick<UnhandledFaults, 'note'>;
  readonly db: WatchedDatabase;
  /** For all that a session writes besides events. */
  readonly own: OwnDatabase;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Says where requests may go. */
  readonly network: NetworkGuard;
  /** The name and version of the product. */
  readonly userAgent: string;
  /** How many QR codes are shown before an attempt to pair ends; at least 1. */
  readonly qrMaxCount: number;
  /** The largest media in events; events with larger media carry only a `mediaError`. */
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come, or null when events carry them. */
  readonly mediaSinks: MediaSinks | null;
  /** Bytes of memory that the service may use. */
  readonly memoryLimit: number;
  /** For threads that open the database themselves. */
  readonly encryptionKeys: CurrentAndFormer<string>;
  readonly logLevel: LogLevel;
}

/** Returns a provider that is made when its first session is opened: `make` loads its code. */
export function madeWhenOpened(
  provider: Omit<Provider, 'open'>,
  make: () => Pick<Provider, 'open'>,
): Provider {
  let made: Pick<Provider, 'open'> | null = null;
  return {
    ...provider,
    open(host, account) {
      made ??= make();
      return made.open(host, account);
    },
  };
}
