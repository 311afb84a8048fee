/** Metrics of deliveries: reported attempts, discarded deliveries, and deliveries that wait in the table. */
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import type Registry from 'prom-client/lib/registry.js';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import {
  destinationOf,
  endpointOfLane,
  replayLane,
} from '../../../core/events/contract/endpoint.ts';
import type { Replay } from '../../../core/events/contract/replay.ts';
import type { Observer } from '../../../core/events/deliver/observer.ts';
import type { Backlog } from '../../../core/events/log/delivery-counts.ts';
import type { StoredHealth } from '../../../core/events/log/health.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { countingObserver } from '../figures/counts.ts';
import { showCounter } from './read.ts';

/** The buckets range from the answer of a local receiver to the last of five attempts. */
const LATENCY_BUCKETS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 150,
];

/** Counts attempts, dropped deliveries and filtered events as they are reported. */
export function deliveryCounters(registers: Registry[], clock: Pick<Clock, 'now'>): Observer {
  const attempts = new Counter({
    name: 'gatehouse_delivery_attempts_total',
    help: 'Delivery attempts by how they ended: delivered, or the first word of the error.',
    labelNames: ['destination', 'outcome'],
    registers,
  });
  const discarded = new Counter({
    name: 'gatehouse_deliveries_discarded_total',
    help: 'Deliveries discarded.',
    labelNames: ['destination'],
    registers,
  });
  const filtered = new Counter({
    name: 'gatehouse_events_filtered_total',
    help: 'Events of the list of an endpoint that its filter or its format kept from it.',
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
  const counting = countingObserver((_, endpoint, what, howMany) => {
    const destination = labelOf(endpoint);
    if (what === 'discarded') discarded.inc({ destination }, howMany);
    if (what === 'filtered') filtered.inc({ destination }, howMany);
  });
  return {
    ...counting,
    onAttempt(attempted) {
      counting.onAttempt(attempted);
      const { delivery, outcome } = attempted;
      const destination = labelOf(delivery.endpoint);
      attempts.inc({
        destination,
        outcome: outcome.kind === 'failed' ? wordOf(outcome.error) : 'delivered',
      });
      if (outcome.kind !== 'delivered') return;
      const tookMs = clock.now() - delivery.createdAt;
      latency.observe({ destination }, Math.max(0, tookMs) / 1000);
    },
  };
}

/** The part of a replay that says whether it is paused, and what its deliveries have as their endpoint. */
export type OpenReplay = Pick<Replay, 'id' | 'streamId' | 'endpoint' | 'state'>;

const laneOf = (streamId: string, lane: string): string => `${streamId} ${lane}`;

/** Returns the endpoints that were switched off, and the lanes of paused replays. */
export const stoppedLanes = (
  health: readonly StoredHealth[],
  replays: readonly OpenReplay[],
): ReadonlySet<string> =>
  new Set([
    ...health
      .filter((one) => one.health.state === 'disabled')
      .map(({ streamId, endpoint }) => laneOf(streamId, endpoint)),
    ...replays
      .filter(({ state }) => state === 'paused')
      .map(({ streamId, endpoint, id }) => laneOf(streamId, replayLane(endpoint, id))),
  ]);

/** Returns the function that shows the backlog; `now` is steady, as due times are. Nothing of `stopped` is late. */
export function deliveryGauges(registers: Registry[]) {
  const deliveries = new Gauge({
    name: 'gatehouse_deliveries',
    help: 'Deliveries that are not finished.',
    labelNames: ['destination', 'state'],
    registers,
  });
  const oldestDue = new Gauge({
    name: 'gatehouse_delivery_oldest_due_seconds',
    help: 'For how long the delivery that is due longest has waited to be sent, but for endpoints that were switched off and paused replays; of a broker, since its event came.',
    labelNames: ['destination'],
    registers,
  });
  return (rows: readonly Backlog[], stopped: ReadonlySet<string>, now: number): void => {
    deliveries.reset();
    oldestDue.reset();
    const oldest = new Map<string, number>();
    for (const { streamId, endpoint, waiting, sending, oldestDueAt } of rows) {
      const destination = labelOf(endpoint);
      deliveries.inc({ destination, state: 'waiting' }, waiting);
      deliveries.inc({ destination, state: 'sending' }, sending);
      const isStopped = [endpoint, endpointOfLane(endpoint)].some((one) =>
        stopped.has(laneOf(streamId, one)),
      );
      const isDue = oldestDueAt !== null && !isStopped;
      const lateMs = isDue ? Math.max(0, now - oldestDueAt) : 0;
      oldest.set(destination, Math.max(oldest.get(destination) ?? 0, lateMs));
    }
    for (const [destination, ms] of oldest) oldestDue.set({ destination }, ms / 1000);
  };
}

export function replayGauges(registers: Registry[]) {
  const replays = new Gauge({
    name: 'gatehouse_replays',
    help: 'Replays to endpoints that are not over.',
    labelNames: ['state'],
    registers,
  });
  return (rows: readonly OpenReplay[]): void => {
    for (const state of ['running', 'paused'] as const)
      replays.set({ state }, rows.filter((row) => row.state === state).length);
  };
}

export function showFilterFailures(registers: Registry[], failures: () => number): void {
  showCounter(registers, {
    name: 'gatehouse_filter_failures_total',
    help: 'Events that were delivered because the filter of an endpoint could not be decided.',
    read: failures,
  });
}

/** Labels come from short lists only; everything else shares one series. */
const labelOf = (endpoint: string): string => {
  const destination = destinationOf(endpoint) ?? '';
  return DESTINATIONS.includes(destination) ? destination : 'other';
};

const wordOf = (error: string): string => /^[a-z_]{1,40}(?=:|\s|$)/.exec(error)?.[0] ?? 'other';
