/** Messages that wait to be sent: on disk with all they are, in memory with what decides when each has its turn. */
import type { Database, Row, Statement } from '../db/client.ts';
import { iso } from '../shared/clock.ts';
import { AppError, conflict, notFound } from '../shared/errors.ts';
import { Quota } from '../shared/quota.ts';

/** What is to be sent, in the encoding of whoever sends it. */
export interface QueuedContent {
  readonly content: string;
  readonly file: Uint8Array | null;
}

/** A message that is to wait. */
export interface NewQueuedMessage extends QueuedContent {
  readonly instanceId: string;
  /** The id that the message will have. */
  readonly id: string;
  /** A JID. */
  readonly chat: string;
  readonly kind: string;
  /** Ms since 1970: from when on it stands in line in its chat. */
  readonly entersAt: number;
  /** For how long writing is shown before it is sent. */
  readonly delayMs: number;
  /** Ms since 1970. */
  readonly createdAt: number;
}

/** A message that waits, without its content: that is read when it is sent. */
export interface QueuedMessage extends Omit<NewQueuedMessage, 'content' | 'file'> {
  /** Grows in the order of the calls. */
  readonly place: number;
  readonly bytes: number;
  /** `begun`: it is being sent, and cannot be taken back any more. */
  phase: 'storing' | 'waiting' | 'begun';
  /** Whether its delay has begun. */
  isDelayed: boolean;
  /** Steady ms before which it is not looked at again. */
  notBefore: number;
  /** Ms since 1970 since when it could not be sent for a cause that may pass; null: there is none. */
  blockedSince: number | null;
  /** Why it waits although it is the first of its chat, as part of a sentence; null: nothing holds it up. */
  heldBy: string | null;
}

/** Of one instance. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 100 * 1024 * 1024;
/** Of all instances: each is in memory without its content. */
const ALL_ROWS_MAX = 100_000;

const INSERT = `insert into outgoing_messages
  (instance_id, id, place, chat, kind, enters_at, delay_ms, content, file, bytes, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const LOAD = `select instance_id, id, place, chat, kind, enters_at, delay_ms, bytes, created_at
  from outgoing_messages where place > ? order by place limit ?`;
const LOAD_OF = `select instance_id, id, place, chat, kind, enters_at, delay_ms, bytes, created_at
  from outgoing_messages where instance_id = ? order by place`;
const CONTENT = 'select content, file from outgoing_messages where instance_id = ? and id = ?';
const DELETE = 'delete from outgoing_messages where instance_id = ? and id = ?';
const PAGE = 1_000;

/** One instance's messages. */
interface Waiting {
  /** In the order of the calls. */
  readonly byId: Map<string, QueuedMessage>;
  /** By chat, each in the order in which they are to be sent. */
  readonly byChat: Map<string, QueuedMessage[]>;
}

/** The queue of all instances. Whoever sends an entry changes it in place: its phase keeps others from sending it too. */
export class QueuedMessages {
  readonly #db: Pick<Database, 'query'>;
  readonly #stored: (instanceId: string, bytes: number) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #rows = new Quota(ALL_ROWS_MAX, ROWS_MAX);
  readonly #bytes = new Quota(Number.POSITIVE_INFINITY, BYTES_MAX);
  #lastPlace = 0;

  /** `stored` is called with what a message takes on disk. */
  constructor(
    db: Pick<Database, 'query'>,
    stored: (instanceId: string, bytes: number) => void = () => {},
  ) {
    this.#db = db;
    this.#stored = stored;
  }

  /** Reads what an earlier process left; to be called once, before anything else. */
  async load(): Promise<void> {
    for (let rows = PAGE; rows === PAGE; ) {
      const page = await this.#db.query(LOAD, [this.#lastPlace, PAGE]);
      for (const row of page) this.#put(messageOf(row));
      rows = page.length;
    }
  }

  /** Reads those of one instance again, which another node has sent for until now. */
  async refresh(instanceId: string): Promise<void> {
    const rows = await this.#db.query(LOAD_OF, [instanceId]);
    this.forget(instanceId);
    for (const row of rows) this.#put(messageOf(row));
  }

  /** On disk when it resolves; it has its place in line from the call on. 429 when the queue is full. */
  async add(message: NewQueuedMessage): Promise<QueuedMessage> {
    const { content, file, ...rest } = message;
    const bytes = Buffer.byteLength(content) + (file?.byteLength ?? 0);
    this.#requireRoom(message.instanceId, bytes);
    const place = this.#lastPlace + 1;
    const entry: QueuedMessage = { ...rest, ...UNTRIED, place, bytes, phase: 'storing' };
    this.#put(entry);
    const { instanceId, id, chat, kind, entersAt, delayMs, createdAt } = message;
    const times = [entersAt, delayMs, content, file, bytes, createdAt];
    try {
      await this.#db.query(INSERT, [instanceId, id, place, chat, kind, ...times]);
    } catch (error) {
      this.left(entry);
      throw error;
    }
    entry.phase = 'waiting';
    this.#stored(instanceId, bytes);
    return entry;
  }

  /** Takes it back: 404 when it does not wait any more, 409 when it is being sent at this moment. */
  async cancel(instanceId: string, id: string): Promise<void> {
    const entry = this.find(instanceId, id);
    if (entry === null) throw notFound('queued message');
    if (entry.phase !== 'waiting') throw conflict('the message is being sent already');
    // From here on it is not begun.
    this.left(entry);
    try {
      await this.#delete(entry);
    } catch (error) {
      this.#put(entry);
      throw error;
    }
  }

  /** Deletes one that has been sent. */
  async remove(entry: QueuedMessage): Promise<void> {
    await this.#delete(entry);
    this.left(entry);
  }

  /** Null: none of this id waits. */
  find(instanceId: string, id: string): QueuedMessage | null {
    return this.#waiting.get(instanceId)?.byId.get(id) ?? null;
  }

  /** In the order of the calls, those after `place`. */
  list(instanceId: string, place: number, limit: number): QueuedMessage[] {
    const all = this.#waiting.get(instanceId)?.byId.values() ?? [];
    return [...all].filter((entry) => entry.place > place).slice(0, limit);
  }

  instances(): string[] {
    return [...this.#waiting.keys()];
  }

  /** Of each chat all its messages, the one that is sent first in front. */
  *lines(instanceId: string): Generator<readonly QueuedMessage[]> {
    yield* this.#waiting.get(instanceId)?.byChat.values() ?? [];
  }

  /** Whether a message of the chat waits that must be sent before one that comes now. */
  holds(instanceId: string, chat: string, now: number): boolean {
    const [first] = this.#waiting.get(instanceId)?.byChat.get(chat) ?? [];
    return first !== undefined && first.entersAt <= now;
  }

  /** Null: it is not on disk any more. */
  async contentOf({ instanceId, id }: QueuedMessage): Promise<QueuedContent | null> {
    const [row] = await this.#db.query(CONTENT, [instanceId, id]);
    if (row === undefined) return null;
    const [content, file] = row;
    return { content: String(content), file: file instanceof Uint8Array ? file : null };
  }

  /** The statement by which it leaves the queue on disk; `left` is to be called when that is done. */
  removal({ instanceId, id }: QueuedMessage): Statement {
    return { sql: DELETE, params: [instanceId, id] };
  }

  left(entry: QueuedMessage): void {
    const { instanceId, id, chat, bytes } = entry;
    const waiting = this.#waiting.get(instanceId);
    if (waiting?.byId.get(id) !== entry) return;
    waiting.byId.delete(id);
    const line = waiting.byChat.get(chat)?.filter((one) => one !== entry) ?? [];
    if (line.length > 0) waiting.byChat.set(chat, line);
    else waiting.byChat.delete(chat);
    if (waiting.byId.size === 0) this.#waiting.delete(instanceId);
    this.#rows.add(instanceId, -1);
    this.#bytes.add(instanceId, -bytes);
  }

  /** The instance has been deleted and its rows with it, or another node sends for it. */
  forget(instanceId: string): void {
    for (const entry of [...(this.#waiting.get(instanceId)?.byId.values() ?? [])]) this.left(entry);
  }

  /** As a sentence. */
  reasonOf(entry: QueuedMessage, now: number): string {
    const { instanceId, chat, entersAt, delayMs, isDelayed, heldBy, phase } = entry;
    if (entersAt > now) return `It waits in the queue until ${iso(entersAt)}.`;
    const [first] = this.#waiting.get(instanceId)?.byChat.get(chat) ?? [];
    if (first !== entry)
      return 'It waits in the queue until the earlier messages of its chat have been sent.';
    if (phase === 'begun') return 'It is being sent at this moment.';
    if (heldBy !== null) return `It waits in the queue: ${heldBy}.`;
    if (isDelayed) return `It waits in the queue for its delay of ${delayMs} ms.`;
    return 'It waits in the queue and is about to be sent.';
  }

  async #delete({ instanceId, id }: QueuedMessage): Promise<void> {
    await this.#db.query(DELETE, [instanceId, id]);
  }

  #requireRoom(instanceId: string, bytes: number): void {
    if (!this.#rows.hasRoomFor(instanceId, 1))
      throw full(`${ROWS_MAX} messages of the instance wait to be sent already`);
    if (!this.#bytes.hasRoomFor(instanceId, bytes))
      throw full(
        `the messages of the instance that wait to be sent would take more than ${BYTES_MAX} bytes`,
      );
    if (!this.#rows.hasRoom(1)) throw full('too many messages of all instances wait to be sent');
  }

  #put(entry: QueuedMessage): void {
    const { instanceId, id, chat, bytes } = entry;
    const waiting = this.#waiting.getOrInsertComputed(instanceId, () => ({
      byId: new Map(),
      byChat: new Map(),
    }));
    waiting.byId.set(id, entry);
    const line = waiting.byChat.getOrInsertComputed(chat, () => []);
    line.splice(line.findLastIndex((one) => isBefore(one, entry)) + 1, 0, entry);
    this.#rows.add(instanceId, 1);
    this.#bytes.add(instanceId, bytes);
    this.#lastPlace = Math.max(this.#lastPlace, entry.place);
  }
}

const isBefore = (one: QueuedMessage, other: QueuedMessage): boolean =>
  one.entersAt === other.entersAt ? one.place < other.place : one.entersAt < other.entersAt;

const full = (message: string): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': '60' } });

const UNTRIED = { isDelayed: false, notBefore: 0, blockedSince: null, heldBy: null };

function messageOf(row: Row): QueuedMessage {
  const [instanceId, id, place, chat, kind, entersAt, delayMs, bytes, createdAt] = row;
  return {
    instanceId: String(instanceId),
    id: String(id),
    place: Number(place),
    chat: String(chat),
    kind: String(kind),
    entersAt: Number(entersAt),
    delayMs: Number(delayMs),
    bytes: Number(bytes),
    createdAt: Number(createdAt),
    ...UNTRIED,
    phase: 'waiting',
  };
}
