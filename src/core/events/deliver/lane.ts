/** The order of the first attempts of one stream to one endpoint. */
import type { Delivery } from '../contract/channel.ts';
import { channelOf } from '../contract/endpoint.ts';

/** The fields of a delivery that decide its order in a lane. */
interface LaneEntry {
  /** Null for an event that waits for all before it. */
  readonly chat: string | null;
  /** Above 0 for a retry, which waits for no other. */
  readonly attemptCount: number;
}

/** How a first attempt is ordered among those of its lane. `chat`: by its chat. `none`: it waits for no other. */
export type LaneOrder = 'chat' | 'none';

/** Deliveries that may run concurrently: one event without a chat (`alone`), or the queues of chats. */
interface Stretch<T> {
  readonly kind: 'alone' | 'chats';
  /** Keyed by the chat; the queue of an event without one has the empty key. */
  readonly queues: Map<string, T[]>;
}

/**
 * Decides which first attempts of a lane may start now. Within a chat they run one after the other; an event without a
 * chat waits for all before it, and none after it overtakes it. Retries do not block anything.
 */
export class Lane<T extends LaneEntry = Delivery> {
  readonly streamId: string;
  readonly endpoint: string;
  /** The name of the channel that sends them. */
  readonly channel: string;
  /** The holder of the deliveries in memory; null if none could be leased yet. */
  holder: string | null;
  /** The number of first attempts in memory, running ones included. */
  fresh = 0;
  /** The number of retries in memory, running ones included. */
  retries = 0;
  /**
   * Whether the table has first attempts that are not in memory; newer ones must then wait in the table behind them.
   */
  hasMoreInTable = false;
  /** Grows by 1 when a first attempt returns to the table: deliveries that were claimed before may have to follow it. */
  returnsVersion = 0;
  /** True if older deliveries have returned to the table: newer ones that were admitted must follow them there. */
  hasReturned = false;
  /** When the earliest retry in the table is due, in ms of the steady clock; null without a retry in the table. */
  retryDueAt: number | null = null;
  /** Grows by 1 when the table gets waiting deliveries: the answer of a claim that began earlier may not count them. */
  tableVersion = 0;
  /** The time of the steady clock, in ms, before which nothing is tried while the channel is down. */
  probeAt = 0;
  /** True after the channel came back, until the deliveries that failed in the meantime are sent: new ones wait. */
  isCatchingUp = false;
  /** Whether the next pass looks at the lane. Only `LaneSet` changes this field, `lookAt` and `place`. */
  isForNextPass = false;
  /** When a pass must look at it although nothing has changed, in ms of the steady clock. */
  lookAt = Infinity;
  /** Its place among the lanes with a `lookAt`; -1 for a lane without one. */
  place = -1;
  readonly #stretches: Stretch<T>[] = [];

  constructor(streamId: string, endpoint: string, holder: string | null) {
    this.streamId = streamId;
    this.endpoint = endpoint;
    this.channel = channelOf(endpoint);
    this.holder = holder;
  }

  /** Drops the deliveries that another holder has leased. Returns those that still waited for an earlier one to end. */
  renew(holder: string): T[] {
    const waiting = this.dropWaiting();
    this.holder = holder;
    this.fresh = 0;
    this.retries = 0;
    this.#stretches.length = 0;
    return waiting;
  }

  isIdle(): boolean {
    return (
      this.fresh === 0 && this.retries === 0 && !this.hasMoreInTable && this.retryDueAt === null
    );
  }

  /** Adds a delivery; they come in the order of sequences. Returns whether it may start at once. */
  add(delivery: T, order: LaneOrder = 'chat'): boolean {
    this.fresh++;
    if (order === 'none') return true;
    const kind = delivery.chat === null ? 'alone' : 'chats';
    const key = delivery.chat ?? '';
    const last = this.#stretches.at(-1);
    if (last?.kind !== kind || kind === 'alone') {
      this.#stretches.push({ kind, queues: new Map([[key, [delivery]]]) });
      return last === undefined;
    }
    const queue = last.queues.get(key);
    if (queue) {
      queue.push(delivery);
      return false;
    }
    last.queues.set(key, [delivery]);
    return this.#stretches.length === 1;
  }

  /** Records that a delivery has left memory and waits in the table; `now` is in ms of the steady clock. */
  recordReturn(isRetry: boolean, now: number): void {
    this.tableVersion++;
    if (isRetry) {
      this.retryDueAt = Math.min(this.retryDueAt ?? Infinity, now);
      return;
    }
    this.returnsVersion++;
    this.hasMoreInTable = true;
    this.hasReturned = true;
  }

  /** Drops and returns the deliveries that still wait for an earlier one to end. */
  dropWaiting(): T[] {
    const behind = this.#stretches.splice(1).flatMap(({ queues }) => [...queues.values()].flat());
    const head = this.#stretches[0];
    const waiting = [...(head?.queues.values() ?? [])].flatMap((queue) => queue.splice(1));
    const dropped = [...waiting, ...behind];
    this.fresh -= dropped.length;
    return dropped;
  }

  /** Must be called when a first attempt has ended, whatever its outcome. Returns the deliveries that may start now. */
  finish(delivery: T): T[] {
    this.fresh--;
    const head = this.#stretches[0];
    if (head === undefined) return [];
    const key = delivery.chat ?? '';
    const queue = head.queues.get(key);
    // An unordered delivery is in no queue.
    if (queue?.[0] !== delivery) return [];
    queue.shift();
    const next = queue[0];
    if (next !== undefined) return [next];
    head.queues.delete(key);
    if (head.queues.size > 0) return [];
    this.#stretches.shift();
    return this.#startable();
  }

  #startable(): T[] {
    const head = this.#stretches[0];
    if (head === undefined) return [];
    return [...head.queues.values()].flatMap((queue) => queue.slice(0, 1));
  }
}
