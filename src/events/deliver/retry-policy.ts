/**
 * What happens to a delivery after an attempt. Owns: counting and spacing of attempts; pure.
 * Must never: touch a row or a clock; both come in as values.
 */
import type { Outcome } from '../contract/channel.ts';

export interface RetryRules {
  /** Ms from the end of a failed webhook attempt to the next. */
  readonly retryDelayMs: number;
  /** Attempts a webhook delivery gets in one round. */
  readonly maxAttempts: number;
}

export type RetryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAttemptAt: number }
  | { readonly state: 'discarded' };

/** Retries of one moment are spread over this span, so that a receiver that comes back is not stormed. */
const SPREAD_MS = 1_000;

/** Brokers are ours to wait for: 1 s, doubling to this, without a limit of attempts. */
const BROKER_DELAY_MAX_MS = 60_000;

interface FinishedAttempt {
  /** Number of the attempt that just ended, from 1. */
  readonly attempt: number;
  readonly attemptLimit: number | null;
  /** Steady ms at which it ended. */
  readonly endedAt: number;
}

/** `random` is in [0, 1). */
export function decideRetry(
  outcome: Outcome,
  tried: FinishedAttempt,
  rules: RetryRules,
  random: number,
): RetryDecision {
  if (outcome.kind === 'delivered') return { state: 'delivered' };
  if (tried.attemptLimit !== null && tried.attempt >= tried.attemptLimit) {
    return { state: 'discarded' };
  }
  return { state: 'waiting', nextAttemptAt: tried.endedAt + delayMs(tried, rules, random) };
}

function delayMs(tried: FinishedAttempt, rules: RetryRules, random: number): number {
  if (tried.attemptLimit === null) {
    return Math.min(1_000 * 2 ** Math.min(tried.attempt - 1, 16), BROKER_DELAY_MAX_MS);
  }
  return rules.retryDelayMs + Math.floor(random * SPREAD_MS);
}

/** The longest a due time can rightly lie ahead; one beyond it was written by a wrong clock. */
export const longestDelayMs = (rules: RetryRules): number =>
  Math.max(rules.retryDelayMs + SPREAD_MS, BROKER_DELAY_MAX_MS);
