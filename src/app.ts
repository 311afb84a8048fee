/** The composition root: builds the parts of the service, starts them and stops them. */
import type { Accounts, AccountsContext } from './app/accounts.ts';
import { reportLeftOut } from './app/left-out.ts';
import { createParts, type Parts } from './app/parts.ts';
import { createPruning } from './app/pruning.ts';
import { moving, serverOf } from './app/server.ts';
import { stopService } from './app/stopping.ts';
import type { Config } from './core/config/config.ts';
import { VARIABLES } from './core/config/variables.ts';
import type { Executor } from './core/db/client.ts';
import type { CommitPace } from './core/db/commit-pace.ts';
import { openWithKeys } from './core/db/encryption-keys.ts';
import { lockDatabaseFile } from './core/db/lock.ts';
import { openDatabase } from './core/db/open.ts';
import { watchOutages } from './core/db/outage.ts';
import type { RunningEngine } from './core/events/engine.ts';
import { originOf } from './core/http/client-address.ts';
import { type RequestWatch, timing } from './core/http/request-watch.ts';
import { listen } from './core/http/server.ts';
import { createIdempotency } from './core/idempotency/store.ts';
import type { InstanceDirectory } from './core/instances/directory.ts';
import { RESTARTED } from './core/instances/service.ts';
import { createNetworkGuard } from './core/outbound/network-guard.ts';
import { StartRefused } from './core/process/refusal.ts';
import { bracketed } from './core/process/welcome.ts';
import type { ProviderDeps } from './core/providers/provider-deps.ts';
import { type Clock, systemStopwatch } from './core/shared/clock.ts';
import { createVault, type Vault } from './core/shared/crypto.ts';
import { databasePath } from './core/shared/database-url.ts';
import type { Log } from './core/shared/log.ts';
import { UnhandledFaults } from './core/shared/unhandled-faults.ts';
import { createFilterFailures } from './core/webhooks/filter/failures.ts';
import { refusingItself } from './core/webhooks/own-address.ts';
import type { Cluster, ClusterDeps, ModuleParts } from './module.ts';
import type { ClusterNode } from './modules/cluster/node.ts';
import { createGatewayAudit } from './modules/gateway/audit/audit.ts';
import { liveSockets } from './modules/gateway/live/sockets.ts';
import type { FirstVisit } from './modules/manager/first-visit.ts';
import { loadModules } from './modules.ts';

export interface AppDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Says when commits are too slow for the event loop; default: by how long they took. */
  readonly commitPace?: CommitPace;
  /** The link that the first start prints; absent by default. */
  readonly firstVisit?: FirstVisit | null;
  /** Reports faults that no code has handled; absent by default. */
  readonly faults?: UnhandledFaults;
  /** Called when the database can no longer be used, and the process must end; by default the error is thrown. */
  readonly databaseFailed?: (error: Error) => void;
}

export interface App {
  /** Where it listens; known once it has started. */
  readonly server: { readonly port: number; readonly hostname: string };
  /** Answers a request without a socket. */
  handle(request: Request): Promise<Response>;
  readonly engine: RunningEngine;
  /** Takes over what the last process left, then listens. `hasSeeded`: the bootstrap token is that of the first user. */
  start(): Promise<{ readonly url: string; readonly hasSeeded: boolean }>;
  /** Accepts nothing more, lets attempts and requests under way end for `graceMs`, closes everything. */
  stop(graceMs: number): Promise<void>;
}

const THREADED = 'commits are slow and have a thread of their own now';
const UNTHREADED = 'commits are quick again and need no thread of their own';

const WRONG_KEY = {
  foreign: 'ENCRYPTION_KEY is not the one this database was sealed with',
  unfinished:
    'the change of ENCRYPTION_KEY was interrupted: start once more with both keys, ENCRYPTION_KEY=new,old',
};

export async function createApp(config: Config, given: AppDeps): Promise<App> {
  const modules = await loadModules(config);
  const path = databasePath(config.databaseUrl);
  const lock = path === null ? null : lockDatabaseFile(path);
  const opened = await openOwn(config, given);
  const [currentKey, formerKey] = config.encryptionKeys;
  const vault = createVault(currentKey, formerKey);
  const cluster = await clusterOf(config, modules, { ...given, database: opened, vault });
  const deps = { ...given, ...(cluster && { clock: cluster.clock }) };
  const db = watchOutages(cluster?.database ?? opened, deps);
  const opening = await openWithKeys(db, vault, deps.log);
  const close = async () => {
    await db.close();
    lock?.release();
  };
  if (opening !== 'opened') {
    await close();
    throw new StartRefused(WRONG_KEY[opening]);
  }
  const network = networkGuardOf(config, deps);
  const hours = config.auditRetentionHours;
  const nodeUrl = () => config.nodeUrl ?? addressOf(app.server);
  const node = (await cluster?.createNode(db.orm, nodeUrl)) ?? null;
  const kept = { ...deps, db, node: node?.membership.node ?? null };
  const onStored = (id: string, bytes: number) => parts.engine.quota.recordStored(id, bytes);
  const idempotency = createIdempotency({ ...kept, vault, onStored });
  const audit = createGatewayAudit({ ...kept, hours, isAlone: node === null });
  const publicUrl = publicUrlOf(config, () => app.server);
  const webhookGuard = refusingItself(network, () => ({
    urls: [publicUrl(), nodeUrl()],
    port: app.server.port,
  }));
  const filterFailures = createFilterFailures(deps.log);
  const faults = given.faults ?? new UnhandledFaults(given);
  const noted = { filterFailures, faults };
  const found = { db, vault, network, webhookGuard, idempotency, audit, node, ...noted };
  const base = { ...deps, publicUrl, ...found };
  const later = { engine: () => parts.engine, webhook: () => parts.webhook };
  const accounts = accountsOf(config, modules, { ...base, ...later });
  const parts = createParts(config, { ...base, accounts, ...outsideOf(config, modules, deps) });
  const app = createLife(config, { ...deps, node, modules }, parts, close);
  return app;
}

/** Returns what the module of clusters makes; null where this process has the database file to itself. */
function clusterOf(
  config: Config,
  modules: readonly ModuleParts[],
  { database, vault, clock, log }: AppDeps & { readonly database: Executor; readonly vault: Vault },
): Promise<Cluster> | null {
  const openBus: ClusterDeps['openBus'] = (options) =>
    firstOf(modules, ({ wakeupBus }) => wakeupBus?.(config, options));
  const deps = { database, vault, clock, log, openBus };
  return firstOf(modules, ({ cluster }) => cluster?.(config, deps));
}

/** Opens what modules have to reach other servers. */
const outsideOf = (config: Config, modules: readonly ModuleParts[], { clock, log }: AppDeps) => ({
  brokers: modules.flatMap(({ broker }) => broker ?? []),
  mediaStore: firstOf(modules, ({ mediaStore }) => mediaStore?.(config, { clock, log })),
  archive: firstOf(modules, ({ archive }) => archive?.(config, { clock, log })),
  tracing: firstOf(modules, ({ tracing }) => tracing?.(config, { clock, log })),
  providersOf: (deps: ProviderDeps) =>
    modules.flatMap((module) => module.provider?.(config, deps) ?? []),
});

/** Returns what the first module makes that makes it, or null. */
function firstOf<T>(
  modules: readonly ModuleParts[],
  make: (module: ModuleParts) => T | null | undefined,
): T | null {
  for (const module of modules) {
    const made = make(module) ?? null;
    if (made !== null) return made;
  }
  return null;
}

const networkGuardOf = ({ webhookAllowNetworks: allow }: Config, { clock, log }: AppDeps) =>
  createNetworkGuard({ allow, variable: VARIABLES.webhookAllowNetworks.name, clock, log });

/** Null where the module with the accounts is left out. */
const accountsOf = (
  { bootstrapAccessToken: bootstrapToken }: Config,
  modules: readonly ModuleParts[],
  context: Omit<AccountsContext, 'bootstrapToken'>,
): Accounts | null =>
  firstOf(modules, ({ accounts }) => accounts?.({ ...context, bootstrapToken }));

const openOwn = (config: Config, { log, clock, commitPace, databaseFailed }: AppDeps) =>
  openDatabase({
    url: config.databaseUrl,
    authToken: config.databaseAuthToken,
    clock,
    commits: {
      onSwitch: (isThreaded) => log.info(isThreaded ? THREADED : UNTHREADED),
      ...(commitPace && { pace: commitPace }),
      ...(databaseFailed && { fatal: databaseFailed }),
    },
  });

/** Only a server that listens knows its port, and sooner nobody pairs. */
const publicUrlOf =
  ({ publicUrl }: Config, server: () => App['server']) =>
  (asked?: Request) =>
    publicUrl ?? (asked ? originOf(asked) : `http://localhost:${server().port}`);

interface NodeDeps extends AppDeps {
  readonly modules: readonly ModuleParts[];
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

/** '' while it does not listen. */
const addressOf = ({ hostname, port }: App['server']): string =>
  port === 0 ? '' : `http://${bracketed(hostname)}:${port}`;

function createLife(
  config: Config,
  { clock, log, node, modules, firstVisit = null }: NodeDeps,
  parts: Parts,
  close: () => Promise<void>,
): App {
  const { engine, service, accounts, live, mediaStore, brokers, audit, upkeep, outgoing } = parts;
  const server = serverOf(config, { clock, log, node, modules, firstVisit }, parts);
  const pruning = createPruning({ ...parts, clock, log });
  return {
    engine,
    handle: (request) => server.handle(request),
    get server() {
      return { port: server.server?.port ?? 0, hostname: server.server?.hostname ?? '' };
    },
    async start() {
      await node?.begin();
      await loadTables(parts);
      const { hasSeeded } = (await accounts?.start()) ?? { hasSeeded: false };
      await audit.start();
      await reportLeftOut(config, { db: parts.db, log });
      brokers.start();
      await engine.start();
      mediaStore?.start();
      if (node)
        await node.start({ ...parts, tables: tablesOf(parts), memories: memoriesOf(parts) });
      else {
        await parts.queued.load();
        await service.open(idsOf(parts.directory), RESTARTED);
      }
      upkeep.start();
      outgoing.start();
      parts.figures.start();
      parts.metrics.start();
      const websocket = liveSockets(live.feed);
      const timed = timing(parts.metrics.answered, systemStopwatch());
      const { tracing } = parts;
      const watch: RequestWatch =
        tracing === null
          ? timed
          : (request, answer) => tracing.watch(request, (traced) => timed(traced, answer));
      listen(server, {
        hostname: config.host,
        port: config.port,
        websocket,
        watch,
        move: moving(config, modules, server),
      });
      node?.listens();
      void pruning.run();
      return { url: String(server.server?.url), hasSeeded };
    },
    stop: (graceMs) => stopService({ clock, node, parts, server, pruning, close }, graceMs),
  };
}

/** The parts that have each instance in memory; the part by which it is found comes last. */
const tablesOf = ({
  settings,
  proxies,
  accountSettings,
  keyCopies,
  directory,
  ...parts
}: Parts) => [settings, proxies, accountSettings, keyCopies, ...numbersOf(parts), directory];

/** The numbers of platforms that are reached with credentials. */
const numbersOf = ({ providers }: Pick<Parts, 'providers'>) =>
  [...providers.values()].flatMap(({ credentials }) => credentials?.numbers ?? []);

/** The caches by instance, which are read again after another node has owned it. */
const memoriesOf = ({ messages, pace }: Parts) => [messages, pace];

const idsOf = (directory: InstanceDirectory): string[] => directory.all().map(({ id }) => id);

/** Reads into memory what is looked up there; instances first. */
async function loadTables(parts: Parts) {
  const { directory, settings, proxies, accountSettings, keyCopies } = parts;
  await directory.load();
  await settings.load();
  await proxies.load();
  await accountSettings.load();
  await keyCopies.load();
  for (const numbers of numbersOf(parts)) await numbers.load();
}
