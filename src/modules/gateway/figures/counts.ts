/** Counts of events, messages and ends of deliveries, by endpoint and time. */
import type { Observer } from '../../../core/events/deliver/observer.ts';

/** The upper bounds of the ranges into which latencies are counted, in ms; what took longer is counted as `slower`. */
const LATENCY_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000, 60_000] as const;

const RANGES = [...LATENCY_BOUNDS_MS.map((ms) => `within_${ms}`), 'slower'];

/** The columns of counts, in the order of the numbers in `Counts`. */
export const SUMMED = [
  'received',
  'sent',
  'delivered',
  'failed',
  'discarded',
  'filtered',
  ...RANGES,
] as const;
const FIRST_RANGE = SUMMED.length - RANGES.length;
const SLOWEST = SUMMED.length;

/** The number of each summed column, and the slowest latency in ms at the end. */
export type Counts = number[];

export const noCounts = (): Counts => Array<number>(SUMMED.length + 1).fill(0);

export type CountName = 'received' | 'sent' | 'delivered' | 'failed' | 'discarded' | 'filtered';

export const countOf = (counts: Counts, what: CountName): number =>
  counts[SUMMED.indexOf(what)] ?? 0;

export function count(counts: Counts, what: CountName, howMany = 1): void {
  addAt(counts, SUMMED.indexOf(what), howMany);
}

export function countLatency(counts: Counts, ms: number): void {
  const range = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
  addAt(counts, FIRST_RANGE + (range === -1 ? LATENCY_BOUNDS_MS.length : range), 1);
  counts[SLOWEST] = Math.max(counts[SLOWEST] ?? 0, ms);
}

/** Adds `more` to `counts`. */
export function addCounts(counts: Counts, more: Counts): void {
  for (const [index, number] of more.entries()) {
    if (index === SLOWEST) counts[index] = Math.max(counts[index] ?? 0, number);
    else addAt(counts, index, number);
  }
}

const addAt = (counts: Counts, index: number, number: number): void => {
  counts[index] = (counts[index] ?? 0) + number;
};

interface Latency {
  /** Half of the deliveries were accepted within this time. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Returns null if no latency was counted. */
export function latencyOf(counts: Counts): Latency | null {
  const maxMs = counts[SLOWEST] ?? 0;
  const ranges = counts.slice(FIRST_RANGE, SLOWEST);
  const total = ranges.reduce((sum, one) => sum + one, 0);
  if (total === 0) return null;
  const within = (share: number) => Math.round(quantile(ranges, total * share, maxMs));
  return { p50Ms: within(0.5), p95Ms: within(0.95), maxMs };
}

/** Returns the ms within which `rank` deliveries were accepted, taking those of a range as spread evenly over it. */
function quantile(ranges: readonly number[], rank: number, maxMs: number): number {
  let before = 0;
  let from = 0;
  for (const [index, inRange] of ranges.entries()) {
    const to = Math.min(LATENCY_BOUNDS_MS[index] ?? maxMs, maxMs);
    if (inRange > 0 && before + inRange >= rank)
      return from + ((to - from) * (rank - before)) / inRange;
    before += inRange;
    from = to;
  }
  return maxMs;
}

/** Events that are messages: received ones, and those sent through the API. */
export const MESSAGE_EVENTS: ReadonlyMap<string, 'received' | 'sent'> = new Map([
  ['Message', 'received'],
  ['SendMessage', 'sent'],
]);

type DeliveryCount = 'delivered' | 'failed' | 'discarded' | 'filtered';
type Count = (streamId: string, endpoint: string, what: DeliveryCount, howMany: number) => void;

/** Returns an observer that counts attempts by how they ended, discarded deliveries and filtered events. */
export const countingObserver = (count: Count): Observer => ({
  onAttempt({ delivery: { streamId, endpoint }, outcome, decision }) {
    count(streamId, endpoint, outcome.kind, 1);
    if (decision.state === 'discarded') count(streamId, endpoint, 'discarded', 1);
  },
  onDrop: ({ streamId, endpoint }) => count(streamId, endpoint, 'discarded', 1),
  onClear: (streamId, endpoint, howMany) => count(streamId, endpoint, 'discarded', howMany),
  onFilter: (streamId, endpoint) => count(streamId, endpoint, 'filtered', 1),
});
