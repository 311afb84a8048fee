/**
 * Hosts that have work and may start it, in the order in which free slots go to them; no I/O.
 */

/** What an attempt says of its host: it answered in time, it did not, or the attempt says nothing of it. */
export type HostResponse = 'answered' | 'silent' | 'unknown';

/** As much of a host as its place depends on. */
export interface RankedHost {
  inFlight: number;
  /** How many it may hold when all answer. */
  readonly most: number;
  /** From its latest attempt that says anything; unknown for a host that is new. */
  answer: HostResponse;
}

/** How many a host may hold that has not answered yet; more than these are for hosts that did. */
export const FIRST_SLOTS = 4;
/** While fewer slots than this part are free, each host may hold less, in proportion. */
const SCARCE_BELOW = 1 / 2;

/** What is left to give. */
export interface FreeSlots {
  /** Slots that are not taken. */
  readonly free: number;
  /** Whether hosts that did not answer may hold one more. */
  readonly forSilent: boolean;
  /** Whether a host may hold one more beyond its first. */
  readonly beyondFirst: boolean;
}

/** By how many slots the hosts hold. */
type Levels<H> = Set<H>[];

export class ReadyHosts<H extends RankedHost> {
  readonly #total: number;
  /** By the number a host may hold, then by its answer. */
  readonly #groups = new Map<number, Record<HostResponse, Levels<H>>>();
  #size = 0;

  constructor(total: number) {
    this.#total = total;
  }

  get size(): number {
    return this.#size;
  }

  /** To be called with the host as it is; before it changes, it must be taken out. */
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
   * Of the hosts that may hold one more, one that holds fewest. Hosts turn out to hang only after their first
   * attempts had their time, so what has had no answer yet is limited enough to leave room for others.
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

/** The first host that holds fewest, and fewer than `below`. */
function lowest<H>(levels: Levels<H>, below: number): H | null {
  for (let held = 0; held < levels.length && held < below; held++) {
    const hosts = levels[held];
    // A host with many attempts under way leaves many empty levels, and an iterator costs more than a look.
    if (hosts === undefined || hosts.size === 0) continue;
    for (const host of hosts) return host;
  }
  return null;
}

/** The one that holds fewer; of two that hold as many, the first. */
function fewer<H extends RankedHost>(one: H | null, other: H | null): H | null {
  if (one === null || other === null) return one ?? other;
  return other.inFlight < one.inFlight ? other : one;
}
