/** All routes of the gateway zone, and the two of /health and /ready that need no key. */
import type { AnyElysia } from 'elysia';
import type { WatchedDatabase } from '../../db/outage.ts';
import type { WebhookChannel } from '../../events/contract/channel.ts';
import type { Destinations } from '../../events/contract/routing.ts';
import type { Engine } from '../../events/engine.ts';
import { readBacklog } from '../../events/log/backlog.ts';
import { createEventBodies } from '../../events/log/bodies.ts';
import { createDeliveryLog } from '../../events/log/deliveries.ts';
import { createEventLog } from '../../events/log/events.ts';
import type { OtherNodes } from '../../http/elsewhere.ts';
import type { IdempotencyStore } from '../../http/idempotency.ts';
import type { MemoryBudget } from '../../http/memory-budget.ts';
import type { AllAccountSettings } from '../../instances/account-settings.ts';
import type { CloudInstances } from '../../instances/cloud.ts';
import type { InstanceDirectory, InstanceRecord } from '../../instances/directory.ts';
import type { InstanceProxies } from '../../instances/proxies.ts';
import type { InstanceService } from '../../instances/service.ts';
import { createLabelStore } from '../../messages/labels.ts';
import type { MessageLog } from '../../messages/log.ts';
import type { OutgoingQueue } from '../../messages/outgoing.ts';
import type { SendingPace } from '../../messages/pace.ts';
import type { QueuedMessages } from '../../messages/queued.ts';
import type { MessageStore } from '../../messages/store/store.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Provider, ProviderName } from '../../providers/provider.ts';
import type { SandboxSession } from '../../providers/sandbox/driver.ts';
import type { CloudSession } from '../../providers/whatsapp-cloud/session.ts';
import type { CloudWebhooks } from '../../providers/whatsapp-cloud/webhooks.ts';
import { createPictureReader } from '../../sending/profile-picture.ts';
import { createSender } from '../../sending/sender.ts';
import type { Clock } from '../../shared/clock.ts';
import type { TemplateSources } from '../../templates/sources.ts';
import { createStoredTemplates } from '../../templates/store.ts';
import type { Brokers, EventSettingsStore, SigningSecrets } from '../../webhooks/event-settings.ts';
import type { UrlGuard } from '../../webhooks/url.ts';
import { type EvolutionGoDeps, evolutionGoRoutes } from '../evolution-go/routes.ts';
import { passkeyRoutes } from '../passkey/routes.ts';
import { sharedWebhooks } from '../provider-webhook/elsewhere.ts';
import { providerWebhookRoutes } from '../provider-webhook/routes.ts';
import type { GatewayAudit } from './audit/audit.ts';
import { auditRoutes } from './audit/routes.ts';
import { fileRoutes } from './chat/file-routes.ts';
import { pollRoutes } from './chat/poll-routes.ts';
import { ownProfileRoutes } from './chat/profile-routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { deliveryRequestRoute } from './delivery/request-routes.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { deliverySearchRoutes } from './delivery/search-routes.ts';
import { eventRoutes } from './event/routes.ts';
import { eventSearchRoute } from './event/search-routes.ts';
import { groupRoutes } from './group/routes.ts';
import { impossibleRoutes } from './impossible-routes.ts';
import { limitsRoutes } from './instance/limits-routes.ts';
import { instanceRoutes } from './instance/routes.ts';
import { statesRoute } from './instance/states-routes.ts';
import { labelRoutes } from './label/routes.ts';
import type { Live } from './live/live.ts';
import { liveRoutes } from './live/routes.ts';
import { explainRoutes } from './message/explain-routes.ts';
import { messageRoutes } from './message/routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { overviewRoute } from './overview/routes.ts';
import type { LastMinute } from './overview/traffic.ts';
import { proxyRoutes } from './proxy/routes.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { channelsRoute } from './status/channels-routes.ts';
import type { Metrics } from './status/metrics.ts';
import { type NodeStatus, onlyNode } from './status/nodes.ts';
import { nodesRoute } from './status/nodes-routes.ts';
import type { ReadinessDeps } from './status/readiness.ts';
import { statusRoutes } from './status/routes.ts';
import { resolveRoute } from './store/resolve-routes.ts';
import { storeRoutes } from './store/routes.ts';
import { searchRoute } from './store/search-routes.ts';
import { templateRoutes } from './template/routes.ts';
import { templateSendRoutes } from './template/send-routes.ts';
import { channelRoutes } from './webhook/channel-routes.ts';
import { webhookRoutes } from './webhook/routes.ts';
import { createWebhookTest } from './webhook/test-webhook.ts';

interface GatewayParts {
  readonly db: WatchedDatabase;
  readonly clock: Clock;
  readonly directory: InstanceDirectory;
  readonly service: InstanceService;
  readonly settings: EventSettingsStore & SigningSecrets;
  readonly engine: Engine;
  readonly destinations: Destinations;
  readonly brokers: Brokers;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly defaultProvider: ProviderName;
  readonly webhook: WebhookChannel;
  readonly guard: UrlGuard;
  readonly proxies: InstanceProxies;
  readonly accountSettings: AllAccountSettings;
  readonly cloud: CloudInstances & { readonly problem: () => string | null };
  readonly webhooks: CloudWebhooks;
  readonly proxyGuard: UrlGuard;
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly messages: MessageLog;
  readonly messageStore: MessageStore;
  readonly queued: QueuedMessages;
  readonly outgoing: OutgoingQueue;
  readonly pace: SendingPace;
  readonly idempotency: IdempotencyStore;
  readonly metrics: Metrics;
  readonly memory: MemoryBudget;
  readonly mediaBytesInFlight: number;
  readonly live: Live;
  readonly lastMinute: LastMinute;
  /** Null: alone on a file. */
  readonly nodes: OtherNodes | null;
  readonly audit: Pick<GatewayAudit, 'run' | 'rows'>;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  readonly channels: ReadinessDeps['channels'];
  /** This node of those on one database server; null: alone on a file. */
  readonly nodeStatus: NodeStatus | null;
  readonly ask: EvolutionGoDeps['ask'];
}

/** Side by side, for the server to take each of them: a router in between would take every route once more. */
export function gatewayRoutes(parts: GatewayParts): AnyElysia[] {
  const { db, clock, directory, service } = parts;
  const { sessions } = service;
  const test = createWebhookTest(parts);
  // A session of the sandbox provider is a SandboxSession: no other provider answers to that name.
  const sandboxOf = (record: InstanceRecord) =>
    record.provider === 'sandbox' ? (sessions.sessionOf(record) as SandboxSession) : null;
  const readPicture = createPictureReader(parts);
  const send = createSender({ ...parts, sessions });
  const facts = statusFacts(parts);
  const templates: TemplateSources = {
    sandbox: ({ id: instanceId }) => createStoredTemplates({ orm: db.orm, clock, instanceId }),
    // As above.
    'whatsapp-cloud': (record) => (sessions.sessionOf(record) as CloudSession).templates,
  };
  const labelsOf = (id: string) => createLabelStore(db.orm, id);
  const share = parts.nodes && sharedWebhooks(parts.nodes, directory);
  return [
    instanceRoutes(parts),
    limitsRoutes(parts),
    overviewRoute(parts),
    statesRoute({ directory, orm: db.orm }),
    webhookRoutes({ ...parts, test }),
    channelRoutes(parts),
    proxyRoutes(parts),
    settingsRoutes({ ...parts, sessions }),
    passkeyRoutes(),
    templateRoutes({ directory, sources: templates }),
    templateSendRoutes({ ...parts, templates, send }),
    messageRoutes({ ...parts, sessions }),
    explainRoutes(parts),
    chatRoutes({ ...parts, sessions }),
    ownProfileRoutes({ ...parts, sessions, readPicture }),
    pollRoutes(parts),
    storeRoutes({ ...parts, labelsOf }),
    searchRoute({ ...parts, labelsOf }),
    resolveRoute({ ...parts, labelsOf }),
    labelRoutes({ directory, labelsOf }),
    fileRoutes({ ...parts, sessions }),
    groupRoutes({ ...parts, sessions, readPicture, send }),
    newsletterRoutes({ ...parts, sessions }),
    impossibleRoutes({ directory }),
    evolutionGoRoutes(parts),
    ...logRoutes(parts),
    liveRoutes({ ...parts, ...parts.live }),
    sandboxRoutes({ directory, sandboxOf }),
    providerWebhookRoutes({ ...parts, share }),
    auditRoutes({ orm: db.orm, rows: parts.audit.rows }),
    statusRoutes({ ...parts, ...facts }),
    channelsRoute({ ...parts, ...facts }),
    nodesRoute(facts),
  ];
}

/** What was recorded: events and their deliveries. */
function logRoutes(parts: GatewayParts): AnyElysia[] {
  const { db } = parts;
  const bodies = createEventBodies(db);
  const log = createDeliveryLog(db.orm);
  return [
    eventRoutes({ ...parts, log: createEventLog(db.orm), bodies }),
    eventSearchRoute({ ...parts, bodies }),
    deliverySearchRoutes(parts),
    deliveryRoutes({ ...parts, log }),
    deliveryRequestRoute({ ...parts, log, bodies }),
  ];
}

const statusFacts = ({ db, live, cloud, clock, nodeStatus }: GatewayParts) => ({
  node: nodeStatus,
  all: nodeStatus?.all ?? onlyNode({ db, clock }),
  database: async () => (await db.query('select 1', [])).length === 1,
  outage: () => db.outages.reason,
  warnings: () => [cloud.problem()].filter((one) => one !== null),
  backlog: () => readBacklog(db),
  readers: () => live.feed.size,
});
