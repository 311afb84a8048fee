import { expect, test } from 'bun:test';
import type { Outcome } from '../../../../src/core/events/contract/channel.ts';
import {
  decideRetry,
  longestDelayMs,
  retryOf,
} from '../../../../src/core/events/deliver/retry-policy.ts';

const rules = { retryDelayMs: 30_000, maxAttempts: 5 };
const webhook = retryOf({ channel: 'webhook' }, rules);
const broker = retryOf({ channel: 'amqp' }, rules);
const failed: Outcome = {
  kind: 'failed',
  status: 500,
  error: 'http_status: 500',
  responseBody: null,
};
const delivered: Outcome = { kind: 'delivered', status: 200, responseBody: null };
const tried = (attempt: number) => ({ attempt, endedAt: 1_000 });

test('a delivered attempt ends the delivery, whichever it was', () => {
  expect(decideRetry(delivered, tried(5), webhook, 0)).toEqual({ state: 'delivered' });
});

test('the next attempt is 30 s after the last ended, spread by less than a second', () => {
  expect(decideRetry(failed, tried(1), webhook, 0)).toEqual({
    state: 'waiting',
    nextAttemptAt: 31_000,
  });
  expect(decideRetry(failed, tried(4), webhook, 0.999_9)).toEqual({
    state: 'waiting',
    nextAttemptAt: 31_999,
  });
});

test('a wait that the receiver asks for counts if it is longer than the pause', () => {
  for (const [retryAfterMs, waitedMs] of [
    [3_600_000, 3_600_000],
    [30_001, 30_001],
    [1_000, 30_000],
  ] as const)
    expect(decideRetry({ ...failed, retryAfterMs }, tried(1), webhook, 0)).toEqual({
      state: 'waiting',
      nextAttemptAt: 1_000 + waitedMs,
    });
});

test('there is no attempt after the fifth', () => {
  expect(decideRetry(failed, tried(5), webhook, 0)).toEqual({ state: 'discarded' });
});

test('a webhook may have retries of its own, whose last delay repeats', () => {
  const own = retryOf(
    { channel: 'webhook', retry: { attempts: 4, delaysMs: [1_000, 60_000] } },
    rules,
  );
  const waits = [1, 2, 3].map((attempt) => decideRetry(failed, tried(attempt), own, 0));
  expect(waits).toEqual(
    [2_000, 61_000, 61_000].map((nextAttemptAt) => ({ state: 'waiting', nextAttemptAt })),
  );
  expect(decideRetry(failed, tried(4), own, 0)).toEqual({ state: 'discarded' });
});

test('a broker is tried after 1 s, doubling to 60 s, without an end', () => {
  const delays = [1, 2, 3, 6, 7, 500].map((attempt) => {
    const decision = decideRetry(failed, tried(attempt), broker, 0.5);
    return decision.state === 'waiting' ? decision.nextAttemptAt - 1_000 : null;
  });
  expect(delays).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

test('no due time is further ahead than the longest delay of the target', () => {
  const own = { attempts: 3, delaysMs: [1_000, 86_400_000] };
  expect(longestDelayMs({ channel: 'webhook' }, rules)).toBe(31_000);
  expect(longestDelayMs({ channel: 'webhook', retry: own }, rules)).toBe(86_401_000);
  expect(longestDelayMs({ channel: 'nats' }, rules)).toBe(60_000);
});
