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
