/** First attempts of one stream to one endpoint: which of them may start, and which wait. */
import type { Delivery } from '../contract/delivery.ts';

/** What runs side by side: either one event without a chat, or queues of chats. */
interface Stretch {
  readonly alone: boolean;
  readonly chats: Map<string, Delivery[]>;
}

/**
 * Which first attempts of a lane may start now. Within a chat they run one after another; an event without a chat waits
 * for all before it and is overtaken by none after it. Retries hold nothing back.
 */
export class Lane {
  readonly streamId: string;
  readonly endpoint: string;
  /** Under which it holds what it holds; null: nothing could be leased yet. */
  lease: string | null;
  /** First attempts held in memory, running ones included. */
  fresh = 0;
  /** Retries held in memory, running ones included. */
  retries = 0;
  /** The table holds first attempts that are not in memory; newer ones must then queue behind them. */
  overflowing = false;
  /** Steady ms at which the earliest retry in the table is due; null when there is none. */
  retryDueAt: number | null = null;
  /** How often first attempts or retries were found to wait in the table. */
  timesFound = 0;
  /** Steady ms before which nothing is tried while the channel is down. */
  probeAt = 0;
  /** The channel is back: what had failed meanwhile goes before what is new. */
  isCatchingUp = false;
  readonly #stretches: Stretch[] = [];

  constructor(streamId: string, endpoint: string, lease: string | null) {
    this.streamId = streamId;
    this.endpoint = endpoint;
    this.lease = lease;
  }

  /** Forgets what it holds under another lease than this one; returns what of it waits for others to end. */
  renew(lease: string): Delivery[] {
    const waiting = this.#stretches.flatMap(({ chats }, at) =>
      [...chats.values()].flatMap((queue) => queue.slice(at === 0 ? 1 : 0)),
    );
    this.lease = lease;
    this.fresh = 0;
    this.retries = 0;
    this.#stretches.length = 0;
    return waiting;
  }

  isIdle(): boolean {
    return this.fresh === 0 && this.retries === 0 && !this.overflowing && this.retryDueAt === null;
  }

  /** Takes a delivery in sequence order; says whether it may start at once. */
  add(delivery: Delivery): boolean {
    this.fresh++;
    const chat = delivery.chat ?? '';
    const alone = delivery.chat === null;
    const last = this.#stretches.at(-1);
    if (last === undefined || alone || last.alone) {
      this.#stretches.push({ alone, chats: new Map([[chat, [delivery]]]) });
      return last === undefined;
    }
    const queue = last.chats.get(chat);
    if (queue) {
      queue.push(delivery);
      return false;
    }
    last.chats.set(chat, [delivery]);
    return this.#stretches.length === 1;
  }

  /** The first attempt of `delivery` has ended, however it went; returns those that may start now. */
  ended(delivery: Delivery): Delivery[] {
    this.fresh--;
    const head = this.#stretches[0];
    const chat = delivery.chat ?? '';
    const queue = head?.chats.get(chat);
    if (head === undefined || queue === undefined) return [];
    queue.shift();
    const next = queue[0];
    if (next !== undefined) return [next];
    head.chats.delete(chat);
    if (head.chats.size > 0) return [];
    this.#stretches.shift();
    return this.#startable();
  }

  #startable(): Delivery[] {
    const head = this.#stretches[0];
    if (head === undefined) return [];
    return [...head.chats.values()].flatMap((queue) => queue.slice(0, 1));
  }
}
