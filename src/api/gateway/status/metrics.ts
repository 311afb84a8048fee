/** The metrics of the service: counters grow from what the engine reports, gauges are read from the table at every scrape. */
// One by one: the package as a whole loads the HTTP clients and OpenTelemetry that its other parts need.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';
import { DESTINATIONS } from '../../../channels/brokers.ts';
import { destinationOf } from '../../../events/contract/endpoint.ts';
import type { Observer } from '../../../events/deliver/observer.ts';
import type { Backlog } from '../../../events/log/backlog.ts';
import type { Clock } from '../../../shared/clock.ts';
import { LIMITS, type LimitName } from '../../../shared/limit-report.ts';
import { showNode } from './node-metrics.ts';
import type { NodeStatus } from './nodes.ts';
import type { ReadinessDeps } from './readiness.ts';

interface MetricsDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly backlog: () => Promise<readonly Backlog[]>;
  readonly channels: ReadinessDeps['channels'];
  /** Bytes held for bodies and unread answers at this moment. */
  readonly memoryReserved: () => number;
  /** Writes that failed or were refused so far, by reason. */
  readonly failedWrites: () => Readonly<Record<string, number>>;
  /** This node of those on one database server; without it, there is none: alone on a file. */
  readonly nodeNow?: NodeStatus['now'] | undefined;
}

export interface Metrics {
  /** Must be told of every attempt and every dropped delivery. */
  readonly observer: Observer;
  /** Counts one time that a limit was reached. */
  readonly limitReached: (limit: LimitName) => void;
  readonly contentType: string;
  /** The Prometheus text of this moment. */
  text(): Promise<string>;
}

/** They range from a local receiver's answer to the last of five attempts. */
const LATENCY_BUCKETS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 150,
];

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauges = createGauges(registers);
  showChannels(registers, deps.channels);
  showMemory(registers, deps.memoryReserved);
  showFailedWrites(registers, deps.failedWrites);
  if (deps.nodeNow) showNode(registers, deps.nodeNow);
  const observer = createObserver(registers, deps.clock);
  const limits = limitCounter(registers);
  return {
    contentType: registry.contentType,
    limitReached: (limit) => limits.inc({ limit }),
    observer,
    async text() {
      gauges.set(await deps.backlog(), deps.clock.steady());
      return registry.metrics();
    },
  };
}

function showChannels(registers: Registry[], channels: MetricsDeps['channels']): void {
  const channelUp = new Gauge({
    name: 'gatehouse_channel_up',
    help: 'Whether a configured broker or object store can be used: 1, or 0 while it is down.',
    labelNames: ['channel'],
    registers,
    collect() {
      for (const [channel, { state }] of Object.entries(channels())) {
        channelUp.set({ channel }, state === 'up' ? 1 : 0);
      }
    },
  });
}

function showMemory(registers: Registry[], memoryReserved: () => number): void {
  new Gauge({
    name: 'gatehouse_memory_reserved_bytes',
    help: 'Memory held for request bodies and for answers that are not read yet.',
    registers,
    collect() {
      this.set(memoryReserved());
    },
  });
}

function showFailedWrites(registers: Registry[], failedWrites: MetricsDeps['failedWrites']): void {
  new Counter({
    name: 'gatehouse_database_writes_failed_total',
    help: 'Commits that the database did not take, or was not asked to while it takes none.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(failedWrites())) this.inc({ reason }, count);
    },
  });
}

/** Counts attempts and dropped deliveries as they are reported. */
function createObserver(registers: Registry[], clock: Pick<Clock, 'now'>): Observer {
  const attempts = new Counter({
    name: 'gatehouse_delivery_attempts_total',
    help: 'Delivery attempts by how they ended: delivered, or the first word of the error.',
    labelNames: ['destination', 'outcome'],
    registers,
  });
  const discarded = new Counter({
    name: 'gatehouse_deliveries_discarded_total',
    help: 'Deliveries given up.',
    labelNames: ['destination'],
    registers,
  });
  const latency = new Histogram({
    name: 'gatehouse_event_delivery_seconds',
    help: 'From the event to the answer that accepted it.',
    labelNames: ['destination'],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  });
  return {
    attempted({ delivery, outcome, decision }) {
      const destination = labelOf(delivery.endpoint);
      attempts.inc({
        destination,
        outcome: outcome.kind === 'failed' ? wordOf(outcome.error) : 'delivered',
      });
      if (decision.state === 'discarded') discarded.inc({ destination });
      if (outcome.kind !== 'delivered') return;
      const tookMs = clock.now() - delivery.createdAt;
      latency.observe({ destination }, Math.max(0, tookMs) / 1000);
    },
    dropped: ({ endpoint }) => discarded.inc({ destination: labelOf(endpoint) }),
    cleared: (_, endpoint, count) => discarded.inc({ destination: labelOf(endpoint) }, count),
  };
}

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

function createGauges(registers: Registry[]) {
  const deliveries = new Gauge({
    name: 'gatehouse_deliveries',
    help: 'Deliveries that are not finished.',
    labelNames: ['destination', 'state'],
    registers,
  });
  const oldestDue = new Gauge({
    name: 'gatehouse_delivery_oldest_due_seconds',
    help: 'For how long the delivery that is due longest has waited to be sent.',
    labelNames: ['destination'],
    registers,
  });
  return {
    /** `now` is steady, as due times are. */
    set(rows: readonly Backlog[], now: number): void {
      deliveries.reset();
      oldestDue.reset();
      const oldest = new Map<string, number>();
      for (const { endpoint, waiting, sending, oldestDueAt } of rows) {
        const destination = labelOf(endpoint);
        deliveries.inc({ destination, state: 'waiting' }, waiting);
        deliveries.inc({ destination, state: 'sending' }, sending);
        const lateMs = oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt);
        oldest.set(destination, Math.max(oldest.get(destination) ?? 0, lateMs));
      }
      for (const [destination, ms] of oldest) oldestDue.set({ destination }, ms / 1000);
    },
  };
}

/** Labels come from short lists only: whatever else there may be shares one series. */
const labelOf = (endpoint: string): string => {
  const destination = destinationOf(endpoint) ?? '';
  return DESTINATIONS.includes(destination) ? destination : 'other';
};

const wordOf = (error: string): string => /^[a-z_]{1,40}(?=:|\s|$)/.exec(error)?.[0] ?? 'other';
