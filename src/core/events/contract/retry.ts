/** How often and how soon a webhook is tried again. */
export interface RetryRule {
  /** How many attempts a delivery gets in one round, the first included. */
  readonly attempts: number;
  /** The ms from the end of each failed attempt to the next; the last one repeats. */
  readonly delaysMs: readonly number[];
}

/** Returns the ms from the end of an attempt to the next. `attempt` is counted from 1. */
export const delayAfter = ({ delaysMs }: RetryRule, attempt: number): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
