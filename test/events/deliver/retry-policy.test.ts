import { expect, test } from 'bun:test';
import type { Outcome } from '../../../src/events/contract/channel.ts';
import { decideRetry } from '../../../src/events/deliver/attempt.ts';

const rules = { retryDelayMs: 30_000, maxAttempts: 5 };
const failed: Outcome = {
  kind: 'failed',
  status: 500,
  error: 'http_status: 500',
  responseBody: null,
};
const delivered: Outcome = { kind: 'delivered', status: 200, responseBody: null };
const tried = (attempt: number, attemptLimit: number | null = 5) => ({
  attempt,
  attemptLimit,
  endedAt: 1_000,
});

test('a delivered attempt ends the delivery, whichever it was', () => {
  expect(decideRetry(delivered, tried(5), rules, 0)).toEqual({ state: 'delivered' });
});

test('the next attempt is 30 s after the last ended, spread by less than a second', () => {
  expect(decideRetry(failed, tried(1), rules, 0)).toEqual({
    state: 'waiting',
    nextAttemptAt: 31_000,
  });
  expect(decideRetry(failed, tried(4), rules, 0.999_9)).toEqual({
    state: 'waiting',
    nextAttemptAt: 31_999,
  });
});

test('there is no attempt after the fifth', () => {
  expect(decideRetry(failed, tried(5), rules, 0)).toEqual({ state: 'discarded' });
});

test('a redelivery counts its own five attempts', () => {
  expect(decideRetry(failed, tried(6, 10), rules, 0).state).toBe('waiting');
  expect(decideRetry(failed, tried(10, 10), rules, 0).state).toBe('discarded');
});

test('a broker is tried after 1 s, doubling to 60 s, without an end', () => {
  const delays = [1, 2, 3, 6, 7, 500].map((attempt) => {
    const decision = decideRetry(failed, tried(attempt, null), rules, 0.5);
    return decision.state === 'waiting' ? decision.nextAttemptAt - 1_000 : null;
  });
  expect(delays).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});
