/**
 * Received messages that are on disk. Some wait to become events: they may be acknowledged all the same, a crash loses
 * none of them. Of the others the key stays for a week, so that the same message again is recognised.
 */
import { type Database, faultOf, type Row, type Statement } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';

interface StoredMessage {
  /** Sorts by arrival. */
  readonly id: string;
  readonly body: string;
}

/** A message that is to be stored. */
export interface Arrival {
  /** Sorts by arrival. */
  readonly id: string;
  readonly messageKey: string;
  /** For the commit that stores it; fails as `unique` when a message of its key is stored. */
  readonly statement: Statement;
}

export interface MessageInbox {
  /** `body` is null for a message that does not wait: its event is in the same commit, or it gives none. */
  arrival(messageKey: string, body: string | null): Arrival;
  /**
   * Has `write` write the statements of those that are new, in one commit, and returns them; `write` is called again when
   * some turn out to be stored already. Rejects as `write` does.
   */
  store<T extends Arrival>(
    arrivals: readonly T[],
    write: (some: readonly T[]) => Promise<unknown>,
  ): Promise<readonly T[]>;
  /** By message key, the ids of those that are stored, as events or not yet. */
  known(messageKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
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

const INSERT =
  'insert into whatsapp_inbox (id, instance_id, message_key, body, received_at) values (?, ?, ?, ?, ?)';
const NOTE = `${INSERT} on conflict do nothing`;
const FIND = `select message_key, id from whatsapp_inbox
  where instance_id = ? and message_key in (select value from json_each(?))`;
const PAGE = 100;
const WAITING = `select id, body from whatsapp_inbox
  where instance_id = ? and body is not null and id > ? order by id limit ${PAGE}`;
// Without the last condition no index finds them among all that came in a week.
const PUBLISHED =
  'update whatsapp_inbox set body = null where instance_id = ? and id = ? and body is not null';
const PRUNE =
  'delete from whatsapp_inbox where instance_id = ? and body is null and received_at < ?';

const KNOWN_MS = 7 * 24 * 3_600_000;

export function createInbox(
  db: Pick<Database, 'query' | 'batch'>,
  clock: Clock,
  instanceId: string,
): MessageInbox {
  const publishing = (id: string) => ({ sql: PUBLISHED, params: [instanceId, id] });
  const known = async (messageKeys: readonly string[]) => {
    const rows = await db.query(FIND, [instanceId, JSON.stringify(messageKeys)]);
    return new Map(rows.map(([key, id]) => [String(key), String(id)]));
  };
  return {
    known,
    publishing,
    arrival(messageKey, body) {
      const id = newId();
      const params = [id, instanceId, messageKey, body, clock.now()];
      return { id, messageKey, statement: { sql: INSERT, params } };
    },
    store: (arrivals, write) => storeNew(known, arrivals, write),
    async waiting(after) {
      const rows = await db.query(WAITING, [instanceId, after ?? '']);
      return rows.map(([id, body]: Row) => ({ id: String(id), body: String(body) }));
    },
    done: async (ids) => {
      if (ids.length > 0) await db.batch(ids.map(publishing));
    },
    noting: (key) => ({ sql: NOTE, params: [newId(), instanceId, key, null, clock.now()] }),
    async prune() {
      await db.query(PRUNE, [instanceId, clock.now() - KNOWN_MS]);
    },
  };
}

async function storeNew<T extends Arrival>(
  known: MessageInbox['known'],
  arrivals: readonly T[],
  write: (some: readonly T[]) => Promise<unknown>,
): Promise<readonly T[]> {
  let some = arrivals;
  for (;;) {
    try {
      await write(some);
      return some;
    } catch (error) {
      if (faultOf(error) !== 'unique') throw error;
      const keys = some.map(({ messageKey }) => messageKey);
      const ids = await known(keys);
      // Written all together by an earlier try whose answer was lost.
      const own = some.filter(({ id, messageKey }) => ids.get(messageKey) === id);
      if (own.length > 0) return own;
      const left = some.filter((one, at) => isFirst(keys, at) && !ids.has(one.messageKey));
      if (left.length === some.length) throw error;
      some = left;
    }
  }
}

const isFirst = (keys: readonly string[], at: number): boolean =>
  keys.indexOf(keys[at] ?? '') === at;
