/** The options of the engine. */
import type { Database } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { Tracing } from '../shared/tracing.ts';
import type { EventArchive } from './contract/archive.ts';
import type { Channel } from './contract/channel.ts';
import type { HealthRules } from './contract/health.ts';
import type { Destinations } from './contract/routing.ts';
import type { Announcement } from './deliver/health.ts';
import type { Observer } from './deliver/observer.ts';
import type { RetryRules } from './deliver/retry-policy.ts';
import type { SlotLimits } from './deliver/slots.ts';
import type { StorageLimitOptions } from './log/storage-limit.ts';
import type { JoinableChanges } from './publish/joined-statements.ts';
import type { MediaLinks } from './publish/media-links.ts';
import type { Ownership } from './publish/ownership.ts';
import type { CommittedEvent } from './publish/publish.ts';

export interface EngineOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly destinations: Destinations;
  readonly channels: Readonly<Record<string, Channel>>;
  /**
   * Returns whether this process sends to an endpoint; by default it sends to every one. Deliveries to others stay in the
   * table as they are, for a process that sends them.
   */
  readonly sendsTo?: (endpoint: string) => boolean;
  readonly rules: RetryRules;
  readonly limits: SlotLimits;
  /** The variable WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  /** The bytes of bodies above 64 KiB that may be under way at once; one receiver may use three eighths of them. */
  readonly bodyBytesInFlight: number;
  /** If set, media is sent as links and never inside a body. */
  readonly mediaLinks?: MediaLinks | null;
  readonly eventHours: number;
  readonly deliveryHours: number;
  /** How much each instance may store; null means no limit, and nothing is counted. */
  readonly storageLimit?: StorageLimitOptions | null;
  /** Keeps events beyond their time in the log; absent or null: they are deleted. */
  readonly archive?: EventArchive | null;
  /** Which streams this process owns; defaults to all of them. */
  readonly ownership?: Ownership;
  /** Statements that callers write beside their events, for `joinStatements`. By default none of them is joined. */
  readonly joinableChanges?: JoinableChanges;
  readonly pid: number;
  /** Returns the name of a stream, for log lines. */
  readonly nameOf: (streamId: string) => string | null;
  /** Null, the default, if nothing is traced. */
  readonly tracing?: Tracing | null;
  /** When an endpoint counts as dead; by default never, unless it says itself that it is gone. */
  readonly health?: HealthRules;
  /** Publishes what happened to the health of an endpoint; by default nothing is announced. */
  readonly announce?: (announcement: Announcement) => Promise<void>;
  /** Observes attempts, for metrics. */
  readonly observer?: Observer;
  /** Called with every event once it is on disk, in the order of each stream. Must be quick and never throw. */
  readonly onCommitted?: (event: CommittedEvent) => void;
  /** Returns a number in [0, 1). */
  readonly random?: () => number;
}
