/** Builds the parts of the service below the server. */
import { version } from '../../package.json';
import type { GatewayAudit } from '../api/gateway/audit/audit.ts';
import { createLive } from '../api/gateway/live/live.ts';
import { Traffic, trafficOfNodes } from '../api/gateway/overview/traffic.ts';
import { createMetrics } from '../api/gateway/status/metrics.ts';
import type { ReadinessDeps } from '../api/gateway/status/readiness.ts';
import { createBrokers } from '../channels/brokers.ts';
import { createWebhookChannel } from '../channels/webhook/channel.ts';
import { MEMORY_LIMIT_MIN } from '../config/limit-variables.ts';
import { storageOf } from '../config/storage-variables.ts';
import { type Config, noProxy } from '../config.ts';
import type { Crm } from '../crm/index.ts';
import type { WatchedDatabase } from '../db/outage.ts';
import { MEDIA_BYTES_MAX } from '../events/contract/catalog.ts';
import { destinationsOfBoth } from '../events/contract/routing.ts';
import { createEngine, type RunningEngine } from '../events/engine.ts';
import { readBacklog } from '../events/log/backlog.ts';
import { type OwnDatabase, ownDatabases } from '../events/publish/owner-writes.ts';
import type { CommittedEvent } from '../events/publish/publish.ts';
import { createEventRateLimits } from '../events/publish/rate-limit.ts';
import { createMemoryBudget, type MemoryBudget } from '../http/memory-budget.ts';
import { AllAccountSettings } from '../instances/account-settings.ts';
import { type InstanceDirectory, InstanceRegister } from '../instances/directory.ts';
import { Ceremonies } from '../instances/passkey-ceremonies.ts';
import { InstanceProxies } from '../instances/proxies.ts';
import { createInstanceService } from '../instances/service.ts';
import { createInstanceStore } from '../instances/store.ts';
import { JOINABLE_MESSAGES } from '../messages/rows.ts';
import { JOINABLE_STORED } from '../messages/store/statements.ts';
import { createNetworkGuard, type NetworkGuard } from '../outbound/network-guard.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { containerMemory } from '../process/container-memory.ts';
import { createProviders } from '../providers/all.ts';
import type { ProviderDeps } from '../providers/declaration.ts';
import { createOutgoingQueue } from '../sending/queue-worker.ts';
import type { Clock } from '../shared/clock.ts';
import { sha256, type Vault } from '../shared/crypto.ts';
import { createLimitReport, type LimitReport } from '../shared/limit-report.ts';
import type { Log } from '../shared/log.ts';
import { createBucket, createLinks, sessionTokenOf } from '../storage/bucket.ts';
import { MediaStore, STORED_BYTES_MAX } from '../storage/media-store.ts';
import { createStoreRequests } from '../storage/store-requests.ts';
import { createDestinations } from '../webhooks/destinations.ts';
import { createEventSettings } from '../webhooks/event-settings.ts';
import { type Cloud, createCloud, webhooksOf } from './cloud.ts';
import type { PrunableIdempotencyStore } from './idempotency-store.ts';
import { createMessages } from './messages.ts';
import { type ClusterNode, streamsOf } from './node.ts';

/** What both zones stand on. */
interface Foundation {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: WatchedDatabase;
  readonly vault: Vault;
  readonly network: NetworkGuard;
  readonly idempotency: PrunableIdempotencyStore;
  readonly crm: Crm;
  readonly audit: GatewayAudit;
  readonly own: OwnDatabase;
  /** Among others on a database server; null: alone on a file. */
  readonly node: ClusterNode | null;
  /** Where the service is reached. */
  readonly publicUrl: () => string;
  /** Where browsers reach the service for passkey ceremonies. */
  readonly passkeyPublicUrl: () => string;
}

export type Parts = Awaited<ReturnType<typeof createParts>>;

export async function createParts(config: Config, given: Omit<Foundation, 'own'>) {
  const { clock, log, db, crm, network: guard } = given;
  const ownership = given.node?.membership ?? null;
  const own = ownDatabases(db, ownership);
  const foundation = { ...given, own };
  const directory = new InstanceRegister(createInstanceStore(db, own), clock);
  const memoryLimit = memoryLimitOf(config);
  const limited = createLimits(memoryLimit, foundation, () => audience.channels());
  const { metrics, limits, memory } = limited;
  const known = { ...foundation, limits, memory, directory };
  const changed = (id: string) => service.sessions.settingsChanged(id);
  const audience = createAudience(config, known, () => engine, changed);
  const { mediaStore } = audience;
  const { outbound, webhook, ...proxying } = createWaysOut(config, known);
  const engine: RunningEngine = createEngine({
    ...foundation,
    ...engineSettings(config, memoryLimit),
    ...(foundation.node && { ownership: foundation.node.membership }),
    joinableChanges: new Map([...JOINABLE_MESSAGES, ...JOINABLE_STORED]),
    destinations: destinationsOfBoth(audience.destinations, crm.destinations),
    channels: { webhook, ...audience.brokers.channels },
    mediaLinks: mediaStore,
    pid: process.pid,
    nameOf: (id) => directory.byId(id)?.name ?? null,
    storageLimit: storageLimitOf(config, limits, (id) => stored.messages.forget(new Set([id]))),
    observer: metrics.observer,
    onCommitted: audience.committed,
  });
  const stored = createMessages(config, { ...foundation, directory, engine });
  const cloud = createCloud(config, { ...foundation, userAgent: USER_AGENT });
  const provided = providerDeps(config, { ...foundation, outbound, cloud }, mediaStore);
  const providers = await createProviders(config, provided);
  // What the engine and the media store make of a file, asked before it is fetched.
  const wantsFiles = (id: string) =>
    config.webhookFiles || (mediaStore === null && audience.settings.get(id)?.base64 === true);
  const pacing = { clock, limits, requireRoom: engine.room.requireRoom };
  const paceOf = createEventRateLimits(config.instanceEventsPerSecond, pacing);
  const ceremonies = new Ceremonies({ clock, publicUrl: foundation.passkeyPublicUrl });
  const accountSettings = new AllAccountSettings({ orm: db.orm, own, clock, changed });
  const shown = { ...audience, ...stored, ...proxying, accountSettings, ceremonies };
  const base = { ...shown, clock, log, directory, providers, engine, guard, cloud };
  const service = createInstanceService({
    ...base,
    wantsFiles,
    paceOf,
    keysChanged: () => audience.live.feed.keysChanged(),
    globalKeyHashes: config.globalApiKeys.map(sha256),
    connectOnStartup: config.connectOnStartup,
    ...streamsOf(foundation.node),
  });
  const { idempotency, audit } = foundation;
  const run = { service, ...runningWith(base, service) };
  return { ...base, ...limited, ...run, db, crm, webhook, outbound, audit, idempotency };
}

/** What works by the sessions of instances. */
const runningWith = (
  parts: Omit<Parameters<typeof createOutgoingQueue>[0], 'sessions'> &
    Omit<Parameters<typeof webhooksOf>[0], 'sessions'>,
  { sessions }: ReturnType<typeof createInstanceService>,
) => ({
  outgoing: createOutgoingQueue({ ...parts, sessions }),
  webhooks: webhooksOf({ ...parts, sessions }),
});

/** The limits of the whole service, and the metrics that count when one is reached. */
function createLimits(
  memoryLimit: number,
  { clock, log, db, node }: Foundation,
  channels: ReadinessDeps['channels'],
) {
  const memoryReserved = () => memory.reserved;
  const backlog = () => readBacklog(db);
  const failedWrites = () => db.outages.failed;
  const shown = { channels, backlog, memoryReserved, failedWrites, nodeNow: node?.status.now };
  const metrics = createMetrics({ clock, ...shown });
  const limits = createLimitReport({ clock, log, count: metrics.limitReached });
  const memory = createMemoryBudget(memoryLimit, limits);
  return { metrics, limits, memory, mediaBytesInFlight: memoryLimit * MEMORY_SHARE };
}

const USER_AGENT = `gatehouse/${version}`;

/** How requests leave: to receivers, and through the proxies of instances. */
function createWaysOut(config: Config, foundation: Foundation) {
  const { clock, db, network: guard } = foundation;
  const userAgent = USER_AGENT;
  const timeoutMs = config.webhookTimeoutMs;
  const outbound = createOutbound({ clock, guard, userAgent });
  const webhook = createWebhookChannel({ clock, outbound, userAgent, timeoutMs });
  const proxyGuard = createNetworkGuard({ allow: config.proxyAllowNetworks, clock });
  const proxies = new InstanceProxies({ ...foundation, orm: db.orm, guard: proxyGuard, noProxy });
  return { outbound, webhook, proxyGuard, proxies };
}

const storageLimitOf = (
  { instanceStorageLimit: bytesMax }: Config,
  limits: LimitReport,
  removed: (instanceId: string) => void,
) => (bytesMax === null ? null : { bytesMax, limits, removed });

/** Where neither a variable nor a container says how much there is. */
const MEMORY_LIMIT_DEFAULT = 512 * 1024 * 1024;
/** The part of it for media being sent, and the part for large bodies of deliveries; callers' bodies have as much. */
const MEMORY_SHARE = 1 / 4;

/** In a container that has less than the least that can be set, the largest file must still find room. */
const memoryLimitOf = ({ memoryLimit }: Config): number =>
  Math.max(memoryLimit ?? containerMemory() ?? MEMORY_LIMIT_DEFAULT, MEMORY_LIMIT_MIN);

const engineSettings = (config: Config, memoryLimit: number) => ({
  rules: { retryDelayMs: config.webhookRetryDelayMs, maxAttempts: config.webhookMaxAttempts },
  limits: { total: config.webhookMaxInFlight, perHost: config.webhookMaxInFlightPerHost },
  mediaInBodies: config.webhookFiles,
  bodyBytesInFlight: memoryLimit * MEMORY_SHARE,
  eventHours: config.eventRetentionHours,
  deliveryHours: config.deliveryRetentionHours,
});

/** Who gets events of instances: what each one's settings say, the feed that follows them, and what is outside. */
function createAudience(
  config: Config,
  foundation: Foundation & {
    readonly limits: LimitReport;
    readonly memory: MemoryBudget;
    readonly directory: InstanceDirectory;
  },
  engine: () => RunningEngine,
  settingsChanged: (instanceId: string) => void,
) {
  const { clock, db } = foundation;
  const changed = (id: string) => {
    live.feed.changed(id);
    settingsChanged(id);
  };
  const settings = createEventSettings({ ...foundation, orm: db.orm, engine, changed });
  const live = createLive({
    ...foundation,
    settings,
    mediaInBodies: config.webhookFiles,
    socketLimits: { perKey: config.websocketsPerKey, total: config.websocketsMax },
  });
  const brokers = createBrokers(config, foundation);
  const global = { ...config, brokers: brokers.routes };
  const facts = {
    serverUrl: foundation.publicUrl,
    ownerOf: (id: string) => foundation.directory.byId(id)?.ownerJid ?? null,
  };
  const destinations = createDestinations({ settings, global, clock, facts });
  const mediaStore = mediaStoreOf(config, foundation);
  const channels = () => ({
    ...brokers.conditions(),
    ...(mediaStore && { s3: mediaStore.condition }),
  });
  const traffic = new Traffic(clock);
  const committed = (event: CommittedEvent) => {
    traffic.committed(event);
    live.feed.committed(event);
  };
  const { node } = foundation;
  const lastMinute = node ? trafficOfNodes({ db, clock, ...node }) : traffic.lastMinute;
  return { settings, live, lastMinute, committed, brokers, destinations, mediaStore, channels };
}

function mediaStoreOf(config: Config, { clock, log }: Foundation): MediaStore | null {
  const storage = storageOf(config);
  if (storage === null) return null;
  const link = createLinks(storage);
  const access = { ...storage, sessionToken: sessionTokenOf(link) };
  const ask = createStoreRequests({ access, clock });
  return new MediaStore({ clock, log, bucket: createBucket(ask, link), ask });
}

/** What providers use beside the parts that both zones stand on. */
const providerDeps = (
  config: Config,
  foundation: Foundation & { readonly outbound: Outbound; readonly cloud: Cloud },
  media: MediaStore | null,
): ProviderDeps => ({
  ...foundation,
  userAgent: USER_AGENT,
  qrMaxCount: config.qrcodeMaxCount,
  mediaSinks: media,
  mediaLimitBytes: media === null ? MEDIA_BYTES_MAX : STORED_BYTES_MAX,
  ignoreGroups: config.eventIgnoreGroup,
  ignoreStatus: config.eventIgnoreStatus,
  memoryLimit: memoryLimitOf(config),
  encryptionKeys: config.encryptionKeys,
  logLevel: config.logLevel,
  cloud: { ...foundation.cloud.meta, numbers: foundation.cloud.numbers },
});
