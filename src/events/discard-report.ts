/** The one line for every delivery that was given up: whose it was, and why each attempt failed. */
import type { Database } from '../db/client.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { Delivery } from './lane.ts';
import type { Observer } from './observer.ts';

const REASONS = 'select error from attempts where delivery_id = ? order by number desc limit ?';

export interface DiscardReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
  readonly nameOf: (streamId: string) => string | null;
}

export function createDiscardReport({ db, log, nameOf }: DiscardReportDeps): Observer {
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
    attempted({ delivery, number, verdict }) {
      if (verdict.state !== 'discarded') return;
      db.query(REASONS, [delivery.id, number]).then(
        (rows) => report(delivery, rows.map((row) => row[0]).reverse()),
        (error) => report(delivery, [`the attempts could not be read: ${messageOf(error)}`]),
      );
    },
    dropped: (delivery, reason) => report(delivery, [reason]),
    // Told in one line by whoever cleared them.
    cleared() {},
  };
}
