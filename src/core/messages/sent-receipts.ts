/**
 * Marks receipts of messages that were sent through the instance, whose progress a MessageStatus tells as well, and
 * repeats what their callers gave with them.
 */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { callbackOf } from './fate.ts';
import type { Fates } from './fates.ts';

/** Messages that are read on another device of the account were sent by others. */
const idsIn = (event: CatalogEvent): readonly string[] =>
  event.type === 'Receipt' && event.data.Type !== 'read-self' ? event.data.MessageIDs : [];

/** By id of a message that was sent: the caller's text that its statuses repeat, or undefined. */
export type SentMessages = Map<string, string | undefined>;

interface Finding {
  /** Gets the messages in receipts that have a status. */
  readonly sent: SentMessages;
  /** A promise that the result waits for too, or any other value. */
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
    for (const [id, { history }] of known) sent.set(id, callbackOf(history));
  });
  return Promise.all([ready, found]);
}

export const withSentIds = (
  events: readonly CatalogEvent[],
  sent: Readonly<SentMessages>,
): readonly CatalogEvent[] =>
  sent.size === 0 ? events : events.map((event) => markedReceipt(event, sent));

function markedReceipt(event: CatalogEvent, sent: Readonly<SentMessages>): CatalogEvent {
  if (event.type !== 'Receipt') return event;
  const SentIDs = idsIn(event).filter((id) => sent.has(id));
  if (SentIDs.length === 0) return event;
  const callbacks = SentIDs.flatMap((id) => {
    const text = sent.get(id);
    return text === undefined ? [] : [[id, text] as const];
  });
  const Callbacks = callbacks.length > 0 && { Callbacks: Object.fromEntries(callbacks) };
  return { ...event, data: { ...event.data, SentIDs, ...Callbacks } };
}
