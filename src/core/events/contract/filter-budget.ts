/** Limits the cost of all filters together for one event. */

/** About 2 ms: a step takes about 20 ns. */
const STEPS_PER_EVENT = 100_000;
const STEPS_PER_FILTER = 50_000;
/** How many characters of JSON are read in the time of a step. */
const CHARACTERS_PER_STEP = 8;
/** How many steps are done in one turn of the event loop where filters are asked about many events: about a millisecond. */
export const STEPS_PER_TURN = 50_000;

/** A filter needs more than its share. */
export class FilterBudgetSpent extends Error {}

/**
 * The steps that are left for an event. They are shared among the endpoints that are still to be asked, so whether a
 * filter is decided depends on how many endpoints there are, and never on what the others ask for.
 */
export class FilterBudget {
  #endpoints: number;
  #left = STEPS_PER_EVENT;
  /** The steps that must remain for the endpoints after the present one. */
  #reserved = STEPS_PER_EVENT - STEPS_PER_FILTER;

  /** `endpoints`: how many are asked at most. A single one needs no call of `next`. */
  constructor(endpoints = 1) {
    this.#endpoints = endpoints;
  }

  /** Begins the share of the next endpoint. */
  next(): this {
    const share = Math.floor(this.#left / Math.max(1, this.#endpoints--));
    this.#reserved = this.#left - Math.min(share, STEPS_PER_FILTER);
    return this;
  }

  /** Throws a FilterBudgetSpent, and spends no more than the share, when the share of the endpoint is smaller. */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left >= this.#reserved) return;
    this.#left = this.#reserved;
    throw new FilterBudgetSpent('the filter needs more steps than its share for one event');
  }

  /** Returns the steps that an event has cost, with those of reading its body. */
  costOf(body: string | null): number {
    return STEPS_PER_EVENT - this.#left + Math.floor((body?.length ?? 0) / CHARACTERS_PER_STEP);
  }
}
