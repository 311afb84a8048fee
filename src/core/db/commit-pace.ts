/** Measures how long commits take, and decides whether that is too long for the event loop. */
import type { Clock } from '../shared/clock.ts';
import type { CommitPace } from './client.ts';

const SLOW_MS = 2;
const FAST_MS = 1;
const FAST_FOR_MS = 60_000;
/** How many commits are remembered; twelve slow ones of them mean slow. */
const NOTED = 16;
const NOTED_MIN = 8;
/** A few commits in a row that take so long mean slow at once, because everything else would wait for nine more. */
const VERY_SLOW_MS = 20;
const VERY_SLOW_IN_A_ROW = 3;

export function createCommitPace(clock: Pick<Clock, 'steady'>): CommitPace {
  const noted: number[] = [];
  let isSlow = false;
  let fastSince: number | null = null;

  /** Returns the time at the lower quarter: a busy machine has some long commits, a slow disk mostly long ones. */
  const usual = (): number => [...noted].sort((a, b) => a - b)[noted.length >> 2] ?? 0;
  const isSlowNow = (): boolean => {
    if (noted.length >= NOTED_MIN && usual() > SLOW_MS) return true;
    const last = noted.slice(-VERY_SLOW_IN_A_ROW);
    return last.length === VERY_SLOW_IN_A_ROW && last.every((ms) => ms >= VERY_SLOW_MS);
  };
  const isFastForLong = (): boolean => {
    if (usual() >= FAST_MS) {
      fastSince = null;
      return false;
    }
    fastSince ??= clock.steady();
    return clock.steady() - fastSince >= FAST_FOR_MS;
  };
  return {
    record(ms) {
      if (noted.length === NOTED) noted.shift();
      noted.push(ms);
      isSlow = isSlow ? !isFastForLong() : isSlowNow();
      if (!isSlow) fastSince = null;
    },
    get isSlow() {
      return isSlow;
    },
  };
}
