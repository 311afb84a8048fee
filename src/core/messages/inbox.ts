/**
 * Keeps received messages on disk. Some still wait to become events; they can be acknowledged, because a crash does not
 * lose them. For the others it keeps the key for a week, to recognise a repeated message.
 */
import { type Database, faultOf, type Row, type Statement } from '../db/client.ts';
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { Clock } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';
import type { MessageRecord } from './rows.ts';

interface WaitingMessage {
  /** Ids sort by arrival. */
  readonly id: string;
  readonly body: string;
}

/** A received message that is about to be stored. */
export interface Arrival {
  /** Ids sort by arrival. */
  readonly id: string;
  readonly messageKey: string;
  /** The statement that stores it; it fails as `unique` when a message with its key is stored already. */
  readonly statement: Statement;
}

export interface MessageInbox {
  /** `body` is null for a message that does not wait: its event is in the same commit, or it becomes no event. */
  arrival(messageKey: string, body: string | null): Arrival;
  /**
   * Calls `write` to write the statements of the new arrivals in one commit, and returns those. If some turn out to be
   * stored already, `write` is called again without them. Rejects as `write` does.
   */
  store<T extends Arrival>(
    arrivals: readonly T[],
    write: (some: readonly T[]) => Promise<unknown>,
  ): Promise<readonly T[]>;
  /** Returns the ids of the stored messages by message key, whether they have become events or not. */
  findStored(messageKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns at most 100 messages after `after` that have not become events, the oldest first. */
  readWaiting(after: string | null): Promise<WaitingMessage[]>;
  /** Marks messages that give no event as done. */
  markDone(ids: readonly string[]): Promise<void>;
  /**
   * Returns the statement for the commit of the message's event. The commit fails as `constraint` when the event was
   * committed before: by a crash or a lost answer it is never published twice.
   */
  publishedStatement(id: string): Statement;
  /** Tells whether the message has not become an event yet. */
  isWaiting(id: string): Promise<boolean>;
  /** Returns the statement for the commit of an event that must be published once: `findStored` then has its key. */
  noteStatement(key: string): Statement;
  /** Deletes messages that are too old for the platform to send again. */
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
// Without the last condition no index could be used, and a week of messages would be scanned.
const IS_WAITING = 'instance_id = ? and id = ? and body is not null';
const DONE = `update whatsapp_inbox set body = null where ${IS_WAITING}`;
/** The key of a message that does not wait any more is null here, which the column refuses. */
const PUBLISHED = `insert into whatsapp_inbox (instance_id, message_key, id, received_at)
  values (?, (select message_key from whatsapp_inbox where ${IS_WAITING}), '', 0)
  on conflict (instance_id, message_key) do update set body = null`;
const FIND_WAITING = `select 1 from whatsapp_inbox where ${IS_WAITING}`;
const PRUNE =
  'delete from whatsapp_inbox where instance_id = ? and body is null and received_at < ?';

const KNOWN_MS = 7 * 24 * 3_600_000;

export function createInbox(
  db: Pick<Database, 'query' | 'batch'>,
  clock: Clock,
  instanceId: string,
): MessageInbox {
  const findStored = async (messageKeys: readonly string[]) => {
    const rows = await db.query(FIND, [instanceId, JSON.stringify(messageKeys)]);
    return new Map(rows.map(([key, id]) => [String(key), String(id)]));
  };
  return {
    findStored,
    publishedStatement: (id) => ({ sql: PUBLISHED, params: [instanceId, instanceId, id] }),
    isWaiting: async (id) => (await db.query(FIND_WAITING, [instanceId, id])).length > 0,
    arrival(messageKey, body) {
      const id = newId();
      const params = [id, instanceId, messageKey, body, clock.now()];
      return { id, messageKey, statement: { sql: INSERT, params } };
    },
    store: (arrivals, write) => storeNew(findStored, arrivals, write),
    async readWaiting(after) {
      const rows = await db.query(WAITING, [instanceId, after ?? '']);
      return rows.map(([id, body]: Row) => ({ id: String(id), body: String(body) }));
    },
    markDone: async (ids) => {
      const statements = ids.map((id) => ({ sql: DONE, params: [instanceId, id] }));
      if (statements.length > 0) await db.batch(statements);
    },
    noteStatement: (key) => ({ sql: NOTE, params: [newId(), instanceId, key, null, clock.now()] }),
    async prune() {
      await db.query(PRUNE, [instanceId, clock.now() - KNOWN_MS]);
    },
  };
}

async function storeNew<T extends Arrival>(
  findStored: MessageInbox['findStored'],
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
      const ids = await findStored(keys);
      // An earlier try wrote all of them in one commit, but its answer was lost.
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

interface EventHost {
  /** Publishes events, stores the messages they are about and writes `change`, all or nothing. */
  emitAll(
    events: readonly CatalogEvent[],
    messages: readonly MessageRecord[],
    change: readonly Statement[],
  ): Promise<void>;
}

export function createMessageCommit(
  db: Pick<Database, 'batch'>,
  inbox: Pick<MessageInbox, 'store'>,
  host: EventHost,
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
