/** Marks receipts of messages that were sent through the instance, whose progress a MessageStatus tells as well. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { Fates } from './fates.ts';

/** What is read on another device of the account was sent by others. */
const idsIn = (event: CatalogEvent): readonly string[] =>
  event.type === 'Receipt' && event.data.Type !== 'read-self' ? event.data.MessageIDs : [];

/** Adds to `sent` the ids in receipts that have a status. Returns undefined when there are no receipts. */
export function findSent(
  fates: Pick<Fates, 'of'>,
  instanceId: string,
  events: readonly CatalogEvent[],
  sent: Set<string>,
): Promise<void> | undefined {
  const ids = events.flatMap(idsIn);
  if (ids.length === 0) return undefined;
  return fates.of(instanceId, ids).then((found) => {
    for (const id of found.keys()) sent.add(id);
  });
}

export function withSentIds(event: CatalogEvent, sent: ReadonlySet<string>): CatalogEvent {
  if (event.type !== 'Receipt') return event;
  const SentIDs = idsIn(event).filter((id) => sent.has(id));
  return SentIDs.length === 0 ? event : { ...event, data: { ...event.data, SentIDs } };
}
