/** One commit for received messages, the events that tell of them and the keys that opened them. */
import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Arrival, MessageInbox } from '../../messages/inbox.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import type { SessionHost } from '../provider.ts';

export interface Publication {
  readonly event: CatalogEvent;
  readonly record: MessageRecord;
}

/** A message on its way to the disk. */
export interface ArrivingMessage extends Arrival {
  /** Written with it; null: it waits in the inbox to be published, or gives no event. */
  readonly publication: Publication | null;
  /** It is on disk; `isNew`: it was not before. */
  written(isNew: boolean): void;
  /** It will not be written, and neither will the keys. May be called more than once. */
  dropped(): void;
}

/** Resolves once all of it is on disk. Rejects with a DatabaseError; then none of it is, unless its answer was lost. */
export type MessageCommit = (
  messages: readonly ArrivingMessage[],
  keys: readonly Statement[],
) => Promise<void>;

export function createMessageCommit(
  db: Pick<Database, 'batch'>,
  inbox: Pick<MessageInbox, 'store'>,
  host: Pick<SessionHost, 'emitAll'>,
): MessageCommit {
  return async (messages, keys) => {
    const written = await inbox.store(messages, async (some) => {
      const published = some.flatMap(({ publication }) => publication ?? []);
      const change = [...some.map(({ statement }) => statement), ...keys];
      const [events, records] = [
        published.map((one) => one.event),
        published.map((one) => one.record),
      ];
      if (events.length > 0) await host.emitAll(events, records, change);
      else if (change.length > 0) await db.batch(change);
    });
    const news = new Set(written);
    for (const message of messages) message.written(news.has(message));
  };
}
