/** Who gets an event when its filters ask for more than one event may cost. */
import { expect, test } from 'bun:test';
import type { BodyFields, Target } from '../../../../src/core/events/contract/channel.ts';
import type { FilterBudget } from '../../../../src/core/events/contract/filter-budget.ts';
import type { Destinations } from '../../../../src/core/events/contract/routing.ts';
import { receiversOf, wantsMedia } from '../../../../src/core/events/publish/receivers.ts';

const ENDPOINTS = Array.from({ length: 20 }, (_, at) => `webhook:${at}`);

/** Twenty endpoints whose filters go on until nothing is left for them; they count what they have spent. */
function greedy() {
  const spent: number[] = [];
  const wants = (_: BodyFields, budget?: FilterBudget) => {
    let steps = 0;
    try {
      for (; steps < 1_000_000; steps += 10) budget?.spend(10);
      return false;
    } catch {
      // As filters of webhooks do when they cannot be decided.
      return true;
    } finally {
      spent.push(steps);
    }
  };
  const target = { shown: 'https://receiver.test/', base64: true, wants } as unknown as Target;
  const destinations: Destinations = { of: () => ENDPOINTS, target: () => target };
  const total = () => spent.reduce((sum, one) => sum + one, 0);
  return { destinations, spent, total };
}

const EVENT = { type: 'Message', repeats: null, notTo: null, fields: () => ({ event: 'Message' }) };

test('the filters of all endpoints of an event together cost about two milliseconds, and what is undecided is delivered', () => {
  const { destinations, spent, total } = greedy();
  const draft = EVENT as unknown as Parameters<typeof receiversOf>[2];
  const { receivers, filtered } = receiversOf(destinations, 'shop', draft, 1);
  expect(receivers.map(({ endpoint }) => endpoint)).toEqual(ENDPOINTS);
  expect(filtered).toEqual([]);
  expect(total()).toBeLessThanOrEqual(100_000);
  // Each had its share, whatever the others asked for.
  expect(Math.min(...spent)).toBe(5_000);
});

test('whether a receiver gets the media of an event is decided within the same bound', () => {
  const { destinations, total } = greedy();
  const event = EVENT as unknown as Parameters<typeof wantsMedia>[2];
  expect(wantsMedia({ destinations, mediaInBodies: false }, 'shop', event, EVENT.fields)).toBe(
    true,
  );
  expect(total()).toBeLessThanOrEqual(100_000);
});

test('the body for filters is made for endpoints that have one, and for no others', () => {
  let made = 0;
  const draft = {
    ...EVENT,
    fields() {
      made++;
      return { event: 'Message' };
    },
  } as unknown as Parameters<typeof receiversOf>[2];
  const plain = { shown: 'https://receiver.test/' } as unknown as Target;
  const seen: BodyFields[] = [];
  const filtering: Target = { ...plain, wants: (body) => seen.push(body) > 0 };
  const among = (filteringOnes: readonly string[]): Destinations => ({
    of: () => ENDPOINTS,
    target: (_, endpoint) => (filteringOnes.includes(endpoint) ? filtering : plain),
  });
  expect(receiversOf(among([]), 'shop', draft, 7).receivers).toHaveLength(ENDPOINTS.length);
  expect(made).toBe(0);
  receiversOf(among(['webhook:3']), 'shop', draft, 7);
  expect([made, seen]).toEqual([1, [{ event: 'Message', sequence: 7 }]]);
});
