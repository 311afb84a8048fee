/** How the steps of one event are shared among the filters of its endpoints. */
import { expect, test } from 'bun:test';
import {
  FilterBudget,
  FilterBudgetSpent,
} from '../../../../src/core/events/contract/filter-budget.ts';

/** Returns how many steps each of the endpoints gets; each asks for so many at most. */
const granted = (asks: readonly number[]): number[] => {
  const budget = new FilterBudget(asks.length);
  return asks.map((most) => {
    budget.next();
    for (let steps = 0; ; steps += 100) {
      if (steps === most) return steps;
      try {
        budget.spend(100);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterBudgetSpent);
        return steps;
      }
    }
  });
};
const ALL = Number.POSITIVE_INFINITY;
const total = (steps: readonly number[]) => steps.reduce((sum, one) => sum + one, 0);

test('a filter alone gets 50 000 steps, and all filters of an event together 100 000', () => {
  expect(granted([ALL])).toEqual([50_000]);
  expect(granted([ALL, ALL])).toEqual([50_000, 50_000]);
  expect(total(granted(Array(20).fill(ALL)))).toBe(100_000);
});

test('an endpoint has its share however much the ones before it ask for, and what they leave', () => {
  expect(granted([ALL, ALL, ALL, ALL])).toEqual([25_000, 25_000, 25_000, 25_000]);
  expect(granted([0, 0, ALL, ALL])).toEqual([0, 0, 50_000, 50_000]);
  expect(granted([ALL, 100, ALL])).toEqual([33_300, 100, 50_000]);
});
