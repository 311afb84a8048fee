/** Shares one costly answer among all callers of about the same time. */
import type { Clock } from '../../core/shared/clock.ts';

/**
 * An answer is kept for at least this long, and for 20 times the ms that it took, so that finding it takes at most a
 * twentieth of the time.
 */
const KEPT_MS = 1_000;
const KEPT_PER_MS = 20;

/** `find` is called by the first caller, and by the first one after the answer is too old. Failures are not kept. */
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
