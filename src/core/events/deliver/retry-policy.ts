/** Decides what follows an attempt: delivered, waiting until a time, or discarded. Pure. */
import type { Outcome, Target } from '../contract/channel.ts';
import { delayAfter, type RetryRule } from '../contract/channel.ts';

/** The retries of webhooks that have none of their own. */
export interface RetryRules {
  /** The ms from the end of a failed webhook attempt to the next. */
  readonly retryDelayMs: number;
  /** How many attempts a webhook delivery gets in one round. */
  readonly maxAttempts: number;
}

export type RetryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAttemptAt: number }
  | { readonly state: 'discarded' };

/**
 * Retries that would be due together are spread over this time, so that a receiver that comes back does not get all at
 * once.
 */
const SPREAD_MS = 1_000;

/** Retries to brokers begin after 1 s; the delay doubles up to this, without a limit of attempts. */
const BROKER_DELAY_MAX_MS = 60_000;

interface FinishedAttempt {
  /** The number of the attempt in its round, from 1. */
  readonly attempt: number;
  /** When it ended, in ms of the steady clock. */
  readonly endedAt: number;
}

type RetriedTarget = Pick<Target, 'channel' | 'retry'>;

/** Returns the retries of a target; null for a broker, which is waited for. */
export function retryOf({ channel, retry }: RetriedTarget, rules: RetryRules): RetryRule | null {
  if (channel !== 'webhook') return null;
  return retry ?? { attempts: rules.maxAttempts, delaysMs: [rules.retryDelayMs] };
}

/** Decides what follows an attempt. `random` is in [0, 1). */
export function decideRetry(
  outcome: Outcome,
  { attempt, endedAt }: FinishedAttempt,
  retry: RetryRule | null,
  random: number,
): RetryDecision {
  if (outcome.kind === 'delivered') return { state: 'delivered' };
  if (outcome.refusedBy === 'event') return { state: 'discarded' };
  if (retry === null) {
    const delayMs = Math.min(1_000 * 2 ** Math.min(attempt - 1, 16), BROKER_DELAY_MAX_MS);
    return { state: 'waiting', nextAttemptAt: endedAt + delayMs };
  }
  if (attempt >= retry.attempts) return { state: 'discarded' };
  const delayMs = Math.max(delayAfter(retry, attempt), outcome.retryAfterMs ?? 0);
  return { state: 'waiting', nextAttemptAt: endedAt + delayMs + Math.floor(random * SPREAD_MS) };
}

/**
 * Returns how far ahead a due time can be that the receiver did not ask for; one beyond it was written by a wrong clock.
 */
export const longestDelayMs = (target: RetriedTarget, rules: RetryRules): number => {
  const retry = retryOf(target, rules);
  return retry === null ? BROKER_DELAY_MAX_MS : Math.max(...retry.delaysMs) + SPREAD_MS;
};
