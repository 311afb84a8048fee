/** The retries that a webhook of either zone may have. */
import { delayAfter, type RetryRule } from '../events/contract/retry.ts';

export const ATTEMPTS_MAX = 20;
/** A shorter delay would hit a receiver that is down again before it can recover. */
export const DELAY_MIN_MS = 1_000;
export const DELAYS_MAX = ATTEMPTS_MAX - 1;
const DAYS_MAX = 3;
export const RETRIES_MAX_MS = DAYS_MAX * 24 * 60 * 60 * 1000;

/** Returns why the retries of a webhook may not be these, as a predicate: `must …`; null when they may. */
export function retryProblem(rule: RetryRule): string | null {
  let total = 0;
  for (let attempt = 1; attempt < rule.attempts; attempt++) total += delayAfter(rule, attempt);
  return total > RETRIES_MAX_MS
    ? `must be over within ${DAYS_MAX} days, and these ${rule.attempts} attempts take ${days(total)} days`
    : null;
}

const days = (ms: number): number => Math.ceil((ms / 86_400_000) * 10) / 10;
