import { expect, test } from 'bun:test';
import { sendTimeOf } from '../../../src/core/sending/send-time.ts';

const NOW = Date.UTC(2026, 0, 5, 10);
const DAY_MS = 24 * 3_600_000;

const problemsOf = (fields: Parameters<typeof sendTimeOf>[0]) => {
  try {
    return sendTimeOf(fields, NOW);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [error.message, Reflect.get(error, 'problems')];
  }
};

test('a time that no message can be sent at is refused with the field and a stable reason', () => {
  expect(problemsOf({ scheduleAt: NOW })).toEqual([
    'scheduleAt must not be in the past',
    [expect.objectContaining({ field: 'scheduleAt', reason: 'in_the_past' })],
  ]);
  expect(problemsOf({ scheduleAt: NOW + 30 * DAY_MS + 1 })).toEqual([
    'scheduleAt must be at most 30 days ahead',
    [expect.objectContaining({ reason: 'too_far_ahead', parameters: { days: 30 } })],
  ]);
  expect(problemsOf({ queue: false, delay: 1 })).toEqual([
    'queue must not be false with scheduleAt or delay',
    [expect.objectContaining({ field: 'queue', reason: 'not_false_with_time' })],
  ]);
});

test('a time within 30 days is taken, and a delay beside the queue', () => {
  const scheduleAt = NOW + 30 * DAY_MS;
  expect(problemsOf({ scheduleAt, delay: 5 })).toEqual({ scheduleAt, delayMs: 5, mayWait: true });
  expect(problemsOf({ queue: false })).toEqual({ scheduleAt: null, delayMs: 0, mayWait: false });
});
