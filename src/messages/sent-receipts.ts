/** Marks receipts of messages that were sent through the instance, whose progress a MessageStatus tells as well. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { Fates } from './fates.ts';

/** What is read on another device of the account was sent by others. */
const idsIn = (event: CatalogEvent): readonly string[] =>
  event.type === 'Receipt' && event.data.Type !== 'read-self' ? event.data.MessageIDs : [];

interface Finding {
  /** Gets the ids in receipts that have a status. */
  readonly sent: Set<string>;
  /** What is waited for as well. */
  readonly ready: unknown;
}

/** Returns `ready` when there are no receipts; otherwise a promise for it, which resolves when `sent` is complete. */
export function findSent(
  fates: Pick<Fates, 'of'>,
  instanceId: string,
  events: readonly CatalogEvent[],
  { sent, ready }: Finding,
): unknown {
  const ids = events.flatMap(idsIn);
  if (ids.length === 0) return ready;
  const found = fates.of(instanceId, ids).then((known) => {
    for (const id of known.keys()) sent.add(id);
  });
  return Promise.all([ready, found]);
}

export const withSentIds = (
  events: readonly CatalogEvent[],
  sent: ReadonlySet<string>,
): readonly CatalogEvent[] =>
  sent.size === 0 ? events : events.map((event) => markedReceipt(event, sent));

function markedReceipt(event: CatalogEvent, sent: ReadonlySet<string>): CatalogEvent {
  if (event.type !== 'Receipt') return event;
  const SentIDs = idsIn(event).filter((id) => sent.has(id));
  return SentIDs.length === 0 ? event : { ...event, data: { ...event.data, SentIDs } };
}
