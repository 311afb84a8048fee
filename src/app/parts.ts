/** Makes the parts of the service below the server, with what modules have for each. */
import type { Config } from '../core/config/config.ts';
import { noProxy } from '../core/config/environment.ts';
import { VARIABLES } from '../core/config/variables.ts';
import type { WatchedDatabase } from '../core/db/outage.ts';
import { MEDIA_BYTES_MAX } from '../core/events/contract/catalog.ts';
import { isOfAccount } from '../core/events/contract/endpoint.ts';
import { destinationsOfBoth } from '../core/events/contract/routing.ts';
import { createEngine } from '../core/events/engine.ts';
import { type OwnDatabase, ownDatabases } from '../core/events/publish/ownership.ts';
import { createEventRateLimits } from '../core/events/publish/rate-limit.ts';
import { createMemoryBudget } from '../core/http/memory-budget.ts';
import { createIdempotency } from '../core/idempotency/store.ts';
import { AllAccountSettings } from '../core/instances/account-settings.ts';
import { InstanceRegister } from '../core/instances/directory.ts';
import { KeyCopies } from '../core/instances/key-copies.ts';
import { Ceremonies } from '../core/instances/passkey-ceremonies.ts';
import { createPortalLinks } from '../core/instances/portal-links.ts';
import { InstanceProxies } from '../core/instances/proxies.ts';
import { createInstanceService } from '../core/instances/service.ts';
import { createInstanceStore } from '../core/instances/store.ts';
import { createUploadedFiles } from '../core/messages/uploaded-files.ts';
import { createNetworkGuard, type NetworkGuard } from '../core/outbound/network-guard.ts';
import type { ProviderDeps } from '../core/providers/provider.ts';
import { createMediaBudget } from '../core/sending/media.ts';
import { createOutgoingQueue } from '../core/sending/queue-worker.ts';
import type { Clock } from '../core/shared/clock.ts';
import { sha256, type Vault } from '../core/shared/crypto.ts';
import { createLimitReport } from '../core/shared/limit-report.ts';
import type { Log } from '../core/shared/log.ts';
import type { UnhandledFaults } from '../core/shared/unhandled-faults.ts';
import { createDestinations } from '../core/webhooks/destinations.ts';
import { wantsBase64 } from '../core/webhooks/event-settings.ts';
import { createFilterFailures } from '../core/webhooks/filter/filter.ts';
import { formatFacts } from '../core/webhooks/format/formats.ts';
import { announceToInstance } from '../core/webhooks/health-news.ts';
import { createEventSettings } from '../core/webhooks/settings-store.ts';
import type { UrlGuard } from '../core/webhooks/url.ts';
import type { CoreParts } from '../core-parts.ts';
import type { ModuleParts } from '../module.ts';
import { firstOf, moduleOf } from '../modules.ts';
import type { ClusterNode, Gateway, Work } from '../offers.ts';
import { engineSettings, joinableChanges, MEMORY_SHARE, memoryLimitOf } from './limits.ts';
import { createMessages } from './messages.ts';
import { createOutside, type OutsideParts } from './outside-parts.ts';

/** The parts that all others need. */
export interface Foundation {
  readonly modules: readonly ModuleParts[];
  readonly clock: Clock;
  readonly log: Log;
  readonly faults: UnhandledFaults;
  readonly db: WatchedDatabase;
  readonly vault: Vault;
  readonly network: NetworkGuard;
  /** Says where webhooks may be. */
  readonly webhookGuard: UrlGuard;
  /** Null for a process that is alone on a database file. */
  readonly node: ClusterNode | null;
  /** Where the service is reached. */
  readonly publicUrl: (request?: Request) => string;
}

interface Base extends Foundation {
  readonly own: OwnDatabase;
  /** Called when parts are needed that are made later. */
  readonly made: () => CoreParts & { readonly gateway: Gateway };
}

export type Parts = ReturnType<typeof createParts>;

/** Each part uses only the parts above it at once, and later ones by `made`. */
export function createParts(config: Config, foundation: Foundation) {
  const { clock, log, faults, db, node, network: guard, webhookGuard, publicUrl } = foundation;
  const made: Base['made'] = () => parts;
  const base: Base = { ...foundation, own: ownDatabases(db, node?.membership ?? null), made };
  const limits = createLimits(config, base);
  const outside = createOutside(config, base);
  const tables = createTables(config, base);
  const delivery = createDelivery(config, base, limits, outside, tables);
  const platforms = createPlatforms(config, base, limits, outside, tables, delivery);
  const work = createWork(config, base, limits, outside, tables, delivery, platforms);
  const shared = { clock, log, faults, db, guard, webhookGuard, publicUrl };
  const parts = { ...shared, ...limits, ...outside, ...tables, ...delivery, ...platforms, ...work };
  return parts;
}

type Limits = ReturnType<typeof createLimits>;

function createLimits(config: Config, { clock, log, made }: Base) {
  const count: Gateway['limitReached'] = (limit) => made().gateway.limitReached(limit);
  const limits = createLimitReport({ clock, log, count });
  const memoryLimit = memoryLimitOf(config);
  const memory = createMemoryBudget(memoryLimit, limits);
  const bytes = memoryLimit * MEMORY_SHARE;
  const mediaBudget = createMediaBudget({ clock, bytes, bytesPerInstance: bytes / 2 });
  return { limits, memoryLimit, memory, mediaBytesInFlight: bytes, mediaBudget };
}

type Tables = ReturnType<typeof createTables>;

/** The instances there are, and how each is set. */
function createTables(config: Config, { clock, log, db, own, vault, node, made }: Base) {
  const { orm } = db;
  const directory = new InstanceRegister(createInstanceStore(db, own), clock);
  const changed = (id: string) => {
    made().gateway.feed.changed(id);
    made().service.sessions.settingsChanged(id);
  };
  const endpointsMax = config.endpointsPerInstance;
  const settings = createEventSettings({ orm, own, vault, clock, endpointsMax, changed });
  const accountSettings = new AllAccountSettings({ orm, own, clock, onChange: changed });
  const proxyGuard = createNetworkGuard({
    allow: config.proxyAllowNetworks,
    variable: VARIABLES.proxyAllowNetworks.name,
    clock,
    log,
  });
  const proxies = new InstanceProxies({ orm, own, vault, clock, guard: proxyGuard, noProxy });
  const isOn = config.evolutionShowKeys;
  const keyCopies = new KeyCopies({ isOn, orm, vault, clock, log, directory });
  const portalLinks = createPortalLinks({ db, clock });
  const onStored = (id: string, bytes: number) => made().engine.quota.recordStored(id, bytes);
  const nodeId = node?.membership.node ?? null;
  const idempotency = createIdempotency({ db, vault, clock, log, node: nodeId, onStored });
  const settable = { settings, accountSettings, proxyGuard, proxies };
  return { directory, ...settable, keyCopies, portalLinks, idempotency };
}

type Delivery = ReturnType<typeof createDelivery>;

/** Who gets events, and the engine that brings them there. */
function createDelivery(
  config: Config,
  base: Base,
  { limits, memory, memoryLimit }: Limits,
  { webhook, brokers, mediaStore, archive, tracing, channels }: OutsideParts,
  { directory, settings, keyCopies, idempotency }: Tables,
) {
  const { modules, clock, log, db, node, publicUrl, made } = base;
  const facts = formatFacts(config, publicUrl, { directory, keyCopies });
  const filterFailures = createFilterFailures(log);
  const accounts = firstOf(modules, (module) =>
    module.accounts?.({
      ...base,
      idempotency,
      filterFailures,
      bootstrapToken: config.bootstrapAccessToken,
      engine: () => made().engine,
      webhook: () => webhook,
    }),
  );
  const shown = { limits, memory, channels, directory, settings, formatFacts: facts };
  const gateway = firstOf(modules, (module) =>
    module.gateway?.(config, { ...base, ...shown, filterFailures, archive }),
  );
  if (gateway === null) throw new Error('no module has the zone of instances');
  const global = { ...config, brokers: brokers.routes };
  const destinations = createDestinations({ settings, clock, global, facts, filterFailures });
  const ofInstance = announceToInstance(directory, settings, () => made().engine);
  const bytesMax = config.instanceStorageLimit;
  const onRemoved = (id: string) => made().messages.forget(new Set([id]));
  const engine = createEngine({
    db,
    clock,
    log,
    ...engineSettings(config, memoryLimit),
    joinableChanges: joinableChanges(modules),
    ...(node && { ownership: node.membership }),
    destinations: accounts ? destinationsOfBoth(destinations, accounts.destinations) : destinations,
    sendsTo: (endpoint) => !config.without.includes(moduleOf(endpoint)),
    channels: { webhook, ...brokers.channels },
    mediaLinks: mediaStore,
    archive,
    pid: process.pid,
    tracing,
    nameOf: (id) => directory.byId(id)?.name ?? null,
    storageLimit: bytesMax === null ? null : { bytesMax, limits, onRemoved },
    announce: async (announcement) =>
      isOfAccount(announcement.endpoint)
        ? accounts?.announceHealth(announcement)
        : ofInstance(announcement),
    observer: gateway.observer,
    onCommitted: gateway.committed,
  });
  settings.announceTo(engine);
  const works: readonly Work[] = [gateway, tracing ?? [], accounts ?? []].flat();
  return { accounts, gateway, works, destinations, formatFacts: facts, engine };
}

type Platforms = ReturnType<typeof createPlatforms>;

/** Messages, and the platforms that they come from and go to. */
function createPlatforms(
  config: Config,
  base: Base,
  { memoryLimit }: Limits,
  { userAgent, outbound, mediaStore }: OutsideParts,
  { directory }: Tables,
  { engine }: Delivery,
) {
  const { modules, clock, log, faults, db, own, vault, network, node } = base;
  const stored = createMessages(config, { db, own, clock, log, directory, engine, node });
  const uploadedFiles = createUploadedFiles({ db, clock, room: engine.quota });
  const deps: ProviderDeps = {
    clock,
    log,
    faults,
    db,
    own,
    vault,
    network,
    outbound,
    userAgent,
    qrMaxCount: config.qrcodeMaxCount,
    mediaSinks: mediaStore,
    mediaLimitBytes: mediaStore?.bytesMax ?? MEDIA_BYTES_MAX,
    ignoreGroups: config.eventIgnoreGroup,
    ignoreStatus: config.eventIgnoreStatus,
    memoryLimit,
    encryptionKeys: config.encryptionKeys,
    logLevel: config.logLevel,
  };
  const found = modules.flatMap((module) => module.provider?.(config, deps) ?? []);
  const providers = new Map(found.map((provider) => [provider.name, provider]));
  const numbers = found.flatMap(({ credentials }) => credentials?.numbers ?? []);
  return { ...stored, uploadedFiles, providers, numbers };
}

/** Instances at work. */
function createWork(
  config: Config,
  { clock, log, node, publicUrl }: Base,
  { limits, mediaBudget }: Limits,
  { mediaStore }: OutsideParts,
  { directory, settings, accountSettings, proxies, keyCopies }: Tables,
  { gateway, engine }: Delivery,
  { messages, queued, pace, providers }: Platforms,
) {
  // Tells before a file is fetched whether the engine or the media store needs it.
  const wantsFiles = (id: string) =>
    config.webhookFiles || (mediaStore === null && wantsBase64(settings.get(id)));
  const { assertUnder } = engine.quota;
  const perSecond = config.instanceEventsPerSecond;
  const ceremonies = new Ceremonies({ clock, publicUrl });
  const service = createInstanceService({
    clock,
    log,
    directory,
    settings,
    accountSettings,
    proxies,
    keyCopies,
    engine,
    messages,
    queued,
    providers,
    ceremonies,
    wantsFiles,
    paceOf: createEventRateLimits(perSecond, clock, limits, assertUnder),
    keysChanged: (id) => gateway.feed.keysChanged(id),
    globalKeyHashes: config.globalApiKeys.map(sha256),
    connectOnStartup: config.connectOnStartup,
    owns: (id) => node === null || node.owns(id),
    firstRows: (id) => (node === null ? [] : [node.firstStream(id)]),
    catchUp: async () => node?.nodes.catchUp(),
  });
  const { sessions } = service;
  const queue = { queued, messages, pace, mediaBudget };
  const outgoing = createOutgoingQueue({ clock, log, directory, sessions, ...queue });
  return { ceremonies, service, outgoing };
}
