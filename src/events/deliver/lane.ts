/** The order of the first attempts of one stream to one endpoint. */
import type { Delivery } from '../contract/delivery.ts';

/**
 * How a first attempt is ordered among those of its lane. `chat`: by its chat. `none`: it waits for no other. `joined`: it
 * follows all before it, and one request may have several of them.
 */
export type LaneOrder = 'chat' | 'none' | 'joined';

/**
 * What may run concurrently: one event without a chat (`alone`), the queues of chats, or one queue of deliveries that
 * requests join. A lane whose order changes has stretches of both kinds, so what came before the change goes first.
 */
interface Stretch {
  readonly kind: 'alone' | 'chats' | 'joined';
  /** Keyed by the chat; the queue of any other kind has the empty key. */
  readonly queues: Map<string, Delivery[]>;
  /** How many deliveries at the head of each queue have started or may start. More than one share a request. */
  underWay: number;
}

/**
 * Decides which first attempts of a lane may start now. Within a chat they run one after the other; an event without a
 * chat waits for all before it, and none after it overtakes it. Where they are joined, a request takes along those
 * behind the delivery that leads it. Retries do not block anything.
 */
export class Lane {
  readonly streamId: string;
  readonly endpoint: string;
  /** The holder of the deliveries in memory; null if none could be leased yet. */
  holder: string | null;
  /** The number of first attempts in memory, running ones included. */
  fresh = 0;
  /** The number of retries in memory, running ones included. */
  retries = 0;
  /**
   * Whether the table has first attempts that are not in memory; newer ones must then wait in the table behind them.
   */
  overflowing = false;
  /** How often first attempts were given back to the table. */
  timesGivenBack = 0;
  /** Whether some of what `overflowing` tells of was given back: what was admitted before then comes after it. */
  hasGivenBack = false;
  /** When the earliest retry in the table is due, in ms of the steady clock; null when there is none. */
  retryDueAt: number | null = null;
  /** How often the table was found to have waiting deliveries. */
  timesFound = 0;
  /** The time of the steady clock, in ms, before which nothing is tried while the channel is down. */
  probeAt = 0;
  /** Whether the channel is back: what failed in the meantime goes before what is new. */
  isCatchingUp = false;
  /** Whether the next pass looks at it; like the two below it is kept by `LaneSet`. */
  isForNextPass = false;
  /** When a pass must look at it although nothing has changed, in ms of the steady clock. */
  lookAt = Infinity;
  /** Its place among the lanes that have such a time; -1 if it has none. */
  place = -1;
  readonly #stretches: Stretch[] = [];

  constructor(streamId: string, endpoint: string, holder: string | null) {
    this.streamId = streamId;
    this.endpoint = endpoint;
    this.holder = holder;
  }

  /** Drops what is leased by any other holder. Returns those of them that were still waiting for others to end. */
  renew(holder: string): Delivery[] {
    const waiting = this.dropWaiting();
    this.holder = holder;
    this.fresh = 0;
    this.retries = 0;
    this.#stretches.length = 0;
    return waiting;
  }

  isIdle(): boolean {
    return this.fresh === 0 && this.retries === 0 && !this.overflowing && this.retryDueAt === null;
  }

  /** Adds a delivery; they come in the order of sequences. Returns whether it may start at once. */
  add(delivery: Delivery, order: LaneOrder = 'chat'): boolean {
    this.fresh++;
    if (order === 'none') return true;
    const kind = order === 'joined' ? order : delivery.chat === null ? 'alone' : 'chats';
    const key = keyIn(kind, delivery);
    const last = this.#stretches.at(-1);
    if (last?.kind !== kind || kind === 'alone') {
      this.#stretches.push({ kind, queues: new Map([[key, [delivery]]]), underWay: 1 });
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

  /**
   * Returns the deliveries that go along with `leader`, which is about to be sent: at most `most` of those behind it,
   * with at most so many `bytes` of bodies together. Each must either end before its leader or be left behind.
   */
  takeAlong(leader: Delivery, most: number, bytes: number): Delivery[] {
    const head = this.#stretches[0];
    const queue = head?.kind === 'joined' ? head.queues.get('') : undefined;
    if (head === undefined || queue?.[0] !== leader) return [];
    let left = bytes;
    const behind = queue.slice(1, 1 + most);
    const end = behind.findIndex(({ bodyBytes }) => {
      left -= bodyBytes;
      return left < 0;
    });
    const taken = end === -1 ? behind : behind.slice(0, end);
    head.underWay = 1 + taken.length;
    return taken;
  }

  /** Must be called for the last one that was taken along if it was not sent: it is the first to wait again. */
  leftBehind(): void {
    const head = this.#stretches[0];
    if (head !== undefined) head.underWay--;
  }

  /** Records that the table has a delivery again that was in memory; `now` is in ms of the steady clock. */
  givenBack({ attemptCount }: Delivery, now: number): void {
    this.timesFound++;
    if (attemptCount > 0) {
      this.retryDueAt = Math.min(this.retryDueAt ?? Infinity, now);
      return;
    }
    this.timesGivenBack++;
    this.overflowing = true;
    this.hasGivenBack = true;
  }

  /** Drops what still waits for others to end, and returns it. */
  dropWaiting(): Delivery[] {
    const behind = this.#stretches.splice(1).flatMap(({ queues }) => [...queues.values()].flat());
    const head = this.#stretches[0];
    const waiting = [...(head?.queues.values() ?? [])].flatMap((queue) =>
      queue.splice(head?.underWay ?? 1),
    );
    const dropped = [...waiting, ...behind];
    this.fresh -= dropped.length;
    return dropped;
  }

  /**
   * Must be called when a first attempt has ended, whatever its outcome; for those that were taken along before their
   * leader, in order. Returns the deliveries that may start now.
   */
  ended(delivery: Delivery): Delivery[] {
    this.fresh--;
    const head = this.#stretches[0];
    if (head === undefined) return [];
    const key = keyIn(head.kind, delivery);
    const queue = head.queues.get(key);
    if (queue?.[0] === delivery) return this.#leave(head, key, queue);
    // An unordered delivery is in no queue.
    if (head.underWay > 1 && queue?.[1] === delivery) {
      queue.splice(1, 1);
      head.underWay--;
    }
    return [];
  }

  /** Removes the first of a queue at the head, and returns the deliveries that may start now. */
  #leave(head: Stretch, key: string, queue: Delivery[]): Delivery[] {
    queue.shift();
    const next = queue[0];
    if (next !== undefined) return [next];
    head.queues.delete(key);
    if (head.queues.size > 0) return [];
    this.#stretches.shift();
    return this.#startable();
  }

  #startable(): Delivery[] {
    const head = this.#stretches[0];
    if (head === undefined) return [];
    return [...head.queues.values()].flatMap((queue) => queue.slice(0, 1));
  }
}

/** An event without a chat has a stretch of its own, whose queue has the empty key too. */
const keyIn = (kind: Stretch['kind'], { chat }: Delivery): string =>
  kind === 'chats' ? (chat ?? '') : '';
