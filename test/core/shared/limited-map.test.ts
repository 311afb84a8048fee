import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { LimitedMap } from '../../../src/core/shared/limited-map.ts';

test('a full map forgets the entry that was set longest ago', () => {
  const map = new LimitedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('it has the entries that were set last, in that order, whatever is deleted between', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ set: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.record({ delete: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (max, steps) => {
      const map = new LimitedMap<number, number>(max);
      let last: number[] = [];
      for (const [at, one] of steps.entries()) {
        if (one === 'clear') {
          map.clear();
          last = [];
        } else if ('delete' in one) {
          map.delete(one.delete);
          last = last.filter((key) => key !== one.delete);
        } else {
          map.set(one.set, at);
          last = [...last.filter((key) => key !== one.set), one.set].slice(-max);
        }
        expect([...map.keys()]).toEqual(last);
      }
    }),
  );
});
