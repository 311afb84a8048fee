/** One answer for everybody who asks at about the same time, where finding it costs something. */
import type { Clock } from '../clock.ts';

/**
 * An answer is kept for this long at least, and for 20 times what it took: it takes a twentieth of the time at most.
 */
const KEPT_MS = 1_000;
const KEPT_PER_MS = 20;

/**
 * `find` is called by the first who asks, and by the first after the answer is too old; what it rejects is not kept.
 */
export function createSharedAnswer<T>(
  clock: Pick<Clock, 'steady'>,
  find: () => Promise<T>,
): () => Promise<T> {
  let shared: Promise<T> | null = null;
  let keptUntil = Number.POSITIVE_INFINITY;

  async function findAnew(): Promise<T> {
    const begun = clock.steady();
    keptUntil = Number.POSITIVE_INFINITY;
    try {
      const answer = await find();
      const now = clock.steady();
      keptUntil = now + Math.max(KEPT_MS, (now - begun) * KEPT_PER_MS);
      return answer;
    } catch (error) {
      shared = null;
      throw error;
    }
  }
  return () => {
    if (shared === null || clock.steady() >= keptUntil) shared = findAnew();
    return shared;
  };
}
