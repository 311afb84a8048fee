/** Declares the objects that the parts of a session share; each takes those that it uses. */
import type { Database } from '../../core/db/client.ts';
import type { OwnDatabase } from '../../core/events/publish/ownership.ts';
import type { MessageCommit, MessageInbox } from '../../core/messages/inbox.ts';
import type { RingingCalls } from '../../core/providers/account-actions.ts';
import type { PairingProgress } from '../../core/providers/pairing-state.ts';
import type { ProviderDeps, SessionHost } from '../../core/providers/provider.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import type { FairSemaphore, Slots } from '../../core/shared/async/semaphore.ts';
import type { Addresses } from './addresses.ts';
import type { Device } from './device.ts';
import type { Baileys, WASocket } from './engine/surface.ts';
import type { GroupCache } from './groups/cache.ts';
import type { KeyCache } from './key-memory.ts';
import type { KeyStore } from './key-store.ts';
import type { Logins } from './login-pace.ts';
import type { MediaTransport } from './media/transport.ts';
import type { Queues } from './queues.ts';
import type { RecordStanza } from './recording/recorder.ts';
import type { Self } from './translate/jids.ts';
import type { VersionSource } from './web-versions.ts';

/** In ms; where absent, Baileys' own values count unless stated otherwise. */
export interface WireTiming {
  /** How long each QR code is valid. */
  readonly qrMs?: number;
  /** Time from opening a connection to the first answer; 20 s when absent. */
  readonly connectMs?: number;
  /** Time between two checks whether the connection still answers; `KEEP_ALIVE_MS` when absent. */
  readonly keepAliveMs?: number;
  /** Time between two tries to write keys; 1 s when absent. */
  readonly keysRetryMs?: number;
}

export interface WhatsAppOptions
  extends Pick<
    ProviderDeps,
    | 'clock'
    | 'log'
    | 'vault'
    | 'qrMaxCount'
    | 'mediaLimitBytes'
    | 'mediaSinks'
    | 'ignoreGroups'
    | 'ignoreStatus'
  > {
  readonly db: Database;
  /** Used for all that a session writes besides events; by default the same database. */
  readonly own?: OwnDatabase;
  /** Returns a number in [0, 1) that spreads reconnections. */
  readonly random: () => number;
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
  /** The pace of log-ins and the places for files of the whole process; by default those of this provider. */
  readonly logins?: Logins;
  readonly filePlaces?: Pick<FairSemaphore, 'of'>;
}

export interface SessionDeps extends WhatsAppOptions {
  readonly fileSlots: Slots;
  readonly keyCache: KeyCache;
  readonly logins: Logins;
  /** Resolves with Baileys; rejects when it is not installed. */
  readonly loadBaileys: () => Promise<Baileys>;
}

/** Everything but what listens to a connection or acts on it. */
export interface SessionContext extends SessionDeps {
  readonly baileys: Baileys;
  readonly host: SessionHost;
  readonly tasks: SessionTasks;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  readonly progress: PairingProgress;
  readonly device: Device;
  /** Returns the account's current addresses. */
  readonly self: () => Self;
  readonly keys: KeyStore;
  readonly inbox: MessageInbox;
  readonly commit: MessageCommit;
  readonly queues: Queues;
  readonly groups: GroupCache;
  readonly addresses: Addresses;
  readonly ringing: RingingCalls;
  readonly isIgnored: (chat: string) => boolean;
  /** Returns the current connection, or null before the first. */
  readonly socket: () => WASocket | null;
}
