/** Counts committed events and ended deliveries: for metrics, the last minute and the last 48 hours. */

import type { WatchedDatabase } from '../core/db/outage.ts';
import type { ArchiveCounts } from '../core/events/contract/archive.ts';
import { joinObservers } from '../core/events/deliver/observer.ts';
import type { RunningEngine } from '../core/events/engine.ts';
import { readBacklog } from '../core/events/log/backlog.ts';
import { readOpenHealth } from '../core/events/log/health.ts';
import { readOpenReplays } from '../core/events/log/replays.ts';
import type { JoinableChanges } from '../core/events/publish/joined.ts';
import type { CommittedEvent } from '../core/events/publish/publish.ts';
import type { InstanceDirectory } from '../core/instances/directory.ts';
import { JOINABLE_CHANGES } from '../core/messages/store/statements.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { LimitName } from '../core/shared/limit-report.ts';
import type { Log } from '../core/shared/log.ts';
import type { UnhandledFaults } from '../core/shared/unhandled-faults.ts';
import type { ClusterNode } from '../modules/cluster/node.ts';
import { FigureCounter } from '../modules/gateway/figures/counter.ts';
import { JOINABLE_FIGURES } from '../modules/gateway/figures/rows.ts';
import { databaseBytes } from '../modules/gateway/metrics/database.ts';
import { createMetrics } from '../modules/gateway/metrics/metrics.ts';
import { Traffic, trafficOfNodes } from '../modules/gateway/overview/traffic.ts';
import type { ReadinessDeps } from '../modules/gateway/status/readiness.ts';
import type { Listeners } from './listeners.ts';

/** Changes that callers write with events, and that one statement can write for many rows. */
export const JOINABLE: JoinableChanges = {
  ...JOINABLE_CHANGES,
  onServer: new Map([...JOINABLE_CHANGES.onServer, ...JOINABLE_FIGURES]),
};

interface CountingDeps {
  readonly db: WatchedDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: ClusterNode | null;
  readonly channels: ReadinessDeps['channels'];
  readonly directory: InstanceDirectory;
  readonly memory: { readonly reserved: number };
  readonly limitReached: Listeners<LimitName>;
  readonly filterFailures: { readonly count: number };
  readonly faults: Pick<UnhandledFaults, 'counts'>;
  readonly archive: { counts(): ArchiveCounts } | null;
  /** METRICS_INSTANCES_MAX. */
  readonly instancesMax: number;
  /** Known once the engine is made. */
  readonly engine: () => Pick<RunningEngine, 'write'>;
}

function metricsOf(deps: CountingDeps) {
  const { db, node, directory, memory, limitReached, filterFailures, archive } = deps;
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
  limitReached.add(metrics.limitReached);
  return metrics;
}

export function createCounting(deps: CountingDeps) {
  const { db, clock, log, node, engine } = deps;
  const metrics = metricsOf(deps);
  const traffic = new Traffic(clock);
  const figures = new FigureCounter({
    db,
    clock,
    log,
    write: (statements) => engine().write(statements),
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
