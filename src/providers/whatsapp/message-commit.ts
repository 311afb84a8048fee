/** Writes received messages, their events and the keys that opened them in one commit. */
import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Arrival, MessageInbox } from '../../messages/inbox.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import type { SessionHost } from '../provider.ts';

export interface Publication {
  readonly event: CatalogEvent;
  readonly record: MessageRecord;
}

/** A message that is about to be written. */
export interface ArrivingMessage extends Arrival {
  /** Written with the message. Null when the message waits in the inbox or gives no event. */
  readonly publication: Publication | null;
  /** Called when the message is on disk. `isNew` is false when it was there before. */
  written(isNew: boolean): void;
  /** Called when neither the message nor its keys will be written; perhaps more than once. */
  dropped(): void;
}

/** Resolves once everything is on disk. Rejects with a DatabaseError; then nothing is, unless the answer was lost. */
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
