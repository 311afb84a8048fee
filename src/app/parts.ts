/** Builds the parts of the service below the server. */

import type { Config } from '../core/config/config.ts';
import { noProxy } from '../core/config/environment.ts';
import { VARIABLES } from '../core/config/variables.ts';
import type { WatchedDatabase } from '../core/db/outage.ts';
import { MEDIA_BYTES_MAX } from '../core/events/contract/catalog.ts';
import { channelOf, isOfAccount } from '../core/events/contract/endpoint.ts';
import { destinationsOfBoth } from '../core/events/contract/routing.ts';
import { createEngine } from '../core/events/engine.ts';
import { type OwnDatabase, ownDatabases } from '../core/events/publish/owner-writes.ts';
import { createEventRateLimits } from '../core/events/publish/rate-limit.ts';
import type { PrunableIdempotencyStore } from '../core/idempotency/store.ts';
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
import type { Provider } from '../core/providers/provider.ts';
import type { ProviderDeps } from '../core/providers/provider-deps.ts';
import { createOutgoingQueue } from '../core/sending/queue-worker.ts';
import type { Clock } from '../core/shared/clock.ts';
import { sha256, type Vault } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import type { UnhandledFaults } from '../core/shared/unhandled-faults.ts';
import { createDestinations } from '../core/webhooks/destinations.ts';
import { wantsBase64 } from '../core/webhooks/event-settings.ts';
import type { FilterFailures } from '../core/webhooks/filter/failures.ts';
import { formatFacts } from '../core/webhooks/format/formats.ts';
import { createEventSettings } from '../core/webhooks/settings-store.ts';
import type { UrlGuard } from '../core/webhooks/url.ts';
import type { ClusterNode } from '../modules/cluster/node.ts';
import type { GatewayAudit } from '../modules/gateway/audit/audit.ts';
import { createCounting } from '../modules/gateway/counting.ts';
import { createLive } from '../modules/gateway/live/live.ts';
import { lengthOf } from '../modules/gateway/metrics/messages.ts';
import type { Accounts } from './accounts.ts';
import { engineSettings, JOINABLE, storageLimitOf } from './engine-settings.ts';
import { createHealthAnnouncer } from './health-announcer.ts';
import { createLimits, type Limits } from './limits.ts';
import { Listeners } from './listeners.ts';
import { createMessages } from './messages.ts';
import { createOutside, type OpenedByModules, type Outside } from './outside.ts';
import { streamsOf } from './own-streams.ts';

/** The parts that both zones need. */
interface Foundation extends OpenedByModules {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: WatchedDatabase;
  readonly vault: Vault;
  readonly network: NetworkGuard;
  /** Says where webhooks may be. */
  readonly webhookGuard: UrlGuard;
  readonly idempotency: PrunableIdempotencyStore;
  /** Null where the module with the accounts is left out. */
  readonly accounts: Accounts | null;
  readonly audit: GatewayAudit;
  readonly filterFailures: FilterFailures;
  readonly faults: UnhandledFaults;
  readonly own: OwnDatabase;
  /** Makes the providers, in the order in which answers list them. */
  readonly providersOf: (deps: ProviderDeps) => readonly Provider[];
  /** Null for a process that is alone on a database file. */
  readonly node: ClusterNode | null;
  /** Where the service is reached. */
  readonly publicUrl: (request?: Request) => string;
}

export type Parts = ReturnType<typeof createParts>;

/** Each part uses only the parts above it. A part reports to later ones through listeners. */
export function createParts(config: Config, given: Omit<Foundation, 'own'>) {
  const own = ownDatabases(given.db, given.node?.membership ?? null);
  const foundation: Foundation = { ...given, own };
  const limits = createLimits(config, foundation);
  const outside = createOutside(config, foundation);
  const tables = createTables(config, foundation);
  const delivery = createDelivery(config, foundation, limits, outside, tables);
  const platforms = createPlatforms(config, foundation, limits, outside, tables, delivery);
  const work = createWork(config, foundation, limits, outside, tables, delivery, platforms);
  const { clock, log, faults, db, accounts, audit, idempotency, tracing } = foundation;
  const { webhookGuard, publicUrl } = foundation;
  const guard = foundation.network;
  const common = { clock, log, faults, db, accounts, audit, idempotency, tracing };
  const shared = { ...common, guard, webhookGuard, publicUrl };
  return { ...shared, ...limits, ...outside, ...tables, ...delivery, ...platforms, ...work };
}

type Tables = ReturnType<typeof createTables>;

/** The instances there are, and how each is set. */
function createTables(config: Config, { clock, log, db, own, vault }: Foundation) {
  const { orm } = db;
  const directory = new InstanceRegister(createInstanceStore(db, own), clock);
  const settingsChanged = new Listeners<string>();
  const onChange = settingsChanged.tell;
  const endpointsMax = config.endpointsPerInstance;
  const settings = createEventSettings({ orm, own, vault, clock, endpointsMax, changed: onChange });
  const accountSettings = new AllAccountSettings({ orm, own, clock, onChange });
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
  const settable = { settings, settingsChanged, accountSettings, proxyGuard, proxies };
  return { directory, ...settable, keyCopies, portalLinks };
}

type Delivery = ReturnType<typeof createDelivery>;

/** Returns the module without which nothing is sent to an endpoint; for webhooks of instances none that can be left out. */
export const moduleOf = (endpoint: string): string =>
  isOfAccount(endpoint) ? 'crm' : channelOf(endpoint);

/** Who gets events, and the engine that brings them there. */
function createDelivery(
  config: Config,
  { clock, log, db, accounts, node, tracing, publicUrl, filterFailures, faults }: Foundation,
  { limits, limitReached, memory, memoryLimit }: Limits,
  { webhook, brokers, mediaStore, archive, channels, refusals }: Outside,
  { directory, settings, settingsChanged, keyCopies }: Tables,
) {
  const facts = formatFacts(config, publicUrl, { directory, keyCopies });
  const live = createLive({
    db,
    clock,
    log,
    settings,
    facts,
    limits,
    memory,
    node,
    mediaInBodies: config.webhookFiles,
    socketLimits: { perKey: config.websocketsPerKey, total: config.websocketsMax },
  });
  settingsChanged.add((id) => live.feed.changed(id));
  const destinations = createDestinations({
    settings,
    clock,
    global: { ...config, brokers: brokers.routes },
    facts,
    filterFailures,
  });
  const { committed, ...counting } = createCounting({
    ...{ db, clock, log, node, channels, directory, memory, limitReached, archive },
    ...{ filterFailures, faults },
    instancesMax: config.metricsInstancesMax,
    engine: () => engine,
  });
  const removedFrom = new Listeners<string>();
  const engine = createEngine({
    db,
    clock,
    log,
    ...engineSettings(config, memoryLimit),
    joinableChanges: JOINABLE,
    ...(node && { ownership: node.membership }),
    destinations: accounts ? destinationsOfBoth(destinations, accounts.destinations) : destinations,
    sendsTo: (endpoint) => !config.without.includes(moduleOf(endpoint)),
    channels: { webhook, ...brokers.channels },
    mediaLinks: mediaStore,
    archive,
    pid: process.pid,
    tracing,
    nameOf: (id) => directory.byId(id)?.name ?? null,
    storageLimit: storageLimitOf(config, limits, removedFrom.tell),
    announce: createHealthAnnouncer({ accounts, directory, settings, engine: () => engine }),
    observer: counting.observer,
    onCommitted(event) {
      committed(event);
      live.feed.committed(event);
    },
  });
  settings.announceTo(engine);
  refusals.all = () => engine.refusals.all();
  refusals.last = () => engine.refusals.last();
  return { ...counting, live, destinations, formatFacts: facts, removedFrom, engine };
}

type Platforms = ReturnType<typeof createPlatforms>;

/** Messages, and the platforms that they come from and go to. */
function createPlatforms(
  config: Config,
  { clock, log, db, own, vault, node, network, faults, providersOf }: Foundation,
  { memoryLimit }: Limits,
  { userAgent, outbound, mediaStore }: Outside,
  { directory }: Tables,
  { engine, removedFrom }: Delivery,
) {
  const stored = createMessages(config, { db, own, clock, log, directory, engine, node });
  removedFrom.add((id) => stored.messages.forget(new Set([id])));
  const uploadedFiles = createUploadedFiles({ db, clock, room: engine.quota });
  const deps: ProviderDeps = {
    ...{ clock, log, faults },
    db,
    own,
    vault,
    outbound,
    network,
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
  const providers = new Map(providersOf(deps).map((provider) => [provider.name, provider]));
  return { ...stored, uploadedFiles, providers };
}

/** Instances at work. */
function createWork(
  config: Config,
  { clock, log, node, publicUrl }: Foundation,
  { limits }: Limits,
  { mediaStore }: Outside,
  { directory, settings, settingsChanged, accountSettings, proxies, keyCopies }: Tables,
  { live, engine, metrics }: Delivery,
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
    paceOf: createEventRateLimits(perSecond, { clock, limits, requireRoom: assertUnder }),
    keysChanged: (id) => live.feed.keysChanged(id),
    globalKeyHashes: config.globalApiKeys.map(sha256),
    connectOnStartup: config.connectOnStartup,
    ...streamsOf(node),
  });
  const { sessions } = service;
  settingsChanged.add((id) => sessions.settingsChanged(id));
  metrics.showQueue(() => lengthOf(queued, clock.now()));
  const outgoing = createOutgoingQueue({ clock, log, directory, sessions, queued, messages, pace });
  return { ceremonies, service, outgoing };
}
