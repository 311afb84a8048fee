/** Logs discarded deliveries: one line a minute for each endpoint, with how many they were. */
import type { Database } from '../../db/client.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Delivery } from '../contract/channel.ts';
import type { Destinations } from '../contract/routing.ts';
import type { Observer } from './observer.ts';

interface DiscardReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  readonly nameOf: (streamId: string) => string | null;
  readonly destinations: Pick<Destinations, 'nameOf'>;
}

export interface DiscardReport extends Observer {
  /** Logs what the current minute has counted. */
  stop(): void;
}

interface DiscardEntry {
  readonly delivery: Delivery;
  /** Withdrawn deliveries are no problem, because somebody has removed or switched off what they were for. */
  readonly level: 'warn' | 'info';
  /** Resolves with the reasons of all attempts, or why no attempt was made. */
  reasons(): Promise<unknown[]>;
  /** Why the last attempt failed, or why no attempt was made. */
  readonly reason: string | null;
}

/** The counts of one endpoint since its last line. */
interface Minute {
  count: number;
  latest: DiscardEntry;
  readonly isOfOthers: boolean;
  cancel: Cancel;
}

const MINUTE_MS = 60_000;
/** How many endpoints are counted at a time; the others share one line a minute. */
export const COUNTED_MAX = 1_000;

const EARLIER = 'select error from attempts where delivery_id = ? and number > ? order by number';

/** The first discarded delivery of an endpoint is logged at once; those of the next minute together at its end. */
export function createDiscardReport(deps: DiscardReportDeps): DiscardReport {
  const report = (
    { delivery, level }: DiscardEntry,
    { count, isOfOthers }: Summary,
    reasons: unknown[],
  ) =>
    deps.log[level]('deliveries discarded', {
      count,
      ...namesOf(deps, delivery),
      ...(isOfOthers && { endpoint: 'other endpoints' }),
      eventId: delivery.eventId,
      deliveryId: delivery.id,
      event: delivery.type,
      reasons,
    });
  const minutes = new Minutes(
    deps.clock,
    (latest, summary) => void latest.reasons().then((reasons) => report(latest, summary, reasons)),
  );
  return {
    onAttempt({ delivery, outcome, decision }) {
      if (decision.state !== 'discarded') return;
      const reason = outcome.kind === 'failed' ? outcome.error : null;
      const reasons = () => readReasons(deps, delivery, reason);
      minutes.add({ delivery, level: 'warn', reason, reasons });
    },
    onDrop(delivery, reason, isWithdrawn) {
      const level = isWithdrawn ? 'info' : 'warn';
      minutes.add({ delivery, level, reason, reasons: async () => [reason] });
    },
    // These are logged in one line where they are discarded.
    onClear() {},
    onFilter() {},
    // The database closes next, so the earlier attempts are not read.
    stop: () => minutes.stop((latest, summary) => report(latest, summary, [latest.reason])),
  };
}

interface Summary {
  readonly count: number;
  /** Whether the count is that of all endpoints that are not counted apart. */
  readonly isOfOthers: boolean;
}

type Report = (latest: DiscardEntry, summary: Summary) => void;

/** Counts by endpoint, and reports each count once a minute. */
class Minutes {
  readonly #clock: DiscardReportDeps['clock'];
  readonly #report: Report;
  readonly #open = new Map<string, Minute>();

  constructor(clock: DiscardReportDeps['clock'], report: Report) {
    this.#clock = clock;
    this.#report = report;
  }

  add(latest: DiscardEntry): void {
    const { level, delivery } = latest;
    const own = `${level} ${delivery.streamId} ${delivery.endpoint}`;
    const isOfOthers = !this.#open.has(own) && this.#open.size >= COUNTED_MAX;
    const key = isOfOthers ? level : own;
    const open = this.#open.get(key);
    if (open !== undefined) {
      open.count++;
      open.latest = latest;
      return;
    }
    this.#report(latest, { count: 1, isOfOthers });
    const minute = { count: 0, latest, isOfOthers, cancel: () => {} };
    this.#open.set(key, minute);
    this.#begin(key, minute);
  }

  stop(report: Report): void {
    for (const minute of this.#open.values()) {
      minute.cancel();
      if (minute.count > 0) report(minute.latest, minute);
    }
    this.#open.clear();
  }

  #begin(key: string, minute: Minute): void {
    minute.cancel = this.#clock.after(MINUTE_MS, () => {
      if (minute.count === 0) return void this.#open.delete(key);
      const { count, isOfOthers } = minute;
      this.#report(minute.latest, { count, isOfOthers });
      minute.count = 0;
      this.#begin(key, minute);
    });
  }
}

/** Resolves with the reasons of the current round of attempts; a redelivery begins a new one. */
const readReasons = (
  { db }: DiscardReportDeps,
  delivery: Delivery,
  last: string | null,
): Promise<unknown[]> =>
  db.query(EARLIER, [delivery.id, delivery.roundFrom]).then(
    (rows) => [...rows.map((row) => row[0]), last],
    (error) => [`earlier attempts could not be read: ${messageOf(error)}`, last],
  );

/** An endpoint that was removed in the meantime has its id as its name. */
const namesOf = (
  { nameOf, destinations }: DiscardReportDeps,
  { streamId, endpoint }: Pick<Delivery, 'streamId' | 'endpoint'>,
) => ({
  instanceName: nameOf(streamId),
  endpoint: destinations.nameOf?.(streamId, endpoint) ?? endpoint,
  destination: endpoint,
});
