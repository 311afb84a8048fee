/**
 * Received messages on disk, until they are events. What stands there may be acknowledged: a crash loses none of it,
 * and the same message again is recognised for a week.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Orm } from '../../db/client.ts';
import { whatsappInbox } from '../../db/schema/whatsapp.ts';
import type { Clock } from '../../shared/clock.ts';
import { newId } from '../../shared/ids.ts';

interface StoredMessage {
  /** Sorts by arrival. */
  readonly id: string;
  readonly body: string;
}

/** A message to be inserted, in its own commit or another's. */
interface MessageInsert {
  readonly id: string;
  /** Returns a row; none when the message was there before. */
  readonly statement: BatchItem<'sqlite'> & PromiseLike<readonly unknown[]>;
}

export interface MessageInbox {
  arriving(messageKey: string, body: string): MessageInsert;
  /** On disk when it resolves; null: it was there before. */
  take(messageKey: string, body: string): Promise<StoredMessage | null>;
  /** The oldest that have not become events, after `after`; 100 at most. */
  waiting(after: string | null): Promise<StoredMessage[]>;
  /** Their events are on disk. */
  done(ids: readonly string[]): Promise<void>;
  /** Deletes messages that will not be sent again. */
  prune(): Promise<void>;
}

const PAGE = 100;
const KNOWN_MS = 7 * 24 * 3_600_000;

export function createInbox(orm: Orm, clock: Clock, instanceId: string): MessageInbox {
  const own = eq(whatsappInbox.instanceId, instanceId);
  const arriving = (messageKey: string, body: string): MessageInsert => {
    const row = { id: newId(), instanceId, messageKey, body, receivedAt: clock.now() };
    return {
      id: row.id,
      statement: orm
        .insert(whatsappInbox)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: whatsappInbox.id }),
    };
  };
  return {
    arriving,
    async take(messageKey, body) {
      const { id, statement } = arriving(messageKey, body);
      const taken = await statement;
      return taken.length === 0 ? null : { id, body };
    },
    async waiting(after) {
      const rows = await orm
        .select({ id: whatsappInbox.id, body: whatsappInbox.body })
        .from(whatsappInbox)
        .where(
          and(
            own,
            isNotNull(whatsappInbox.body),
            after === null ? undefined : gt(whatsappInbox.id, after),
          ),
        )
        .orderBy(asc(whatsappInbox.id))
        .limit(PAGE);
      return rows.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
    },
    async done(ids) {
      if (ids.length === 0) return;
      await orm
        .update(whatsappInbox)
        .set({ body: null })
        .where(and(own, inArray(whatsappInbox.id, [...ids])));
    },
    async prune() {
      const isOld = lt(whatsappInbox.receivedAt, clock.now() - KNOWN_MS);
      await orm.delete(whatsappInbox).where(and(own, isNull(whatsappInbox.body), isOld));
    },
  };
}
