/** Reports limits that were reached. */
import type { Clock } from './clock.ts';
import type { Fields, Log } from './log.ts';
import { countOnceAMinute } from './once-a-minute.ts';

/** Every reported limit by the label of its metric, with the variable that sets it; null if it is fixed. */
export const LIMITS = {
  requests: 'RATE_LIMIT_PER_MINUTE',
  portal_requests: null,
  authentication_failures: 'AUTH_FAILURES_PER_MINUTE',
  memory: 'MEMORY_LIMIT',
  memory_per_credential: 'MEMORY_LIMIT',
  websockets: null,
  websockets_per_key: 'WEBSOCKETS_PER_KEY',
  instance_events: 'INSTANCE_EVENTS_PER_SECOND',
  instance_storage: 'INSTANCE_STORAGE_LIMIT',
  mcp_calls: null,
} as const;
export type LimitName = keyof typeof LIMITS;

export interface LimitReport {
  /** Must be called each time something is refused, delayed or removed. `fields` say whose it was, without secrets. */
  reached(limit: LimitName, fields?: Fields): void;
}

export interface CountedLimits extends LimitReport {
  /** Returns how often a limit was reached that the variable sets. */
  timesReached(variable: string): number;
}

interface LimitReportDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Pick<Log, 'warn'>;
  /** Counts the limit for the metrics. */
  readonly count: (limit: LimitName) => void;
}

export function createLimitReport({ clock, log, count }: LimitReportDeps): CountedLimits {
  const counts = new Map<LimitName, () => number>();
  const totals = new Map<string | null, number>();
  return {
    timesReached: (variable) => totals.get(variable) ?? 0,
    reached(limit, fields) {
      count(limit);
      totals.set(LIMITS[limit], (totals.get(LIMITS[limit]) ?? 0) + 1);
      const times = counts.getOrInsertComputed(limit, () => countOnceAMinute(clock))();
      if (times === 0) return;
      // `times` includes those of the last minute that were not logged one by one.
      const variable = LIMITS[limit];
      log.warn('limit reached', { limit, ...(variable && { variable }), times, ...fields });
    },
  };
}
