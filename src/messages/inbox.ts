/**
 * Received messages on disk, until they are events. What stands there may be acknowledged: a crash loses none of it,
 * and the same message again is recognised for a week.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Orm, Statement } from '../db/client.ts';
import { whatsappInbox } from '../db/schema/whatsapp.ts';
import type { Clock } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';

/** Runs by itself when it is awaited, as often as that is, or as part of a transaction. */
export type RunnableStatement = BatchItem<'sqlite'> & PromiseLike<readonly unknown[]>;

interface StoredMessage {
  /** Sorts by arrival. */
  readonly id: string;
  readonly body: string;
}

/** A message to be inserted, in its own commit or another's. */
interface MessageInsert {
  readonly id: string;
  /** Returns a row; none when the message was there before. */
  readonly statement: RunnableStatement;
}

export interface MessageInbox {
  /** `body` is null for a message that gives no event. */
  arriving(messageKey: string, body: string | null): MessageInsert;
  /** Those of these message keys (100 at most) that are stored, as events or not yet. */
  known(messageKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** The oldest that have not become events, after `after`; 100 at most. */
  waiting(after: string | null): Promise<StoredMessage[]>;
  /** They give no event. */
  done(ids: readonly string[]): Promise<void>;
  /** For the commit of a message's event: after a crash it is published once or not at all, never twice. */
  publishing(id: string): Statement;
  /** For the commit of an event that is told once: `known` has its key from then on. */
  noting(key: string): Statement;
  /** Deletes messages that will not be sent again. */
  prune(): Promise<void>;
}

const PUBLISHED =
  'update whatsapp_inbox set body = null where instance_id = ? and id = ? and body is not null';
const NOTE =
  'insert into whatsapp_inbox (id, instance_id, message_key, received_at) values (?, ?, ?, ?) on conflict do nothing';

const PAGE = 100;
const KNOWN_MS = 7 * 24 * 3_600_000;

export function createInbox(orm: Orm, clock: Clock, instanceId: string): MessageInbox {
  const own = eq(whatsappInbox.instanceId, instanceId);
  return {
    arriving(messageKey, body) {
      const id = newId();
      const row = { id, instanceId, messageKey, body, receivedAt: clock.now() };
      const insert = orm.insert(whatsappInbox).values(row);
      // A row of this id is its own, written by a try whose answer was lost.
      const isOwn = eq(whatsappInbox.id, id);
      const target = [whatsappInbox.instanceId, whatsappInbox.messageKey];
      const upsert = insert.onConflictDoUpdate({ target, set: { id }, setWhere: isOwn });
      return { id, statement: upsert.returning({ id: whatsappInbox.id }) };
    },
    async known(messageKeys) {
      const rows = await orm
        .select({ messageKey: whatsappInbox.messageKey })
        .from(whatsappInbox)
        .where(and(own, inArray(whatsappInbox.messageKey, [...messageKeys])));
      return new Set(rows.map(({ messageKey }) => messageKey));
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
      // Without the last condition no index finds them among all that came in a week.
      const areWaiting = and(
        own,
        inArray(whatsappInbox.id, [...ids]),
        isNotNull(whatsappInbox.body),
      );
      await orm.update(whatsappInbox).set({ body: null }).where(areWaiting);
    },
    publishing: (id) => ({ sql: PUBLISHED, params: [instanceId, id] }),
    noting: (key) => ({ sql: NOTE, params: [newId(), instanceId, key, clock.now()] }),
    async prune() {
      const isOld = lt(whatsappInbox.receivedAt, clock.now() - KNOWN_MS);
      await orm.delete(whatsappInbox).where(and(own, isNull(whatsappInbox.body), isOld));
    },
  };
}
