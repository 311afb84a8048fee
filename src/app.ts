/**
 * The composition root: puts every part together and gives the whole a start and a stop.
 * Owns: who gets what. Must never: hold a rule of its own.
 */
import type { AnyElysia } from 'elysia';
import { version } from '../package.json';
import { createWebhookChannel } from './channels/webhook/channel.ts';
import { createNetworkGuard, type NetworkGuard } from './channels/webhook/guard.ts';
import type { Config } from './config.ts';
import { type Crm, createCrm } from './crm/index.ts';
import type { Database } from './db/client.ts';
import { isSealedWith } from './db/encryption-check.ts';
import { createIdempotencyStore, type PrunableIdempotencyStore } from './db/idempotency-store.ts';
import { lockDatabaseFile } from './db/lock.ts';
import { databasePath, openDatabase } from './db/open.ts';
import { readBacklog } from './events/backlog.ts';
import { createEngine, type RunningEngine } from './events/create-engine.ts';
import { MEDIA_BYTES_MAX } from './events/media.ts';
import { destinationsOfBoth } from './events/routing.ts';
import { gatewayZone } from './gateway/guard.ts';
import { createDirectory } from './gateway/instance/directory.ts';
import { createInstanceService } from './gateway/instance/service.ts';
import { createInstanceStore } from './gateway/instance/store.ts';
import { type GatewayParts, gatewayRoutes } from './gateway/routes.ts';
import { createMetrics } from './gateway/status/metrics.ts';
import { createDestinations } from './gateway/webhook/destinations.ts';
import { createEventSettings } from './gateway/webhook/settings.ts';
import { createServer, listenOptions } from './http/server.ts';
import { StartRefused } from './process/refusal.ts';
import type { ProviderName } from './providers/provider.ts';
import { createSandboxProvider } from './providers/sandbox/provider.ts';
import type { Clock } from './shared/clock.ts';
import { createVault, sha256, type Vault } from './shared/crypto.ts';
import type { Log } from './shared/log.ts';

export interface AppDeps {
  readonly log: Log;
  readonly clock: Clock;
}

export interface App {
  /** Where it listens; known once it has started. */
  readonly server: { readonly port: number; readonly hostname: string };
  /** Answers a request without a socket. */
  handle(request: Request): Promise<Response>;
  readonly engine: RunningEngine;
  /** Takes over what the last process left, then listens. */
  start(): Promise<{ readonly url: string }>;
  /** Accepts nothing more, lets attempts under way end for `graceMs`, closes everything. */
  stop(graceMs: number): Promise<void>;
}

const LARGE_BODY_BYTES = 32 * 1024 * 1024;
const LARGE_BODIES = /^\/(message\/sendMedia|sandbox)\//;
const HOUR_MS = 3_600_000;

export async function createApp(config: Config, deps: AppDeps): Promise<App> {
  const path = databasePath(config.databaseUrl);
  const lock = path === null ? null : lockDatabaseFile(path);
  const authToken = config.databaseAuthToken;
  const db = await openDatabase({
    url: config.databaseUrl,
    clock: deps.clock,
    ...(authToken !== null && { authToken }),
  });
  const vault = createVault(config.encryptionKey);
  if (!(await isSealedWith(db, vault))) {
    throw new StartRefused('ENCRYPTION_KEY is not the one this database was sealed with');
  }
  const network = createNetworkGuard({ allow: config.webhookAllowNetworks, clock: deps.clock });
  const idempotency = createIdempotencyStore({ ...deps, db, vault });
  const bootstrapToken = config.bootstrapAccessToken;
  const engine = () => parts.engine;
  const crm = createCrm({ ...deps, db, vault, idempotency, bootstrapToken, network, engine });
  const foundation = { db, vault, network, idempotency, crm, isAlone: lock !== null };
  const parts = createParts(config, deps, foundation);
  return createLife(config, deps, parts, async () => {
    await db.close();
    lock?.release();
  });
}

interface Foundation {
  readonly db: Database;
  readonly vault: Vault;
  readonly network: NetworkGuard;
  readonly idempotency: PrunableIdempotencyStore;
  readonly crm: Crm;
  readonly isAlone: boolean;
}

function createParts(config: Config, { clock, log }: AppDeps, foundation: Foundation) {
  const { db, vault, network: guard, idempotency, crm, isAlone } = foundation;
  const directory = createDirectory(createInstanceStore(db), clock);
  const settings = createEventSettings({ orm: db.orm, vault, clock, engine: () => engine });
  const global = { ...config, amqp: null, nats: null };
  const destinations = createDestinations({ settings, global, clock });
  const userAgent = `gatehouse/${version}`;
  const webhook = createWebhookChannel({
    clock,
    guard,
    userAgent,
    timeoutMs: config.webhookTimeoutMs,
  });
  const metrics = createMetrics({ clock, backlog: () => readBacklog(db) });
  const engine: RunningEngine = createEngine({
    db,
    clock,
    log,
    destinations: destinationsOfBoth(destinations, crm.destinations),
    isAlone,
    channels: { webhook },
    rules: { retryDelayMs: config.webhookRetryDelayMs, maxAttempts: config.webhookMaxAttempts },
    limits: { total: config.webhookMaxInFlight, perHost: config.webhookMaxInFlightPerHost },
    mediaInBodies: config.webhookFiles,
    eventHours: config.eventRetentionHours,
    deliveryHours: config.deliveryRetentionHours,
    pid: process.pid,
    nameOf: (id) => directory.byId(id)?.name ?? null,
    observer: metrics.observer,
  });
  const sandbox = createSandboxProvider({
    clock,
    log,
    orm: db.orm,
    qrMaxCount: config.qrcodeMaxCount,
    mediaLimitBytes: MEDIA_BYTES_MAX,
    ignoreGroups: config.eventIgnoreGroup,
    ignoreStatus: config.eventIgnoreStatus,
  });
  const providers = new Map<ProviderName, typeof sandbox>([['sandbox', sandbox]]);
  const { connectOnStartup, defaultProvider } = config;
  const base = {
    directory,
    settings,
    providers,
    engine,
    guard,
    clock,
    log,
    connectOnStartup,
    defaultProvider,
  };
  const service = createInstanceService(base);
  return { ...base, db, destinations, webhook, metrics, service, idempotency, crm };
}

function createLife(
  config: Config,
  { clock, log }: AppDeps,
  parts: ReturnType<typeof createParts>,
  close: () => Promise<void>,
): App {
  const { directory, settings, engine, service, idempotency, crm } = parts;
  const routes: GatewayParts = { ...parts, mediaInBodies: config.webhookFiles };
  const server = createServer({
    log,
    clock,
    version,
    zones: zonesOf(config, directory, crm),
    corsOrigins: config.corsOrigins,
    rateLimitPerMinute: config.rateLimitPerMinute,
    bodyLimits: (path) => (LARGE_BODIES.test(path) ? LARGE_BODY_BYTES : 1024 * 1024),
  })
    .use(gatewayRoutes(routes))
    .use(crm.routes);
  let cancelPruning = () => {};
  const prune = () => {
    void idempotency.prune();
    cancelPruning = clock.after(HOUR_MS, prune);
  };

  return {
    engine,
    handle: (request) => server.handle(request),
    get server() {
      return { port: server.server?.port ?? 0, hostname: server.server?.hostname ?? '' };
    },
    async start() {
      await directory.load();
      await settings.load();
      await crm.start();
      await engine.start();
      await service.start();
      server.listen(listenOptions(config.host, config.port));
      prune();
      return { url: String(server.server?.url) };
    },
    async stop(graceMs) {
      cancelPruning();
      const closed = stopListening(server);
      await service.stop();
      await engine.stop(graceMs);
      await closed;
      await close();
    },
  };
}

const zonesOf = (
  config: Config,
  directory: Parameters<typeof gatewayZone>[0]['directory'],
  crm: Crm,
) => [gatewayZone({ globalKeyHash: sha256(config.globalApiKey), directory }), crm.zone];

/** Resolves when requests under way were answered; an app that never listened has none. */
const stopListening = async (server: AnyElysia): Promise<void> => {
  if (server.server) await server.stop();
};
