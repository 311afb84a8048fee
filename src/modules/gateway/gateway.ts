/** Adds the zone of instances to the service, and what counts and shows their events. */
import type { Config } from '../../core/config/config.ts';
import type { WatchedDatabase } from '../../core/db/outage.ts';
import type { ArchiveCounts } from '../../core/events/contract/archive.ts';
import { joinObservers } from '../../core/events/deliver/observer.ts';
import type { RunningEngine } from '../../core/events/engine.ts';
import { readBacklog } from '../../core/events/log/delivery-counts.ts';
import { readOpenHealth } from '../../core/events/log/health.ts';
import { readOpenReplays } from '../../core/events/log/replays.ts';
import type { CommittedEvent } from '../../core/events/publish/publish.ts';
import type { NodeStatus } from '../../core/http/forwarding.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';
import type { UnhandledFaults } from '../../core/shared/unhandled-faults.ts';
import type { ModuleParts } from '../../module.ts';
import type { Gateway, GatewayDeps } from '../../offers.ts';
import { createGatewayAudit } from './audit/audit.ts';
import { instanceEvents } from './event/documented-events.ts';
import { FigureCounter } from './figures/counter.ts';
import { JOINABLE_FIGURES } from './figures/rows.ts';
import { createLive } from './live/live.ts';
import { liveSockets } from './live/sockets.ts';
import { createMetrics } from './metrics/metrics.ts';
import { databaseBytes } from './metrics/process.ts';
import { lengthOf } from './metrics/requests.ts';
import { Traffic, trafficOfNodes } from './overview/traffic.ts';
import { serveGateway } from './serve-gateway.ts';
import type { ReadinessDeps } from './status/readiness.ts';

/** The WebSockets that may be open in all. */
const SOCKETS_MAX = 10_000;

export const GATEWAY_PARTS: ModuleParts = { joinable: JOINABLE_FIGURES, gateway: createGateway };

function createGateway(config: Config, deps: GatewayDeps): Gateway {
  const audit = createGatewayAudit({
    ...deps,
    hours: config.auditRetentionHours,
    isAlone: deps.node === null,
    node: deps.node?.membership.node ?? null,
  });
  const live = createLive({
    ...deps,
    facts: deps.formatFacts,
    mediaInBodies: config.webhookFiles,
    socketLimits: { perKey: config.websocketsPerKey, total: SOCKETS_MAX },
  });
  const counting = createCounting({ ...deps, instancesMax: config.metricsInstancesMax });
  const { feed } = live;
  const { metrics, figures } = counting;
  return {
    feed,
    observer: counting.observer,
    websocket: liveSockets(feed),
    answered: metrics.answered,
    limitReached: metrics.limitReached,
    events: instanceEvents,
    committed(event) {
      counting.committed(event);
      feed.committed(event);
    },
    prepare: () => audit.start(),
    start() {
      figures.start();
      metrics.start();
    },
    close(spreadMs) {
      metrics.stop();
      return feed.close(spreadMs);
    },
    stop: () => figures.stop(),
    end: () => audit.stop(),
    serve: (context) => serveGateway(config, context, { ...counting, audit, live }),
  };
}

/** This node on a shared database, as far as its counts are its own. */
interface CountingNode {
  readonly membership: { readonly node: string };
  readonly status: Pick<NodeStatus, 'now'>;
  readonly rowAMinuteAgo: () => number | null;
}

interface CountingDeps {
  readonly db: WatchedDatabase;
  readonly clock: Clock;
  readonly log: Log;
  /** Null when this process has the database file to itself. */
  readonly node: CountingNode | null;
  readonly channels: ReadinessDeps['channels'];
  readonly directory: InstanceDirectory;
  readonly memory: { readonly reserved: number };
  readonly filterFailures: { readonly count: number };
  readonly faults: Pick<UnhandledFaults, 'counts'>;
  readonly archive: { counts(): ArchiveCounts } | null;
  /** METRICS_INSTANCES_MAX. */
  readonly instancesMax: number;
  /** Called when parts are needed that are made later. */
  readonly made: () => {
    readonly engine: Pick<RunningEngine, 'write'>;
    readonly queued: Parameters<typeof lengthOf>[0];
  };
}

function metricsOf(deps: CountingDeps) {
  const { db, node, directory, memory, filterFailures, archive } = deps;
  const metrics = createMetrics({
    ...deps,
    instances: directory,
    backlog: () => readBacklog(db),
    badHealth: () => readOpenHealth(db, null),
    openReplays: () => readOpenReplays(db, null),
    databaseBytes: () => databaseBytes(db),
    outage: () => db.outages.reason,
    memoryReserved: () => memory.reserved,
    failedWrites: () => db.outages.failed,
    filterFailures: () => filterFailures.count,
    archive: archive && (() => archive.counts()),
    nodeNow: node?.status.now,
  });
  metrics.showQueue(() => lengthOf(deps.made().queued, deps.clock.now()));
  return metrics;
}

export function createCounting(deps: CountingDeps) {
  const { db, clock, log, node, made } = deps;
  const metrics = metricsOf(deps);
  const traffic = new Traffic(clock);
  const figures = new FigureCounter({
    db,
    clock,
    log,
    write: (statements) => made().engine.write(statements),
    node: node?.membership.node ?? null,
  });
  return {
    metrics,
    figures,
    lastMinute: node ? trafficOfNodes({ db, clock, ...node }) : traffic.lastMinute,
    observer: joinObservers(metrics.observer, figures.observer),
    committed(event: CommittedEvent): void {
      metrics.committed(event);
      traffic.committed(event);
      figures.committed(event);
    },
  };
}
