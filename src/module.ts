/** A module of the service: its declaration, and the parts that it adds once it is loaded. */
import type { AnyElysia } from 'elysia';
import type { BrokerOpener } from './core/channels/broker.ts';
import type { Config, Settings } from './core/config/config.ts';
import type { WatchedArchive } from './core/events/contract/archive.ts';
import type { JoinableStatements } from './core/events/publish/joined-statements.ts';
import type { OtherNodes, StreamOf } from './core/http/forwarding.ts';
import type { FailureShape, Zone } from './core/http/zone.ts';
import type { Check } from './core/process/checks.ts';
import type { Provider, ProviderDeps } from './core/providers/provider.ts';
import type { Clock } from './core/shared/clock.ts';
import type { Log } from './core/shared/log.ts';
import type { PageName, Pages } from './core/shell/shell.ts';
import type { CoreParts } from './core-parts.ts';
import type { Operation } from './modules/gateway/operation.ts';
import type { GatewayParts } from './modules/gateway/parts.ts';
import type {
  Accounts,
  AccountsContext,
  Cluster,
  ClusterDeps,
  ClusterNode,
  CreateForwarding,
  FirstKeys,
  FirstVisit,
  Gateway,
  GatewayDeps,
  MediaBucket,
  OutsideDeps,
  RunningTracing,
  WakeupBus,
  WakeupBusOptions,
} from './offers.ts';

/**
 * The declaration of a module, in its `module.ts`, which imports nothing of its folder: what an installation does not
 * use is not loaded.
 */
export interface Module {
  /** The name of its folder, and its name in GATEHOUSE_WITHOUT. */
  readonly name: string;
  /** One sentence: what it is for. */
  readonly about: string;
  /** The modules that it imports from or whose pages it uses: where one of them is left out, it is too. */
  readonly needs: readonly string[];
  /** The variables that only it reads. */
  readonly variables: readonly string[];
  /** The tables that it alone writes; absent without any. */
  readonly tables?: readonly string[];
  /** Tables of the core that get rows by it alone; absent without any. */
  readonly coreTables?: readonly string[];
  /** The endpoints to which nothing is sent without it: `account`, or by default the channel of its name. */
  readonly endpoints?: 'account';
  /** Whether it is part of every installation, and cannot be left out. */
  readonly isRequired?: true;
  /** Whether these settings use it; absent if it is used wherever it is not left out. */
  isUsed?(settings: Settings): boolean;
  /** Why settings that use it cannot do without it; absent if they can. */
  readonly whyNeeded?: string;
  /** Loads what `gatehouse doctor` checks of it; called wherever it is not left out. */
  checks?(): Promise<readonly Check[]>;
  /** Loads its folder; called only if it is used. */
  load(): Promise<ModuleParts>;
}

/** The parts that a module adds to the service; it leaves out those that it has nothing for. */
export interface ModuleParts {
  /** Makes a provider. Its code is loaded when the first session is opened, and no connection is made before. */
  provider?(config: Config, deps: ProviderDeps): Provider;
  /** Tells whether a library that the provider uses has left a fault unhandled. */
  isOfLibrary?(fault: unknown): boolean;
  /** The pages of the navigation that it has. */
  readonly pages?: readonly PageName[];
  /** Makes the link that the first start prints. */
  firstVisit?(clock: Clock, keys: () => FirstKeys): FirstVisit;
  /** The way out to a broker that the core declares. */
  readonly broker?: BrokerOpener<Config>;
  /** Opens the bucket of media; null if it is not configured. */
  mediaStore?(config: Config, deps: OutsideDeps): MediaBucket | null;
  /** Opens the archive of events; null if it is not configured. */
  archive?(config: Config, deps: OutsideDeps): WatchedArchive | null;
  /** Begins tracing; null if it is not configured. */
  tracing?(config: Config, deps: OutsideDeps): RunningTracing | null;
  /** Makes this process a node of those on its database server. */
  cluster?(config: Config, deps: ClusterDeps): Promise<Cluster>;
  /** Opens the way on which nodes send each other hints; null if it is not configured. */
  wakeupBus?(config: Config, options: WakeupBusOptions): WakeupBus | null;
  /** Statements of it that a database server gets for many rows at once. */
  readonly joinable?: JoinableStatements;
  /** Makes the zone of instances, and what counts and shows their events. One module has it, which is required. */
  gateway?(config: Config, deps: GatewayDeps): Gateway;
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

/** The parts of the service that a module builds on. */
interface ServiceContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly parts: CoreParts;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

export interface ZonesContext extends ServiceContext {
  readonly gateway: Zone;
  /** The zone of the accounts; null where it is left out. */
  readonly accounts: Zone | null;
  /** Finds the instance that a request of the gateway zone is about. */
  readonly ofGateway: (nodes: OtherNodes) => StreamOf;
  /** Lets other nodes answer for the instances that they have; null when this process is the only one. */
  readonly ofKeys: CreateForwarding;
  /** The same for requests with another credential than a key. */
  readonly forwardingBy: CreateForwarding;
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
