/** How a provider is declared, and what the service gives each of them. */
import type { WatchedDatabase } from '../db/outage.ts';
import type { MediaSinks } from '../events/publish/media-links.ts';
import type { OwnDatabase } from '../events/publish/owner-writes.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log, LogLevel } from '../shared/log.ts';
import type { Replacing, Values } from '../shared/variables/kinds.ts';
import type { Provider } from './provider.ts';
import type { CloudServices } from './whatsapp-cloud/provider.ts';

/** One messaging platform, or one way to reach it. Its line in `all.ts` makes it one that instances can have. */
export interface ProviderDeclaration<N extends string = string, V = object> {
  readonly name: N;
  /** Whether lists and buttons reach people as such; otherwise they are sent as text. */
  readonly showsChoices: boolean;
  /** The variables of the environment that are about it alone. */
  readonly variables: V;
  /** Loads its code and makes it. No connection is made before a session is opened. */
  create(settings: Values<V>, deps: ProviderDeps): Promise<Provider>;
}

/** What a provider may use of the service. */
export interface ProviderDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: WatchedDatabase;
  /** For all that a session writes beside events. */
  readonly own: OwnDatabase;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Product name and version. */
  readonly userAgent: string;
  /** QR codes shown before an attempt to pair ends; from 1. */
  readonly qrMaxCount: number;
  /** Larger media arrive as their `mediaError`. */
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come; null: events carry them. */
  readonly mediaSinks: MediaSinks | null;
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
  /** Bytes of memory that the service may use. */
  readonly memoryLimit: number;
  /** For threads that open the database themselves. */
  readonly encryptionKeys: Replacing<string>;
  readonly logLevel: LogLevel;
  readonly cloud: CloudServices;
}
