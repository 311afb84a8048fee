/** The metrics of the service: counters grow as things are reported, gauges are read at every scrape. */
// The metrics are imported one by one: the package as a whole loads HTTP clients and OpenTelemetry for its other parts.
import Counter from 'prom-client/lib/counter.js';
import Registry from 'prom-client/lib/registry.js';
import type { ArchiveCounts } from '../../../core/events/contract/archive.ts';
import { joinObservers, type Observer } from '../../../core/events/deliver/observer.ts';
import type { Backlog } from '../../../core/events/log/delivery-counts.ts';
import type { StoredHealth } from '../../../core/events/log/health.ts';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import type { NodeStatus } from '../../../core/http/forwarding.ts';
import type { AnsweredRequest } from '../../../core/http/request-watch.ts';
import type { InstanceDirectory } from '../../../core/instances/directory.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { LIMITS, type LimitName } from '../../../core/shared/limit-report.ts';
import type { UnhandledFaults } from '../../../core/shared/unhandled-faults.ts';
import type { ReadinessDeps } from '../status/readiness.ts';
import {
  deliveryCounters,
  deliveryGauges,
  type OpenReplay,
  replayGauges,
  showFilterFailures,
  stoppedLanes,
} from './deliveries.ts';
import { InstanceMetrics } from './instances.ts';
import {
  databaseGauges,
  eventLoopDelay,
  showArchive,
  showFailedWrites,
  showFaults,
  showNode,
  showProcess,
} from './process.ts';
import { showGauge } from './read.ts';
import { messageCounters, type QueueLength, requestTimes, showQueue } from './requests.ts';

interface MetricsDeps {
  readonly clock: Clock;
  readonly backlog: () => Promise<readonly Backlog[]>;
  /** The endpoints of all streams whose health is not good. */
  readonly badHealth: () => Promise<readonly StoredHealth[]>;
  /** The replays that are not over; rejects when they cannot be read. */
  readonly openReplays: () => Promise<readonly OpenReplay[]>;
  /** The bytes of the database; rejects when it cannot be read. */
  readonly databaseBytes: () => Promise<number>;
  /** Returns why the database takes no writes now, or null if it takes them as far as is known. */
  readonly outage: () => string | null;
  readonly channels: ReadinessDeps['channels'];
  /** Bytes held for bodies and unread answers at this moment. */
  readonly memoryReserved: () => number;
  /** Writes that failed or were refused so far, by reason. */
  readonly failedWrites: () => Readonly<Record<string, number>>;
  /** Returns how many events were delivered because a filter could not be decided. */
  readonly filterFailures: () => number;
  /** Faults that no code has handled. */
  readonly faults: Pick<UnhandledFaults, 'counts'>;
  /** Returns the counts of the archive of events; null without an archive. */
  readonly archive: (() => ArchiveCounts) | null;
  readonly instances: Pick<InstanceDirectory, 'all' | 'byId'>;
  /** METRICS_INSTANCES_MAX. */
  readonly instancesMax: number;
  /** This node on a shared database server; absent if the process is alone on a file. */
  readonly nodeNow?: NodeStatus['now'] | undefined;
}

export interface Metrics {
  /** Must be told of every attempt, every dropped delivery and every filtered event. */
  readonly observer: Observer;
  /** Must be called with every event that is on disk. */
  readonly committed: (event: Pick<CommittedEvent, 'streamId' | 'type' | 'body'>) => void;
  /** Must be called with every request that came by the network. */
  readonly answered: (answered: AnsweredRequest) => void;
  /** Counts one time that a limit was reached. */
  readonly limitReached: (limit: LimitName) => void;
  /** Shows from now on how many messages wait to be sent. */
  readonly showQueue: (length: () => QueueLength) => void;
  readonly contentType: string;
  /** Begins to measure how long the event loop is held up. */
  start(): void;
  stop(): void;
  /** Returns the current metrics in Prometheus' text form. */
  text(): Promise<string>;
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  showProcess(registry);
  showChannels(registers, deps.channels);
  showRefusals(registers, deps);
  showGauge(registers, {
    name: 'gatehouse_memory_reserved_bytes',
    help: 'Memory held for request bodies and for answers that are not read yet.',
    read: deps.memoryReserved,
  });
  showFailedWrites(registers, deps.failedWrites);
  showFilterFailures(registers, deps.filterFailures);
  showFaults(registers, deps.faults);
  if (deps.archive) showArchive(registers, deps.archive);
  if (deps.nodeNow) showNode(registers, deps.nodeNow);
  const instances = new InstanceMetrics(registers, deps.instances, deps.instancesMax);
  const limits = limitCounter(registers);
  const delay = eventLoopDelay(registers, deps.clock);
  const refresh = tableGauges(registers, instances, deps);
  return {
    contentType: registry.contentType,
    limitReached: (limit) => limits.inc({ limit }),
    observer: joinObservers(deliveryCounters(registers, deps.clock), instances.observer),
    committed: messageCounters(registers, instances),
    answered: requestTimes(registry),
    showQueue: (length) => showQueue(registers, length),
    start: () => void delay.run(),
    stop: () => delay.stop(),
    async text() {
      await refresh();
      return registry.metrics();
    },
  };
}

/** Returns the function that reads gauges from the database; while it cannot be read, they are left out. */
function tableGauges(registers: Registry[], instances: InstanceMetrics, deps: MetricsDeps) {
  const showDatabase = databaseGauges(registers, deps.outage);
  const showDeliveries = deliveryGauges(registers);
  const showReplays = replayGauges(registers);
  const ifRead = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null);
  return async () => {
    const [backlog, health, replays, bytes] = await Promise.all([
      ifRead(deps.backlog()),
      ifRead(deps.badHealth()),
      ifRead(deps.openReplays()),
      ifRead(deps.databaseBytes()),
    ]);
    showDatabase(backlog === null ? null : bytes);
    const stopped = stoppedLanes(health ?? [], replays ?? []);
    showDeliveries(backlog ?? [], stopped, deps.clock.steady());
    showReplays(replays ?? []);
    instances.showBacklog(backlog ?? []);
    instances.showHealth(health ?? []);
  };
}

function showChannels(registers: Registry[], channels: MetricsDeps['channels']): void {
  showGauge(registers, {
    name: 'gatehouse_channel_up',
    help: 'Whether a configured broker or object store can be used: 1, or 0 while it is down.',
    label: 'channel',
    read: () => ofEach(channels(), ({ state }) => (state === 'up' ? 1 : 0)),
  });
}

/** While nothing refuses, both are 0, so that an alert ends. */
function showRefusals(registers: Registry[], { channels, clock }: MetricsDeps): void {
  showGauge(registers, {
    name: 'gatehouse_channel_refusing',
    help: 'How many instances wait for queues or subjects that refuse although their broker is up.',
    label: 'channel',
    read: () => ofEach(channels(), ({ refusing }) => refusing?.count ?? 0),
  });
  showGauge(registers, {
    name: 'gatehouse_channel_refusing_seconds',
    help: 'For how long the first of these queues or subjects has refused.',
    label: 'channel',
    read: () =>
      ofEach(channels(), ({ refusing }) =>
        refusing === undefined ? 0 : Math.max(0, clock.now() - refusing.since) / 1000,
      ),
  });
}

const ofEach = <T>(all: Readonly<Record<string, T>>, numberOf: (one: T) => number) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, numberOf(one)]));

/** Every limit starts at 0, so that its first use is an increase. */
function limitCounter(registers: Registry[]) {
  const counter = new Counter({
    name: 'gatehouse_limit_reached_total',
    help: 'How often a limit was reached, and something refused, held back or removed for it.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of Object.keys(LIMITS)) counter.inc({ limit }, 0);
  return counter;
}
