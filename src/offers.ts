/** Offers of modules to the service: the parts of it that one module makes, and what it makes them of. */
import type { WebSocketHandler } from 'bun';
import type { AnyElysia } from 'elysia';
import type { Database, Executor, FirstRow, Orm } from './core/db/client.ts';
import type { WatchedArchive } from './core/events/contract/archive.ts';
import type { WebhookChannel } from './core/events/contract/channel.ts';
import type { Destinations } from './core/events/contract/routing.ts';
import type { Announcement } from './core/events/deliver/health.ts';
import type { Observer } from './core/events/deliver/observer.ts';
import type { Engine, RunningEngine } from './core/events/engine.ts';
import type { MediaLinks, MediaSinks } from './core/events/publish/media-links.ts';
import type { Ownership } from './core/events/publish/ownership.ts';
import type { CommittedEvent } from './core/events/publish/publish.ts';
import type { UnreadRequest } from './core/http/body-reader.ts';
import type { NodeStatus, OtherNodes, StreamOf } from './core/http/forwarding.ts';
import type { IdempotencyStore } from './core/http/idempotency.ts';
import type { ZoneExamples } from './core/http/openapi-examples.ts';
import type { DocumentedEvent } from './core/http/openapi-responses.ts';
import type { SharedCounts } from './core/http/rate-limit.ts';
import type { AnsweredRequest, RequestWatch } from './core/http/request-watch.ts';
import type { Zone } from './core/http/zone.ts';
import type { Clock } from './core/shared/clock.ts';
import type { Condition } from './core/shared/condition.ts';
import type { Vault } from './core/shared/crypto.ts';
import type { LimitName } from './core/shared/limit-report.ts';
import type { Log } from './core/shared/log.ts';
import type { Tracing } from './core/shared/tracing.ts';
import type { FilterFailures } from './core/webhooks/filter/filter.ts';
import type { UrlGuard } from './core/webhooks/url.ts';
import type { CoreParts } from './core-parts.ts';
import type { Operation } from './modules/gateway/operation.ts';
import type { GatewayParts } from './modules/gateway/parts.ts';

/** The work of a module while the service runs; it leaves out those methods that it has nothing for. */
export interface Work {
  /** Called before anything is sent and any request is admitted. */
  prepare?(): Promise<void>;
  /** Called right before the service listens. */
  start?(): void;
  /** Called first when the service stops; its readers come back elsewhere within `spreadMs`. */
  close?(spreadMs: number): Promise<void>;
  /** Called when nothing is sent any more and no request is under way. */
  stop?(): Promise<void>;
  /** Called right before the database is closed. */
  end?(): Promise<void>;
}

export interface OutsideDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/** The keys with which the manager opens. */
export interface FirstKeys {
  readonly apikey: string;
  /** Null if the first user existed before. */
  readonly accessToken: string | null;
}

export interface FirstVisit {
  /** The path to print. Browsers do not send the part after # to any server, so no log contains it. */
  readonly path: string;
  /** Returns the keys once. Throws `gone` after that, after its time, and for any other token. */
  redeem(token: string): FirstKeys;
}

export interface MediaBucket extends MediaLinks, MediaSinks {
  /** Larger media is not uploaded. */
  readonly bytesMax: number;
  readonly condition: Condition;
  /** Starts checking in the background whether the bucket takes uploads. */
  start(): void;
  /** Ends uploads after a short grace; later ones fail at once. */
  stop(): void;
}

export interface RunningTracing extends Tracing {
  /** Traces requests; a trace that the caller has begun goes on. */
  readonly watch: RequestWatch;
  /** Sends what is left, for a few seconds at most. Never rejects. */
  stop(): Promise<void>;
}

export interface WakeupBusOptions extends OutsideDeps {
  /** The same on every node of this service, and on no other. */
  readonly subject: string;
}

/** A channel to all nodes, this one included. It may lose, repeat or forge messages. */
export interface WakeupBus {
  /** Whether it is connected. */
  readonly isUp: boolean;
  /** Sends the hint, or drops it while there is no connection. Never throws. */
  send(hint: string): void;
  /** Starts connecting and returns at once; calls `onWakeup` with each hint. */
  start(heard: (hint: string) => void): void;
  /** Resolves in bounded time. */
  stop(): Promise<void>;
}

export interface ClusterDeps extends OutsideDeps {
  readonly database: Executor;
  readonly vault: Vault;
  /** Opens the way of hints that another module has, or returns null. */
  readonly openBus: (options: WakeupBusOptions) => WakeupBus | null;
}

export interface Cluster {
  /** The clock of the database server, which all nodes follow. */
  readonly clock: Clock;
  /** The database, of whose changes the other nodes are told at once. */
  readonly database: Executor;
  /** `url` is where other nodes reach this one, known once it listens. Rejects with a DatabaseError. */
  createNode(orm: Orm, url: () => string): Promise<ClusterNode>;
}

export interface ClusterNode {
  readonly membership: Ownership & { readonly node: string };
  readonly nodes: OtherNodes;
  readonly status: NodeStatus;
  /** Counts of all nodes together, for limits. */
  readonly counts: SharedCounts;
  /** The row of the stream of an instance that is being created: it is this node's own from then on. */
  firstStream(instanceId: string): FirstRow;
  /**
   * To be called before anything is read into memory. Rejects with a DatabaseError, or a StartRefused when its name is
   * another node's.
   */
  begin(): Promise<void>;
  /** Resolves when what it owns has begun: sessions come up behind the scenes. Rejects as `begin` does. */
  start(parts: MovableParts): Promise<void>;
  /** It can be reached, which the others are told with the next beat, made now. */
  listens(): void;
  /** The row of the last event before the last minute; null until it is known. */
  rowAMinuteAgo(): number | null;
  /** Whether it may do something for the instance: it owns it, is sure of that, and does not hand it over. */
  owns(instanceId: string): boolean;
  /** It takes nothing more, and hands over what it has, for `ms` at most. Never rejects. */
  drain(ms: number): Promise<void>;
  /** Gives back what is left, once nothing is done for it any more. Never rejects. */
  leave(): Promise<void>;
}

/** The parts whose state moves with a stream, or is read again when another node changed it. */
export interface MovableParts {
  readonly engine: Pick<RunningEngine, 'findWaiting' | 'attemptsEnded'>;
  readonly service: Pick<CoreParts['service'], 'open' | 'abandon' | 'close'>;
  readonly directory: Pick<CoreParts['directory'], 'byId'>;
  /** Null where the module with the accounts is left out. */
  readonly accounts: Pick<Accounts, 'refreshWebhooks'> | null;
  readonly live: { readonly feed: FollowedFeed };
  /** Tables with one row for each instance. The table that says whether the instance exists comes last. */
  readonly tables: readonly InstanceTable[];
  readonly queued: Pick<CoreParts['queued'], 'refresh' | 'load' | 'forget' | 'instances'>;
  /** Caches by instance, which are outdated once another node has owned the instance. */
  readonly memories: readonly { forget(instanceIds: ReadonlySet<string>): void }[];
  readonly outgoing: Pick<CoreParts['outgoing'], 'nudge'>;
}

export interface InstanceTable {
  /** Reads what the table has of an instance again. `isOwn`: this node has its session already. */
  refresh(instanceId: string, isOwn: boolean): Promise<void>;
}

/** The feed of events to readers at this node. */
export interface FollowedFeed {
  readonly size: number;
  committed(event: CommittedEvent): void;
  keysChanged(instanceId: string): void;
}

export interface GatewayDeps
  extends Pick<
    CoreParts,
    | ('clock' | 'log' | 'faults' | 'db' | 'limits' | 'memory' | 'channels')
    | ('directory' | 'settings' | 'formatFacts')
  > {
  readonly filterFailures: FilterFailures;
  readonly archive: WatchedArchive | null;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
  /** Called when parts are needed that are made after the zone. */
  readonly made: () => Pick<CoreParts, 'engine' | 'queued'>;
}

/** The zone of instances, before the parts that its operations work with are made, and its work. */
export interface Gateway extends Required<Work> {
  /** Counts attempts. */
  readonly observer: Observer;
  readonly feed: FollowedFeed & { changed(instanceId: string): void };
  readonly websocket: WebSocketHandler<unknown>;
  /** Counts an event that is on disk, and shows it to readers. */
  committed(event: CommittedEvent): void;
  /** Counts a request that came by the network. */
  answered(answered: AnsweredRequest): void;
  limitReached(limit: LimitName): void;
  /** Returns the events of instances for the API document. */
  events(): readonly DocumentedEvent[];
  serve(context: GatewayContext): ServedGateway;
}

/** Lets other nodes answer for what they have. */
export type ZoneForwarding = Required<Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'>>;

/** Returns the same for requests that find their node in this way; null when this process is the only one. */
export type CreateForwarding = (streamOf: (nodes: OtherNodes) => StreamOf) => ZoneForwarding | null;

export interface GatewayContext {
  readonly parts: CoreParts;
  readonly node: ClusterNode | null;
  /** The operations that modules add; each takes the place of those with its route in earlier lists. */
  readonly families: readonly (readonly Operation[])[];
  /** How failures look where modules give them a form of their own. */
  readonly failures: Pick<Zone, 'failureBody' | 'failureShape'>;
  readonly forwardingBy: CreateForwarding;
  /** Returns every route as it is registered. */
  readonly routes: () => readonly { readonly method: string; readonly path: string }[];
}

export interface ServedGateway {
  readonly zone: Zone;
  /** Examples for zones that have none of their own. */
  readonly examples: ZoneExamples;
  /** Finds the instance that a request of the zone is about. */
  readonly ofGateway: (nodes: OtherNodes) => StreamOf;
  /** Lets other nodes answer for the instances that they have; null when this process is the only one. */
  readonly ofKeys: CreateForwarding;
  /** Refuses requests before their body is read. */
  readonly beforeBody: (unread: UnreadRequest) => void;
  /** Tells whether the body of a request to this path may have a file in it. */
  takesFiles(path: string): boolean;
  /** Adds the routes of the zone to the server, and returns what they work with. */
  mount(server: AnyElysia): GatewayParts;
}

/** The zone of the accounts, and its work. */
export interface Accounts extends Work {
  readonly zone: Zone;
  readonly routes: AnyElysia;
  /** Where events of accounts go. */
  readonly destinations: Destinations;
  /** Returns the events of accounts for the API document. */
  events(): readonly DocumentedEvent[];
  /** Makes the first user if the database has no users, and reads the webhooks. */
  prepare(): Promise<void>;
  /** Whether `prepare` has made the first user, who holds the bootstrap token. */
  readonly hasSeeded: boolean;
  /** Publishes what happened to the health of an account's webhook, once. Rejects with a DatabaseError. */
  announceHealth(announcement: Announcement): Promise<void>;
  /** Reads the webhooks of an account again, after another node has changed them. */
  refreshWebhooks(accountId: string): Promise<void>;
}

/** The methods of the delivery engine that the zone uses. */
type AccountsEngine = Pick<
  Engine,
  'write' | 'publishChange' | 'retarget' | 'enable' | 'redeliver' | 'replays'
>;

/** The parts from which the zone is made. */
export interface AccountsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals secrets that must be read back. */
  readonly vault: Vault;
  readonly idempotency: IdempotencyStore;
  /** BOOTSTRAP_ACCESS_TOKEN. */
  readonly bootstrapToken: string | null;
  /** Returns the address of the service. */
  readonly publicUrl: () => string;
  /** Decides which addresses webhooks may not name. */
  readonly webhookGuard: UrlGuard;
  readonly filterFailures: FilterFailures;
  /** This node among others on a database server, or null when it is alone on a file. */
  readonly node: { readonly membership: Ownership; readonly nodes: OtherNodes } | null;
  /** Called when the engine is needed, since the engine itself is built on this zone's webhooks. */
  readonly engine: () => AccountsEngine;
  /** Tests a webhook; called when it is needed, for the same reason. */
  readonly webhook: () => Pick<WebhookChannel, 'trace'>;
}
