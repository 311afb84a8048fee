/** The composition root: builds the parts of the service, starts them and stops them. */
import { reportLeftOut } from './app/left-out.ts';
import { createParts, type Parts } from './app/parts.ts';
import { createPruning } from './app/pruning.ts';
import { createRequestMover, serverOf } from './app/server.ts';
import { stopService } from './app/stopping.ts';
import type { Config } from './core/config/config.ts';
import { VARIABLES } from './core/config/variables.ts';
import type { CommitPace, Executor } from './core/db/client.ts';
import { openWithKeys } from './core/db/encryption-keys.ts';
import { lockDatabaseFile } from './core/db/lock.ts';
import { openDatabase } from './core/db/open.ts';
import { watchOutages } from './core/db/outage.ts';
import type { RunningEngine } from './core/events/engine.ts';
import { originOf } from './core/http/client-address.ts';
import { createTimingWatch, type RequestWatch } from './core/http/request-watch.ts';
import { listen } from './core/http/server.ts';
import { RESTARTED } from './core/instances/service.ts';
import { createNetworkGuard } from './core/outbound/network-guard.ts';
import { StartRefused } from './core/process/refusal.ts';
import { bracketHost } from './core/process/welcome.ts';
import { type Clock, systemStopwatch } from './core/shared/clock.ts';
import { createVault, type Vault } from './core/shared/crypto.ts';
import { databasePath } from './core/shared/database-url.ts';
import type { Log } from './core/shared/log.ts';
import { UnhandledFaults } from './core/shared/unhandled-faults.ts';
import { refusingItself } from './core/webhooks/own-address.ts';
import type { ModuleParts } from './module.ts';
import { chooseModules, firstOf, leftOut } from './modules.ts';
import type { Cluster, ClusterDeps, ClusterNode, FirstKeys, FirstVisit } from './offers.ts';

export interface AppDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Says when commits are too slow for the event loop; default: by how long they took. */
  readonly commitPace?: CommitPace;
  /** Returns the keys that the link of the first start opens; absent on any other start. */
  readonly firstKeys?: () => FirstKeys;
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
  /** The path of the link of the first start; null on any other start, and where no module has the page. */
  readonly firstVisit: string | null;
  /** Tells whether a library that a module uses has left a fault unhandled. */
  isOfLibrary(fault: unknown): boolean;
  /** Takes over what the last process left, then listens. `hasSeeded`: the bootstrap token is that of the first user. */
  start(): Promise<{ readonly url: string; readonly hasSeeded: boolean }>;
  /** Accepts nothing more, lets attempts and requests under way end for `graceMs`, closes everything. */
  stop(graceMs: number): Promise<void>;
}

const THREADED = 'commits are slow and have a thread of their own now';
const UNTHREADED = 'commits are quick again and need no thread of their own';

const ALLOW_NETWORKS = VARIABLES.webhookAllowNetworks.name;

const WRONG_KEY = {
  foreign: 'ENCRYPTION_KEY is not the one this database was sealed with',
  unfinished:
    'the change of ENCRYPTION_KEY was interrupted: start again with both keys, ENCRYPTION_KEY=new,old',
};

export async function createApp(settings: Config, deps: AppDeps): Promise<App> {
  const modules = await Promise.all(chooseModules(settings).map((module) => module.load()));
  const config = { ...settings, without: leftOut(settings) };
  const path = databasePath(config.databaseUrl);
  const lock = path === null ? null : lockDatabaseFile(path);
  const opened = await openOwn(config, deps);
  const [currentKey, formerKey] = config.encryptionKeys;
  const vault = createVault(currentKey, formerKey);
  const cluster = await clusterOf(config, modules, { ...deps, database: opened, vault });
  const { log, clock } = { ...deps, ...(cluster && { clock: cluster.clock }) };
  const db = watchOutages(cluster?.database ?? opened, { log, clock });
  const opening = await openWithKeys(db, vault, log);
  const close = async () => {
    await db.close();
    lock?.release();
  };
  if (opening !== 'opened') {
    await close();
    throw new StartRefused(WRONG_KEY[opening]);
  }
  const allowed = { allow: config.webhookAllowNetworks, variable: ALLOW_NETWORKS };
  const network = createNetworkGuard({ ...allowed, clock, log });
  const nodeUrl = () => config.nodeUrl ?? addressOf(app.server);
  const node = (await cluster?.createNode(db.orm, nodeUrl)) ?? null;
  const publicUrl = publicUrlOf(config, () => app.server);
  const webhookGuard = refusingItself(network, () => ({
    urls: [publicUrl(), nodeUrl()],
    port: app.server.port,
  }));
  const faults = deps.faults ?? new UnhandledFaults(deps);
  const built = { modules, clock, log, faults, db, vault, network, webhookGuard, node, publicUrl };
  const parts = createParts(config, built);
  const { firstKeys = null } = deps;
  const firstVisit = firstKeys && firstOf(modules, (one) => one.firstVisit?.(clock, firstKeys));
  const app = createLife(config, { node, modules, firstVisit, close }, parts);
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

/** '' while it does not listen. */
const addressOf = ({ hostname, port }: App['server']): string =>
  port === 0 ? '' : `http://${bracketHost(hostname)}:${port}`;

interface LifeDeps {
  readonly modules: readonly ModuleParts[];
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
  readonly firstVisit: FirstVisit | null;
  readonly close: () => Promise<void>;
}

function createLife(config: Config, deps: LifeDeps, parts: Parts): App {
  const { node, modules, firstVisit, close } = deps;
  const { engine, works, gateway, accounts } = parts;
  const server = serverOf(config, { node, modules, firstVisit }, parts);
  const pruning = createPruning(parts);
  return {
    engine,
    firstVisit: firstVisit?.path ?? null,
    isOfLibrary: (fault) => modules.some((module) => module.isOfLibrary?.(fault)),
    handle: (request) => server.handle(request),
    get server() {
      return { port: server.server?.port ?? 0, hostname: server.server?.hostname ?? '' };
    },
    async start() {
      await node?.begin();
      // The part by which an instance is found is read first here, and last when another node changed the instance.
      const { directory, settings, proxies, accountSettings, keyCopies, numbers } = parts;
      const tables = [settings, proxies, accountSettings, keyCopies, ...numbers, directory];
      for (const table of [directory, ...tables.slice(0, -1)]) await table.load();
      for (const work of works) await work.prepare?.();
      await reportLeftOut(config, parts);
      parts.brokers.start();
      await engine.start();
      parts.mediaStore?.start();
      const memories = [parts.messages, parts.pace];
      if (node) await node.start({ ...parts, live: gateway, tables, memories });
      else {
        await parts.queued.load();
        await parts.service.open(idsOf(directory), RESTARTED);
      }
      parts.upkeep.start();
      parts.outgoing.start();
      for (const work of works) work.start?.();
      listen(server, {
        hostname: config.host,
        port: config.port,
        websocket: gateway.websocket,
        watch: watchOf(parts),
        move: createRequestMover(config, modules, server),
      });
      node?.listens();
      void pruning.run();
      return { url: String(server.server?.url), hasSeeded: accounts?.hasSeeded ?? false };
    },
    stop: (graceMs) => stopService({ node, parts, server, pruning, close }, graceMs),
  };
}

/** Measures requests, and traces them where that is configured. */
function watchOf({ gateway, tracing }: Parts): RequestWatch {
  const timed = createTimingWatch(gateway.answered, systemStopwatch());
  if (tracing === null) return timed;
  return (request, answer) => tracing.watch(request, (traced) => timed(traced, answer));
}

const idsOf = (directory: Parts['directory']): string[] => directory.all().map(({ id }) => id);
