/** A module of the service: its declaration, and the parts that it adds once it is loaded. */
import type { AnyElysia } from 'elysia';
import type { Accounts, AccountsContext } from './app/accounts.ts';
import type { Parts } from './app/parts.ts';
import type { BrokerOpener } from './core/channels/broker.ts';
import type { Config } from './core/config/config.ts';
import type { Executor, Orm } from './core/db/client.ts';
import type { OtherNodes, StreamOf } from './core/http/forwarding.ts';
import type { FailureShape, Zone } from './core/http/zone.ts';
import type { Provider } from './core/providers/provider.ts';
import type { ProviderDeps } from './core/providers/provider-deps.ts';
import type { Clock } from './core/shared/clock.ts';
import type { Vault } from './core/shared/crypto.ts';
import type { Log } from './core/shared/log.ts';
import type { PageName, Pages } from './core/shell/shell.ts';
import type { DatabaseClock } from './modules/cluster/database-clock.ts';
import type { ClusterNode } from './modules/cluster/node.ts';
import type { WakeupBus } from './modules/cluster/node-wakeups.ts';
import type { Operation } from './modules/gateway/operation.ts';
import type { GatewayParts } from './modules/gateway/parts.ts';
import type { FirstVisit } from './modules/manager/first-visit.ts';
import type { WatchedArchive } from './modules/storage/event-archive.ts';
import type { MediaStore } from './modules/storage/media-store.ts';
import type { RunningTracing } from './modules/tracing/otlp.ts';

/**
 * The declaration of a module, in its `module.ts`, which imports nothing of its folder: what an installation does not
 * use is not loaded.
 */
export interface Module {
  /** The name of its folder, and its name in GATEHOUSE_WITHOUT. */
  readonly name: string;
  /** One sentence: what it is for. */
  readonly about: string;
  /** The modules without which it cannot be: those that it imports from, and those whose pages it uses. */
  readonly needs: readonly string[];
  /** The variables that only it reads. */
  readonly variables: readonly string[];
  /** The tables that it alone writes; absent without any. */
  readonly tables?: readonly string[];
  /** Whether these settings use it; absent if it is used wherever it is not left out. */
  isUsed?(config: Config): boolean;
  /** Why settings that use it cannot do without it; absent if they can. */
  readonly whyNeeded?: string;
  /** Loads its folder; called only if it is used. */
  load(): Promise<ModuleParts>;
}

/** The parts that a module adds to the service; it leaves out those that it has nothing for. */
export interface ModuleParts {
  /** Makes a provider. Its code is loaded when the first session is opened, and no connection is made before. */
  provider?(config: Config, deps: ProviderDeps): Provider;
  /** The pages of the navigation that it has. */
  readonly pages?: readonly PageName[];
  /** The way out to a broker that the core declares. */
  readonly broker?: BrokerOpener<Config>;
  /** Opens the bucket of media; null if it is not configured. */
  mediaStore?(config: Config, deps: OutsideDeps): MediaStore | null;
  /** Opens the archive of events; null if it is not configured. */
  archive?(config: Config, deps: OutsideDeps): WatchedArchive | null;
  /** Begins tracing; null if it is not configured. */
  tracing?(config: Config, deps: OutsideDeps): RunningTracing | null;
  /** Makes this process a node of those on its database server. */
  cluster?(config: Config, deps: ClusterDeps): Promise<Cluster>;
  /** Opens the way on which nodes send each other hints; null if it is not configured. */
  wakeupBus?(config: Config, options: WakeupBusOptions): WakeupBus | null;
  /** Makes the zone of the accounts. One module has it. */
  accounts?(context: AccountsContext): Accounts;
  /** Operations of the gateway zone. Each takes the place of those with its route in modules before this one. */
  operations?(config: Config): readonly Operation[];
  /** Replaces the envelope of failures in the gateway zone; null leaves it. */
  failureShape?(config: Config): FailureShape | null;
  /** Returns the body of a failure on paths of the gateway zone that have a form of their own, or null. */
  readonly failureBody?: NonNullable<Zone['failureBody']>;
  /** Returns how many bytes a body on the path may have; null for paths of others. */
  bodyBytesMax?(path: string): number | null;
  zones?(context: ZonesContext): readonly Zone[];
  routes?(context: RoutesContext): readonly AnyElysia[];
  /** Returns what gives requests the paths that their routes have. */
  moving?(config: Config): (request: Request) => Request;
}

interface OutsideDeps {
  readonly clock: Clock;
  readonly log: Log;
}

interface WakeupBusOptions extends OutsideDeps {
  /** The same on every node of this service, and on no other. */
  readonly subject: string;
}

export interface ClusterDeps extends OutsideDeps {
  readonly database: Executor;
  readonly vault: Vault;
  /** Opens the way of hints that another module has, or returns null. */
  readonly openBus: (options: WakeupBusOptions) => WakeupBus | null;
}

export interface Cluster {
  /** The clock of the database server, which all nodes follow. */
  readonly clock: DatabaseClock;
  /** The database, of whose changes the other nodes are told at once. */
  readonly database: Executor;
  /** `url` is where other nodes reach this one, known once it listens. Rejects with a DatabaseError. */
  createNode(orm: Orm, url: () => string): Promise<ClusterNode>;
}

type ForwardingOfKeys = Required<Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'>>;

/** The parts of the service that a module builds on. */
interface ServiceContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly parts: Parts;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

export interface ZonesContext extends ServiceContext {
  readonly gateway: Zone;
  /** The zone of the accounts; null where it is left out. */
  readonly crm: Zone | null;
  /** Finds the instance that a request of the gateway zone is about. */
  readonly ofGateway: (nodes: OtherNodes) => StreamOf;
  /** Lets other nodes answer for the instances that they have; null when this process is the only one. */
  readonly ofKeys: (streamOf: (nodes: OtherNodes) => StreamOf) => ForwardingOfKeys | null;
  /** The same for requests with another credential than a key. */
  readonly forwardingBy: (streamOf: (nodes: OtherNodes) => StreamOf) => ForwardingOfKeys | null;
}

export interface RoutesContext extends ServiceContext {
  /** The server with the routes of the zones. */
  readonly server: AnyElysia;
  readonly gateway: GatewayParts;
  /** The pages that the navigation leads to. */
  readonly pages: Pages;
  /** The link that the first start prints; null on any other start. */
  readonly firstVisit: FirstVisit | null;
}
