/** Observes attempts, discarded deliveries and filtered events; one observer logs every delivery that was given up. */
import type { Database } from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { AttemptResult } from './attempt.ts';

export interface Observer {
  /** Called when an attempt has ended and is on disk. */
  onAttempt(attempted: AttemptResult): void;
  /**
   * Called when the discarding of a delivery without an attempt is on disk. `isWithdrawn`: somebody has removed its
   * endpoint or its instance, or switched it off.
   */
  onDrop(delivery: Delivery, reason: string, isWithdrawn: boolean): void;
  /** Called when `count` waiting deliveries of a stream's endpoint were discarded because it or their events are gone. */
  onClear(streamId: string, endpoint: string, count: number): void;
  /** Called when an event is on disk that the filter of a stream's endpoint kept from it. */
  onFilter(streamId: string, endpoint: string): void;
}

/** Combines two observers, which are called in this order. */
export const joinObservers = (first: Observer, second: Observer | undefined): Observer => ({
  onAttempt(attempted) {
    first.onAttempt(attempted);
    second?.onAttempt(attempted);
  },
  onDrop(delivery, reason, isWithdrawn) {
    first.onDrop(delivery, reason, isWithdrawn);
    second?.onDrop(delivery, reason, isWithdrawn);
  },
  onClear(streamId, endpoint, count) {
    first.onClear(streamId, endpoint, count);
    second?.onClear(streamId, endpoint, count);
  },
  onFilter(streamId, endpoint) {
    first.onFilter(streamId, endpoint);
    second?.onFilter(streamId, endpoint);
  },
});

const EARLIER = 'select error from attempts where delivery_id = ? and number > ? order by number';

interface DiscardReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
  readonly nameOf: (streamId: string) => string | null;
}

/**
 * Logs every delivery that was given up: whose it was, and why each attempt failed. One that was withdrawn is no error,
 * because somebody wanted it.
 */
export function createDiscardReport({ db, log, nameOf }: DiscardReportDeps): Observer {
  const report = (delivery: Delivery, reasons: unknown[], level: 'error' | 'info' = 'error') =>
    log[level]('delivery discarded', {
      eventId: delivery.eventId,
      deliveryId: delivery.id,
      instanceName: nameOf(delivery.streamId),
      event: delivery.type,
      destination: delivery.endpoint,
      reasons,
    });
  return {
    onAttempt({ delivery, outcome, decision }) {
      if (decision.state !== 'discarded') return;
      const last = outcome.kind === 'failed' ? outcome.error : null;
      // Only the attempts of the current round are listed; a redelivery begins a new one.
      db.query(EARLIER, [delivery.id, delivery.roundFrom]).then(
        (rows) => report(delivery, [...rows.map((row) => row[0]), last]),
        (error) =>
          report(delivery, [`earlier attempts could not be read: ${messageOf(error)}`, last]),
      );
    },
    onDrop: (delivery, reason, isWithdrawn) =>
      report(delivery, [reason], isWithdrawn ? 'info' : 'error'),
    // These are logged in one line where they are discarded.
    onClear() {},
    onFilter() {},
  };
}
