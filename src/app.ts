/**
 * The composition root: puts every part together and gives the whole a start and a stop.
 * Owns: who gets what. Must never: hold a rule of its own.
 */
import type { AnyElysia } from 'elysia';
import { version } from '../package.json';
import { createBrokers } from './channels/brokers.ts';
import { createWebhookChannel } from './channels/webhook/channel.ts';
import { createNetworkGuard } from './channels/webhook/guard.ts';
import { storageOf } from './config/storage-variables.ts';
import type { Config } from './config.ts';
import { crmZone } from './crm/guard.ts';
import type { Database } from './db/client.ts';
import { isSealedWith } from './db/encryption-check.ts';
import { createIdempotencyStore } from './db/idempotency-store.ts';
import { lockDatabaseFile } from './db/lock.ts';
import { databasePath, openDatabase } from './db/open.ts';
import { readBacklog } from './events/backlog.ts';
import { createEngine, type RunningEngine } from './events/create-engine.ts';
import { MEDIA_BYTES_MAX } from './events/media.ts';
import { gatewayZone } from './gateway/guard.ts';
import { createDirectory, type InstanceDirectory } from './gateway/instance/directory.ts';
import { createInstanceService } from './gateway/instance/service.ts';
import { createInstanceStore } from './gateway/instance/store.ts';
import { createLive } from './gateway/live/live.ts';
import { liveSockets } from './gateway/live/sockets.ts';
import type { Tickets } from './gateway/live/tickets.ts';
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
import { createBucket } from './storage/bucket.ts';
import { createMediaStore, type MediaStore, STORED_BYTES_MAX } from './storage/media-store.ts';

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
  const parts = createParts(config, deps, db, vault, lock !== null);
  return createLife(config, deps, parts, async () => {
    await db.close();
    lock?.release();
  });
}

function createParts(
  config: Config,
  { clock, log }: AppDeps,
  db: Database,
  vault: Vault,
  isAlone: boolean,
) {
  const directory = createDirectory(createInstanceStore(db), clock);
  const guard = createNetworkGuard({ allow: config.webhookAllowNetworks, clock });
  const audience = createAudience(config, { clock, log }, { db, vault, engine: () => engine });
  const { settings, live, destinations, brokers, mediaStore, channels } = audience;
  const webhook = createWebhookChannel({
    clock,
    guard,
    userAgent: `gatehouse/${version}`,
    timeoutMs: config.webhookTimeoutMs,
  });
  const metrics = createMetrics({ clock, channels, backlog: () => readBacklog(db) });
  const engine: RunningEngine = createEngine({
    db,
    clock,
    log,
    destinations,
    isAlone,
    channels: { webhook, ...brokers.channels },
    rules: { retryDelayMs: config.webhookRetryDelayMs, maxAttempts: config.webhookMaxAttempts },
    limits: { total: config.webhookMaxInFlight, perHost: config.webhookMaxInFlightPerHost },
    mediaInBodies: config.webhookFiles,
    mediaLinks: mediaStore,
    eventHours: config.eventRetentionHours,
    deliveryHours: config.deliveryRetentionHours,
    pid: process.pid,
    nameOf: (id) => directory.byId(id)?.name ?? null,
    observer: metrics.observer,
    onCommitted: live.feed.committed,
  });
  const sandbox = createSandboxProvider({
    clock,
    log,
    orm: db.orm,
    qrMaxCount: config.qrcodeMaxCount,
    mediaLimitBytes: mediaStore === null ? MEDIA_BYTES_MAX : STORED_BYTES_MAX,
    ignoreGroups: config.eventIgnoreGroup,
    ignoreStatus: config.eventIgnoreStatus,
  });
  const providers = new Map<ProviderName, typeof sandbox>([['sandbox', sandbox]]);
  const base = {
    directory,
    settings,
    providers,
    engine,
    guard,
    clock,
    log,
    connectOnStartup: config.connectOnStartup,
    defaultProvider: config.defaultProvider,
  };
  const service = createInstanceService(base);
  const idempotency = createIdempotencyStore({ db, vault, clock, log });
  return { ...base, ...audience, db, webhook, metrics, service, idempotency };
}

/** Who gets events: what each instance's settings say, the feed that follows them, and what is outside the process. */
function createAudience(
  config: Config,
  { clock, log }: AppDeps,
  parts: { readonly db: Database; readonly vault: Vault; readonly engine: () => RunningEngine },
) {
  const changed = (id: string) => live.feed.changed(id);
  const settings = createEventSettings({ ...parts, orm: parts.db.orm, clock, changed });
  const mediaInBodies = config.webhookFiles;
  const live = createLive({ db: parts.db, settings, clock, log, mediaInBodies });
  const brokers = createBrokers(config, { clock, log });
  const global = { ...config, ...brokers.routes };
  const destinations = createDestinations({ settings, global, clock });
  const mediaStore = mediaStoreOf(config, { clock, log });
  const channels = () => ({
    ...brokers.conditions(),
    ...(mediaStore && { s3: mediaStore.condition }),
  });
  return { settings, live, brokers, destinations, mediaStore, channels };
}

function mediaStoreOf(config: Config, deps: AppDeps): MediaStore | null {
  const storage = storageOf(config);
  if (storage === null) return null;
  const { s3Region: region, s3LinkTtlSeconds: linkTtlSeconds } = config;
  return createMediaStore({
    ...deps,
    bucket: createBucket({ ...storage, region, linkTtlSeconds }),
  });
}

function createLife(
  config: Config,
  { clock, log }: AppDeps,
  parts: ReturnType<typeof createParts>,
  close: () => Promise<void>,
): App {
  const { directory, settings, engine, service, idempotency, mediaStore, brokers, live } = parts;
  const routes: GatewayParts = {
    ...parts,
    mediaInBodies: config.webhookFiles,
  };
  const server = createServer({
    log,
    clock,
    version,
    zones: zonesOf(config, directory, live.tickets),
    corsOrigins: config.corsOrigins,
    rateLimitPerMinute: config.rateLimitPerMinute,
    bodyLimits: (path) => (LARGE_BODIES.test(path) ? LARGE_BODY_BYTES : 1024 * 1024),
  }).use(gatewayRoutes(routes));
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
      brokers.start();
      await engine.start();
      mediaStore?.start();
      await service.start();
      const websocket = liveSockets(live.feed);
      server.listen({ ...listenOptions(config.host, config.port), websocket });
      prune();
      return { url: String(server.server?.url) };
    },
    async stop(graceMs) {
      cancelPruning();
      live.feed.close();
      const closed = stopListening(server);
      mediaStore?.stop();
      await service.stop();
      await engine.stop(graceMs);
      await brokers.stop();
      await closed;
      await close();
    },
  };
}

function zonesOf(config: Config, directory: InstanceDirectory, { redeem }: Tickets) {
  const token = config.bootstrapAccessToken;
  const globalKeyHash = sha256(config.globalApiKey);
  return [
    gatewayZone({ globalKeyHash, directory, redeemTicket: redeem }),
    crmZone({ bootstrapTokenHash: token === null ? null : sha256(token) }),
  ];
}

/** Resolves when requests under way were answered; an app that never listened has none. */
const stopListening = async (server: AnyElysia): Promise<void> => {
  if (server.server) await server.stop();
};
