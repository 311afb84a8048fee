import { expect, test } from 'bun:test';
import { withRefusals } from '../../src/app/refusing.ts';

const UP = { state: 'up', since: 0, error: null } as const;
const refusal = (endpoint: string, since: number, reason = 'full: maximum bytes exceeded') => ({
  streamId: `shop-${since}`,
  endpoint,
  shown: `shop-${since}.message`,
  reason,
  since,
});

test('a broker shows how many instances wait for what refuses there, and the first of it', () => {
  const refusals = [refusal('amqp', 7), refusal('global-amqp', 5), refusal('nats', 9)];
  const shown = withRefusals({ amqp: UP, nats: UP, s3: UP }, refusals);
  const error = 'full: maximum bytes exceeded';
  expect(shown).toEqual({
    amqp: { ...UP, refusing: { count: 2, since: 5, error, place: 'shop-5.message' } },
    nats: { ...UP, refusing: { count: 1, since: 9, error, place: 'shop-9.message' } },
    s3: UP,
  });
});

test('of a long reason the beginning is shown, and without refusals nothing changes', () => {
  const { amqp } = withRefusals({ amqp: UP }, [refusal('amqp', 1, `full: ${'x'.repeat(9_999)}`)]);
  expect(amqp?.refusing?.error.length).toBe(300);
  const conditions = { amqp: UP };
  expect(withRefusals(conditions, [])).toBe(conditions);
});
