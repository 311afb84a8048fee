/** Watching attempts and discarded deliveries; one watcher writes the line for every delivery that was given up. */
import type { Database } from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { AttemptResult, RetryRules } from './attempt.ts';

export interface Observer {
  /** An attempt has ended and is on disk. */
  attempted(attempted: AttemptResult): void;
  /** A delivery was discarded without an attempt, and that is on disk. */
  dropped(delivery: Delivery, reason: string): void;
  /** So many waiting deliveries of an endpoint were discarded at once, because it is gone. */
  cleared(endpoint: string, count: number): void;
}

/** Calls both, in this order. */
export const joinObservers = (first: Observer, second: Observer | undefined): Observer => ({
  attempted(attempted) {
    first.attempted(attempted);
    second?.attempted(attempted);
  },
  dropped(delivery, reason) {
    first.dropped(delivery, reason);
    second?.dropped(delivery, reason);
  },
  cleared(endpoint, count) {
    first.cleared(endpoint, count);
    second?.cleared(endpoint, count);
  },
});

const EARLIER = 'select error from attempts where delivery_id = ? and number > ? order by number';

interface DiscardReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
  readonly rules: Pick<RetryRules, 'maxAttempts'>;
  readonly nameOf: (streamId: string) => string | null;
}

/** One line for every delivery that was given up: whose it was, and why each attempt failed. */
export function createDiscardReport({ db, log, rules, nameOf }: DiscardReportDeps): Observer {
  const report = (delivery: Delivery, reasons: unknown[]) =>
    log.error('delivery discarded', {
      eventId: delivery.eventId,
      deliveryId: delivery.id,
      instanceName: nameOf(delivery.streamId),
      event: delivery.type,
      destination: delivery.endpoint,
      reasons,
    });
  return {
    attempted({ delivery, outcome, decision }) {
      if (decision.state !== 'discarded') return;
      const last = outcome.kind === 'failed' ? outcome.error : null;
      // The attempts of this round: a redelivery begins a new one.
      const before = Math.max(0, (delivery.attemptLimit ?? 0) - rules.maxAttempts);
      db.query(EARLIER, [delivery.id, before]).then(
        (rows) => report(delivery, [...rows.map((row) => row[0]), last]),
        (error) =>
          report(delivery, [`earlier attempts could not be read: ${messageOf(error)}`, last]),
      );
    },
    dropped: (delivery, reason) => report(delivery, [reason]),
    // Logged in one line where they are cleared.
    cleared() {},
  };
}
