/** The retries that a webhook of either zone may have. */
import { delayAfter, type RetryRule } from '../events/contract/channel.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';

export const ATTEMPTS_MAX = 20;
/** A shorter delay would hit a receiver that is down again before it can recover. */
export const DELAY_MIN_MS = 1_000;
export const DELAYS_MAX = ATTEMPTS_MAX - 1;
const DAYS_MAX = 3;
export const RETRIES_MAX_MS = DAYS_MAX * 24 * 60 * 60 * 1000;

/** Returns why the retries of a webhook may not be these; null when they may. */
export function retryProblem(rule: RetryRule): Problem | null {
  let total = 0;
  for (let attempt = 1; attempt < rule.attempts; attempt++) total += delayAfter(rule, attempt);
  return total > RETRIES_MAX_MS
    ? problem('retries_too_long', {
        max: DAYS_MAX,
        attempts: rule.attempts,
        days: days(total),
      })
    : null;
}

const days = (ms: number): number => Math.ceil((ms / 86_400_000) * 10) / 10;
