/** The kept events that a customer may see: those that were sent to the customer, without codes that pair the instance. */
import type { Database } from '../../../core/db/client.ts';
import { declarationOf } from '../../../core/events/contract/catalog.ts';
import type { LoggedDelivery } from '../../../core/events/log/deliveries.ts';
import { searchDeliveries } from '../../../core/events/log/delivery-search.ts';

/** How many deliveries are looked at, the newest first. */
export const SENT_MAX = 1_000;

/** Returns whether events of a type have codes, with which a reader could pair the instance. */
export const hasPairingCode = (type: string): boolean => declarationOf(type)?.category === 'QRCODE';

interface SentTo {
  readonly streamId: string;
  /** As deliveries name them. */
  readonly endpoints: readonly string[];
  readonly eventId?: string | undefined;
  readonly type?: string | undefined;
}

/** Returns the sequences of events that were sent to these endpoints, or wait for it, the newest delivery first. */
export async function sequencesSentTo(
  db: Database,
  { eventId, type, ...sentTo }: SentTo,
): Promise<number[]> {
  const anyone = { state: null, destination: null, endpoint: null, replay: null, lastStatus: null };
  const anytime = { from: null, to: null, before: null };
  const { rows } = await searchDeliveries(db, {
    ...{ ...anyone, ...anytime, ...sentTo, limit: SENT_MAX },
    ...{ eventId: eventId ?? null, type: type ?? null },
  });
  const isShown = (row: LoggedDelivery) => !hasPairingCode(row.type);
  return [...new Set(rows.filter(isShown).map(({ sequence }) => sequence))];
}
