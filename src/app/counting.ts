/** What is counted as events are committed and deliveries end: metrics, the last minute, and the last 48 hours. */
import { FigureCounter } from '../api/gateway/figures/counter.ts';
import { JOINABLE_FIGURES } from '../api/gateway/figures/rows.ts';
import { Traffic, trafficOfNodes } from '../api/gateway/overview/traffic.ts';
import type { Metrics } from '../api/gateway/status/metrics.ts';
import type { Database } from '../db/client.ts';
import { joinObservers } from '../events/deliver/observer.ts';
import type { RunningEngine } from '../events/engine.ts';
import type { JoinableChanges } from '../events/publish/joined.ts';
import type { CommittedEvent } from '../events/publish/publish.ts';
import { JOINABLE_CHANGES } from '../messages/store/statements.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { ClusterNode } from './node.ts';

/** What callers write beside events, and can be written in one statement for many rows. */
export const JOINABLE: JoinableChanges = {
  ...JOINABLE_CHANGES,
  onServer: new Map([...JOINABLE_CHANGES.onServer, ...JOINABLE_FIGURES]),
};

interface CountingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: ClusterNode | null;
  readonly metrics: Metrics;
  /** Known once the engine is made. */
  readonly engine: () => Pick<RunningEngine, 'write'>;
}

export function createCounting({ db, clock, log, node, metrics, engine }: CountingDeps) {
  const traffic = new Traffic(clock);
  const figures = new FigureCounter({
    db,
    clock,
    log,
    write: (statements) => engine().write(statements),
    node: node?.membership.node ?? null,
  });
  return {
    figures,
    lastMinute: node ? trafficOfNodes({ db, clock, ...node }) : traffic.lastMinute,
    observer: joinObservers(metrics.observer, figures.observer),
    committed(event: CommittedEvent): void {
      traffic.committed(event);
      figures.committed(event);
    },
  };
}
