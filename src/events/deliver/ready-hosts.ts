/** Ranks the hosts that have work, for free slots. No I/O. */

/** Whether a host answered an attempt in time; `unknown` if the attempt does not show it. */
export type HostResponse = 'answered' | 'silent' | 'unknown';

/** The part of a host that decides its rank. */
export interface RankedHost {
  inFlight: number;
  /** How many attempts it may have when all hosts answer. */
  readonly most: number;
  /** The result of its latest attempt that shows it; `unknown` for a new host. */
  answer: HostResponse;
}

/** How many attempts a host may have before it has answered; further slots are for hosts that did. */
export const FIRST_SLOTS = 4;
/** When less than this part of the slots is free, each host may have proportionally fewer. */
const SCARCE_BELOW = 1 / 2;

export interface FreeSlots {
  /** The number of free slots. */
  readonly free: number;
  /** Whether hosts that did not answer may get one more. */
  readonly forSilent: boolean;
  /** Whether a host may get one more beyond its first few. */
  readonly beyondFirst: boolean;
}

/** The hosts by the number of their slots. */
type Levels<H> = Set<H>[];

export class ReadyHosts<H extends RankedHost> {
  readonly #total: number;
  /** The hosts by how many slots they may have, then by their answer. */
  readonly #groups = new Map<number, Record<HostResponse, Levels<H>>>();
  #size = 0;

  constructor(total: number) {
    this.#total = total;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a host with its current values; it must be removed before they change. */
  add(host: H): void {
    let group = this.#groups.get(host.most);
    if (group === undefined) {
      group = { answered: [], unknown: [], silent: [] };
      this.#groups.set(host.most, group);
    }
    const levels = group[host.answer];
    while (levels.length <= host.inFlight) levels.push(new Set());
    const hosts = levels[host.inFlight];
    if (hosts === undefined || hosts.has(host)) return;
    hosts.add(host);
    this.#size++;
  }

  remove(host: H): void {
    const group = this.#groups.get(host.most);
    if (group?.[host.answer][host.inFlight]?.delete(host)) this.#size--;
  }

  /**
   * Returns a host with the fewest slots among those that may get one more, or null. Hosts turn out to hang only when
   * their first attempts time out, so hosts without an answer are limited enough to leave room for others.
   */
  first({ free, forSilent, beyondFirst }: FreeSlots): H | null {
    const freeRatio = Math.min(1, free / (this.#total * SCARCE_BELOW));
    const firstMost = Math.floor(FIRST_SLOTS * freeRatio);
    let best: H | null = null;
    for (const [most, { answered, unknown, silent }] of this.#groups) {
      const answeredMost = beyondFirst ? Math.floor(most * freeRatio) : firstMost;
      best = fewer(best, lowest(answered, Math.max(1, answeredMost)));
      best = fewer(best, lowest(unknown, firstMost));
      if (forSilent) best = fewer(best, lowest(silent, firstMost));
    }
    return best;
  }
}

/** Returns the first host with the fewest slots, if it has fewer than `below`. */
function lowest<H>(levels: Levels<H>, below: number): H | null {
  for (let held = 0; held < levels.length && held < below; held++) {
    const hosts = levels[held];
    // A host with many attempts leaves many empty levels, and an iterator costs more than this check.
    if (hosts === undefined || hosts.size === 0) continue;
    for (const host of hosts) return host;
  }
  return null;
}

/** Returns the host with fewer slots; of two equal ones the first. */
function fewer<H extends RankedHost>(one: H | null, other: H | null): H | null {
  if (one === null || other === null) return one ?? other;
  return other.inFlight < one.inFlight ? other : one;
}
