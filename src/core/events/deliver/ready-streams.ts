/** Ranks the streams that have work at a host, for free slots: those of each host, and the hosts by them. No I/O. */

/** Whether a host answered a stream's attempt in time; `unknown` if the attempt does not show it. */
export type HostResponse = 'answered' | 'silent' | 'unknown';

/** The deliveries of one stream to one host, as far as they decide its rank. */
export interface HostStream {
  readonly host: Host<HostStream>;
  inFlight: number;
  /** The result of its latest attempt that shows it; `unknown` for a new one. */
  answer: HostResponse;
  /** When it began to wait for its next slot, as a running number. */
  turn: number;
}

/** How many attempts a stream may have at a host before it is answered; further slots are for those that were. */
export const FIRST_SLOTS = 4;
/** When less than this part of the slots is free, each stream may have proportionally fewer. */
const SCARCE_BELOW = 1 / 2;

/** The shares of a host's slots if several streams use it: of those that it has not answered, and of the silent among them. */
const UNANSWERED_SHARE = 1 / 2;
const SILENT_SHARE = 1 / 4;
/** The share of a host's slots that only streams without a slot get, if several streams use it. */
const LAST_SHARE = 1 / 8;

const RESPONSES = ['answered', 'unknown', 'silent'] as const;

export interface FreeSlots {
  /** The number of free slots. */
  readonly free: number;
  /** Whether streams that a host did not answer may get one more. */
  readonly isForSilent: boolean;
  /** Whether a stream may get one more beyond its first few at a host. */
  readonly isBeyondFirst: boolean;
}

/** Items by the number of their slots; those with the same number in the order in which they were added. */
class Levels<T> {
  readonly #levels: Set<T>[] = [];

  add(item: T, level: number): void {
    while (this.#levels.length <= level) this.#levels.push(new Set());
    this.#levels[level]?.add(item);
  }

  delete(item: T, level: number): boolean {
    return this.#levels[level]?.delete(item) ?? false;
  }

  /** Returns the first item of the lowest level that has any. */
  get first(): T | null {
    for (const items of this.#levels) {
      // An iterator costs more than this check.
      if (items.size === 0) continue;
      for (const item of items) return item;
    }
    return null;
  }
}

const levelsByResponse = <T>(): Record<HostResponse, Levels<T>> => ({
  answered: new Levels(),
  unknown: new Levels(),
  silent: new Levels(),
});

/** The rank of a host: the slots and the turn of the stream that starts next; a host without one has turn 0. */
interface Rank {
  level: number;
  turn: number;
}

const UNRANKED: Rank = { level: 0, turn: 0 };

export class Host<S extends HostStream> {
  readonly name: string;
  /** How many attempts it may have. */
  readonly most: number;
  /** Its attempts, by the knowledge about their streams. */
  readonly inFlight: Record<HostResponse, number> = { answered: 0, unknown: 0, silent: 0 };
  /** Its streams by id, with those that were idle lately. */
  readonly streams = new Map<string, S>();
  /** Its streams with work that their own limits let start. */
  readonly ready = levelsByResponse<S>();
  /** Its ranks, by the knowledge about the stream that has each. */
  readonly ranks = {
    answered: { ...UNRANKED },
    unknown: { ...UNRANKED },
    silent: { ...UNRANKED },
  } satisfies Record<HostResponse, Rank>;

  constructor(name: string, most: number) {
    this.name = name;
    this.most = most;
  }

  /** Returns below how many attempts a stream of which this is known may start one. */
  startsBelow(answer: HostResponse): number {
    const { answered, unknown, silent } = this.inFlight;
    const free = this.most - answered - unknown - silent;
    if (free <= 0) return 0;
    if (this.streams.size === 1) return Infinity;
    if (answer !== 'answered' && unknown + silent >= this.#share(UNANSWERED_SHARE)) return 0;
    if (answer === 'silent' && silent >= this.#share(SILENT_SHARE)) return 0;
    return free > this.#share(LAST_SHARE) ? Infinity : 1;
  }

  #share(part: number): number {
    return Math.max(1, Math.floor(this.most * part));
  }
}

export class ReadyStreams<S extends HostStream & { readonly host: Host<S> }> {
  readonly #total: number;
  /** The hosts by how many slots they may have, then by what is known of a stream, then by that stream's slots. */
  readonly #groups = new Map<number, Record<HostResponse, Levels<Host<S>>>>();
  #turn = 0;
  #size = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** Whether no stream may start because of its host's limits. */
  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds a stream with its current values; it must be removed before they change. */
  add(one: S): void {
    one.turn = ++this.#turn;
    one.host.ready[one.answer].add(one, one.inFlight);
  }

  remove(one: S): void {
    one.host.ready[one.answer].delete(one, one.inFlight);
  }

  /** Must be called after the streams of a host or their attempts have changed. */
  rank(host: Host<S>): void {
    const group = this.#groups.getOrInsertComputed(host.most, () => levelsByResponse());
    for (const answer of RESPONSES) {
      const rank = host.ranks[answer];
      const best = host.ready[answer].first;
      const turn = best !== null && best.inFlight < host.startsBelow(answer) ? best.turn : 0;
      // A host whose next stream is the same keeps its place among others.
      if (turn === rank.turn) continue;
      if (rank.turn > 0 && group[answer].delete(host, rank.level)) this.#size--;
      rank.turn = turn;
      if (best === null || turn === 0) continue;
      rank.level = best.inFlight;
      group[answer].add(host, rank.level);
      this.#size++;
    }
  }

  /**
   * Returns the stream with the fewest slots at its host among those that may get one more, or null. A receiver turns
   * out to hang only when its first attempts time out, so those without an answer are limited enough to leave room for
   * others.
   */
  first({ free, isForSilent, isBeyondFirst }: FreeSlots): S | null {
    const freeRatio = Math.min(1, free / (this.#total * SCARCE_BELOW));
    const firstMost = Math.floor(FIRST_SLOTS * freeRatio);
    let best: S | null = null;
    for (const [most, group] of this.#groups) {
      const answeredMost = isBeyondFirst ? Math.floor(most * freeRatio) : firstMost;
      best = earlier(best, lowest(group, 'answered', Math.max(1, answeredMost)));
      best = earlier(best, lowest(group, 'unknown', firstMost));
      if (isForSilent) best = earlier(best, lowest(group, 'silent', firstMost));
    }
    return best;
  }
}

/** Returns the first stream with the fewest slots, if it has fewer than `below`. */
function lowest<S extends HostStream>(
  group: Record<HostResponse, Levels<Host<S>>>,
  answer: HostResponse,
  below: number,
): S | null {
  const best = group[answer].first?.ready[answer].first ?? null;
  return best !== null && best.inFlight < below ? best : null;
}

/** Returns the stream with fewer slots; of two equal ones the one that waits longer. */
function earlier<S extends HostStream>(one: S | null, other: S | null): S | null {
  if (one === null || other === null) return one ?? other;
  if (one.inFlight !== other.inFlight) return one.inFlight < other.inFlight ? one : other;
  return one.turn < other.turn ? one : other;
}
