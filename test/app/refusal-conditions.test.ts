import { expect, test } from 'bun:test';
import { withRefusals } from '../../src/app/refusal-conditions.ts';
import type { Refusal } from '../../src/core/events/deliver/refusals.ts';

const UP = { state: 'up', since: 0, error: null } as const;
const FULL = 'full: maximum bytes exceeded';
const refusal = (endpoint: string, since: number, reason = FULL): Refusal => ({
  streamId: `shop-${since}`,
  endpoint,
  maskedAddress: `shop-${since}.message`,
  reason,
  since,
});
const refused = (all: Refusal[], last: Record<string, { at: number; error: string }> = {}) => ({
  all: () => all,
  last: () => new Map(Object.entries(last)),
});

test('a broker shows how many instances wait for what refuses there, the first of it, and the last failure', () => {
  const refusals = [refusal('amqp', 7), refusal('global-amqp', 5), refusal('nats', 9)];
  const lastFailure = { at: 11, error: FULL };
  const shown = withRefusals(
    { amqp: UP, nats: UP, s3: UP },
    refused(refusals, { amqp: lastFailure, nats: lastFailure }),
  );
  const error = FULL;
  expect(shown).toEqual({
    amqp: { ...UP, lastFailure, refusing: { count: 2, since: 5, error, place: 'shop-5.message' } },
    nats: { ...UP, lastFailure, refusing: { count: 1, since: 9, error, place: 'shop-9.message' } },
    s3: UP,
  });
});

test('the last failure stays after everything is taken again, and the later of two counts', () => {
  const last = refused([], { amqp: { at: 5, error: FULL } });
  const down = (at: number) => ({ ...UP, lastFailure: { at, error: 'connection_lost: closed' } });
  expect(withRefusals({ amqp: UP }, last).amqp?.lastFailure).toEqual({ at: 5, error: FULL });
  expect(withRefusals({ amqp: down(4) }, last).amqp?.lastFailure).toEqual({ at: 5, error: FULL });
  expect(withRefusals({ amqp: down(6) }, last).amqp?.lastFailure?.at).toBe(6);
});

test('of a long reason the beginning is shown, and without refusals nothing changes', () => {
  const error = `full: ${'x'.repeat(9_999)}`;
  const long = refused([refusal('amqp', 1, error)], { amqp: { at: 1, error } });
  const { amqp } = withRefusals({ amqp: UP }, long);
  expect([amqp?.refusing?.error.length, amqp?.lastFailure?.error.length]).toEqual([300, 300]);
  const conditions = { amqp: UP };
  expect(withRefusals(conditions, refused([]))).toBe(conditions);
});
