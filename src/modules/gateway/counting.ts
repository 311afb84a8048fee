/** Counts committed events and ended deliveries: for metrics, the last minute and the last 48 hours. */

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
import { FigureCounter } from './figures/counter.ts';
import { createMetrics } from './metrics/metrics.ts';
import { databaseBytes } from './metrics/process.ts';
import { lengthOf } from './metrics/requests.ts';
import { Traffic, trafficOfNodes } from './overview/traffic.ts';
import type { ReadinessDeps } from './status/readiness.ts';

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
