/** Finding the newest events of a log that is read from its beginning. */

/** @typedef {(after: number, limit: number) => Promise<{ sequence: number }[]>} Find in order, after a sequence */

/**
 * The sequence of the newest event, 0 when there is none: by doubling, then halving, so that even
 * a million events take some thirty short questions.
 * @param {Find} find
 * @returns {Promise<number>}
 */
export async function lastSequence(find) {
  let last = 0;
  let step = 64;
  /** There is none after it; Infinity while that is not known. */
  let end = Number.POSITIVE_INFINITY;
  while (last < end) {
    const middle = end === Number.POSITIVE_INFINITY ? last + step : Math.floor((last + end) / 2);
    const [found] = await find(middle, 1);
    if (found) last = found.sequence;
    else end = middle;
    step *= 2;
  }
  return last;
}

/** In one look; what is left comes with the next. */
const PAGES_MAX = 10;

/**
 * Reads the last `countMax` events first, then, each time it is called, what has come since.
 * @param {Find} find
 * @param {number} countMax
 * @returns {(take: (events: object[]) => void) => Promise<void>} `take` gets them in order, page by page
 */
export function followEvents(find, countMax) {
  /** Null until it is known where the latest begin. */
  let after = null;
  return async (take) => {
    after ??= Math.max(0, (await lastSequence(find)) - countMax);
    // A page may end early, so only an empty one is the end.
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const found = await find(after, countMax);
      if (found.length === 0) break;
      after = found.at(-1).sequence;
      take(found);
    }
  };
}
