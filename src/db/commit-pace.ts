/** How long commits take, and whether that is too long for the event loop. */
import type { Clock } from '../shared/clock.ts';

export interface CommitPace {
  /** Notes a commit of so many ms. */
  took(ms: number): void;
  /** Commits should not be waited for by the event loop. */
  readonly isSlow: boolean;
}

const SLOW_MS = 2;
const FAST_MS = 1;
const FAST_FOR_MS = 60_000;
/** Twelve slow ones of these make it slow, at 500 ms each within six seconds. */
const NOTED = 16;
const NOTED_MIN = 8;

export function createCommitPace(clock: Pick<Clock, 'steady'>): CommitPace {
  const noted: number[] = [];
  let isSlow = false;
  let fastSince: number | null = null;

  /** Of the lower quarter: on a busy machine some commits take long, on a slow disk nearly all. */
  const usual = (): number => [...noted].sort((a, b) => a - b)[noted.length >> 2] ?? 0;
  const isFastForLong = (): boolean => {
    if (usual() >= FAST_MS) {
      fastSince = null;
      return false;
    }
    fastSince ??= clock.steady();
    return clock.steady() - fastSince >= FAST_FOR_MS;
  };
  return {
    took(ms) {
      if (noted.length === NOTED) noted.shift();
      noted.push(ms);
      isSlow = isSlow ? !isFastForLong() : noted.length >= NOTED_MIN && usual() > SLOW_MS;
      if (!isSlow) fastSince = null;
    },
    get isSlow() {
      return isSlow;
    },
  };
}
