/** Messages that wait to be sent. They are on disk; memory has only what decides when each is sent. */
import type { Database, Statement, Value } from '../db/client.ts';
import { failure } from '../shared/errors.ts';
import { Quota, type QuotaShare } from '../shared/quota.ts';
import {
  CONTENT,
  CONTENT_ALONE,
  DELETE,
  entryOf,
  insertion,
  isBefore,
  isScheduled,
  LOAD,
  LOAD_OF,
  LOAD_ONE,
  type NewQueuedMessage,
  type QueuedMessage,
  type ReservedPlace,
  UNTRIED,
  waitingReason,
  waitOf,
} from './queued-message.ts';

/** The limits of one instance. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 100 * 1024 * 1024;
/** The limit of all instances together, because each message takes memory. */
const ALL_ROWS_MAX = 100_000;

const PAGE = 1_000;

/** One instance's messages. */
interface InstanceQueue {
  readonly byId: Map<string, QueuedMessage>;
  /** The messages of each chat in the order in which they are sent. */
  readonly byChat: Map<string, QueuedMessage[]>;
  /** The share of the queue that its messages take. */
  readonly rows: QuotaShare;
  bytes: number;
}

interface QueueOptions {
  /**
   * Writes what a caller hears of. Rejects once another node has the instance, which has read its queue by then and
   * would not learn of the change. By default the database takes it as it is.
   */
  readonly write?: (instanceId: string, statement: Statement) => Promise<unknown>;
  /** Whether this process sends for the instance; by default it does. */
  readonly owns?: (instanceId: string) => boolean;
}

/** The queue of all instances. The code that sends an entry changes it in place: `phase` prevents sending it twice. */
export class QueuedMessages {
  readonly #db: Pick<Database, 'query'>;
  readonly #write: NonNullable<QueueOptions['write']>;
  readonly #owns: NonNullable<QueueOptions['owns']>;
  readonly #queues = new Map<string, InstanceQueue>();
  readonly #rows = new Quota(ALL_ROWS_MAX, ROWS_MAX);
  /** Messages that are being cancelled, while the database has not answered. */
  readonly #cancelling = new Set<QueuedMessage>();
  /** For each read under way: the ids that have left the queue since it began, and the instance. */
  readonly #reads = new Map<Set<string>, string>();
  #lastPlace = 0;
  #added: (instanceId: string, entry: QueuedMessage) => void = () => {};
  #left: (entry: QueuedMessage) => void = () => {};

  constructor(db: Pick<Database, 'query'>, options: QueueOptions = {}) {
    this.#db = db;
    this.#write = options.write ?? ((_, { sql, params }) => db.query(sql, params));
    this.#owns = options.owns ?? (() => true);
  }

  /** Reads what an earlier process left. Must be called before anything is added. */
  async load(): Promise<void> {
    const found: QueuedMessage[] = [];
    // Messages of several instances may have one place, because each node counts for itself.
    for (let rows = PAGE; rows === PAGE; ) {
      const { instanceId = '', id = '' } = found.at(-1) ?? {};
      const page = await this.#db.query(LOAD, [instanceId, id, PAGE]);
      found.push(...page.map(entryOf));
      rows = page.length;
    }
    this.#putUnknown(found.sort((one, other) => one.place - other.place));
  }

  /** Reads the messages of an instance again after another node has sent for it; what is added meanwhile stays. */
  async refresh(instanceId: string): Promise<void> {
    const isStored = ({ phase }: QueuedMessage) => phase !== 'storing';
    const before = this.list(instanceId, 0, ROWS_MAX).filter(isStored);
    const found = await this.#read(instanceId, LOAD_OF, [instanceId]);
    for (const entry of before) this.left(entry);
    this.#putUnknown(found);
  }

  /** Returns what is on disk, without what leaves the queue meanwhile: the rows may be older than that. */
  async #read(instanceId: string, sql: string, params: readonly Value[]): Promise<QueuedMessage[]> {
    const left = new Set<string>();
    this.#reads.set(left, instanceId);
    try {
      const rows = await this.#db.query(sql, params);
      return rows.map(entryOf).filter(({ id }) => !left.has(id));
    } finally {
      this.#reads.delete(left);
    }
  }

  /**
   * Adds a message, which has its place from the call on and is on disk when this resolves. 429 when the queue is full.
   */
  async add(message: NewQueuedMessage): Promise<void> {
    const { statement, written, failed } = this.reserve(message);
    await this.#write(message.instanceId, statement).catch((error) => {
      failed();
      throw error;
    });
    written();
  }

  /** Gives a message its place, and leaves it to the caller to write it to disk. 429 when the queue is full. */
  reserve(message: NewQueuedMessage): ReservedPlace {
    const { content, file, ...rest } = message;
    const bytes = Buffer.byteLength(content) + (file?.byteLength ?? 0);
    this.#requireRoom(message.instanceId, bytes);
    const { place = this.#lastPlace + 1 } = message;
    const entry: QueuedMessage = { ...rest, ...UNTRIED, place, bytes, phase: 'storing' };
    this.#put(entry);
    const { instanceId, id } = message;
    return {
      statement: insertion(message, entry),
      failed: () => this.left(entry),
      written: () => {
        entry.phase = 'waiting';
        // Another node may have the instance by now, and with it the row.
        if (this.find(instanceId, id) === entry) this.#added(instanceId, entry);
      },
    };
  }

  /** Sets what is called with a message that may be sent from now on, and its instance. */
  onAdded(added: (instanceId: string, entry: QueuedMessage) => void): void {
    this.#added = added;
  }

  /** Sets what is called with a message that is no longer queued: sent, cancelled, or another node's. */
  onLeft(left: (entry: QueuedMessage) => void): void {
    this.#left = left;
  }

  /** Removes a message that waits. Throws not_found when it is not queued, conflict when it is being sent. */
  async cancel(instanceId: string, id: string): Promise<void> {
    const entry = this.find(instanceId, id) ?? (await this.read(instanceId, id));
    if (entry === null) throw failure('queued_message_not_found');
    if (!(entry.phase === 'waiting' || entry.phase === 'writing') || entry.replaces)
      throw failure('message_being_sent');
    if (this.find(instanceId, id) === entry) this.#cancelling.add(entry);
    // The queue does not start it after this line.
    this.left(entry);
    try {
      await this.#write(instanceId, this.removal(entry));
    } catch (error) {
      if (this.#cancelling.has(entry)) {
        this.#put(entry);
        this.#added(instanceId, entry);
      }
      throw error;
    } finally {
      this.#cancelling.delete(entry);
    }
  }

  /** Deletes a message that has been sent. */
  async remove(entry: QueuedMessage): Promise<void> {
    await this.#db.query(DELETE, [entry.instanceId, entry.id]);
    this.left(entry);
  }

  /** Returns null when no queued message has this id. */
  find(instanceId: string, id: string): QueuedMessage | null {
    return this.#queues.get(instanceId)?.byId.get(id) ?? null;
  }

  /**
   * Returns the message as it is on disk, or null when no queued message has this id. One that memory does not have,
   * because its queue was not read yet or the answer of its commit was lost, is sent from then on.
   */
  async read(instanceId: string, id: string): Promise<QueuedMessage | null> {
    const [found = null] = await this.#read(instanceId, LOAD_ONE, [instanceId, id]);
    const known = this.find(instanceId, id);
    if (found === null || known !== null || !this.#owns(instanceId)) return known ?? found;
    this.#put(found);
    this.#added(instanceId, found);
    return found;
  }

  /** Returns at most `limit` messages after `place`, in the order of the calls. */
  list(instanceId: string, place: number, limit: number): QueuedMessage[] {
    const all = this.#queues.get(instanceId)?.byId.values() ?? [];
    const later = [...all].filter((entry) => entry.place > place);
    // One that came back has its earlier place.
    return later.sort((one, other) => one.place - other.place).slice(0, limit);
  }

  instances(): string[] {
    return [...this.#queues.keys()];
  }

  /** Yields for each chat all its messages, in the order in which they are sent. */
  *lines(instanceId: string): Generator<readonly QueuedMessage[]> {
    yield* this.#queues.get(instanceId)?.byChat.values() ?? [];
  }

  /** Returns the first message of the chat of `entry`. */
  firstOf({ instanceId, chat }: QueuedMessage): QueuedMessage | undefined {
    return this.#queues.get(instanceId)?.byChat.get(chat)?.[0];
  }

  /** Returns whether the chat has a message that must be sent before a new one. */
  holds(instanceId: string, chat: string, now: number): boolean {
    const [first] = this.#queues.get(instanceId)?.byChat.get(chat) ?? [];
    return first !== undefined && waitOf(first, now) <= 0;
  }

  /** Returns the time of a new message that is not scheduled: `now`, unless the wall clock has stepped back. */
  entryTime(instanceId: string, chat: string, now: number): number {
    const line = this.#queues.get(instanceId)?.byChat.get(chat) ?? [];
    return Math.max(now, line.findLast((one) => !isScheduled(one))?.entersAt ?? 0);
  }

  /** Returns null when the message is no longer on disk. Without `isWhole`, the file is left there. */
  async contentOf({ instanceId, id }: QueuedMessage, isWhole = true) {
    const sql = isWhole ? CONTENT : CONTENT_ALONE;
    const [[content, file] = []] = await this.#db.query(sql, [instanceId, id]);
    if (content === undefined) return null;
    return { content: String(content), file: file instanceof Uint8Array ? file : null };
  }

  /** Returns the statement that removes it from disk. Call `left` when that is committed. */
  removal({ instanceId, id }: QueuedMessage): Statement {
    return { sql: DELETE, params: [instanceId, id] };
  }

  left(entry: QueuedMessage): void {
    const { instanceId, id, chat, bytes } = entry;
    const queue = this.#queues.get(instanceId);
    if (queue?.byId.get(id) !== entry) return;
    for (const [ids, of] of this.#reads) if (of === instanceId) ids.add(id);
    queue.byId.delete(id);
    const line = queue.byChat.get(chat)?.filter((one) => one !== entry) ?? [];
    if (line.length > 0) queue.byChat.set(chat, line);
    else queue.byChat.delete(chat);
    if (queue.byId.size === 0) this.#queues.delete(instanceId);
    queue.rows.resize(queue.byId.size);
    queue.bytes -= bytes;
    this.#left(entry);
  }

  /** Removes an instance from memory that has been deleted, or for which another node sends. */
  forget(instanceId: string): void {
    for (const entry of this.#cancelling)
      if (entry.instanceId === instanceId) this.#cancelling.delete(entry);
    for (const entry of [...(this.#queues.get(instanceId)?.byId.values() ?? [])]) this.left(entry);
  }

  /** As `waitingReason`. */
  reasonOf(entry: QueuedMessage, now: number): string {
    return waitingReason(entry, this.firstOf(entry) === entry, now);
  }

  #requireRoom(instanceId: string, bytes: number): void {
    if (!this.#rows.hasRoomFor(instanceId, 1)) throw full('queue_full', { max: ROWS_MAX });
    if ((this.#queues.get(instanceId)?.bytes ?? 0) + bytes > BYTES_MAX)
      throw full('queue_too_large', { max: BYTES_MAX });
    if (!this.#rows.hasRoom(1)) throw failure('queues_full', {}, COME_AGAIN);
  }

  #putUnknown(entries: readonly QueuedMessage[]): void {
    for (const entry of entries)
      if (this.find(entry.instanceId, entry.id) === null) this.#put(entry);
  }

  #put(entry: QueuedMessage): void {
    const { instanceId, id, chat, bytes } = entry;
    const queue = this.#queues.getOrInsertComputed(instanceId, () => ({
      byId: new Map(),
      byChat: new Map(),
      rows: this.#rows.hold(instanceId),
      bytes: 0,
    }));
    queue.byId.set(id, entry);
    const line = queue.byChat.getOrInsertComputed(chat, () => []);
    line.splice(line.findLastIndex((one) => isBefore(one, entry)) + 1, 0, entry);
    queue.rows.resize(queue.byId.size);
    queue.bytes += bytes;
    this.#lastPlace = Math.max(this.#lastPlace, entry.place);
  }
}

const COME_AGAIN = { headers: { 'retry-after': '60' } };
const full = (reason: 'queue_full' | 'queue_too_large', bound: { readonly max: number }) =>
  failure(reason, bound, COME_AGAIN);
