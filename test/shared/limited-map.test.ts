import { expect, test } from 'bun:test';
import { LimitedMap } from '../../src/shared/limited-map.ts';

test('a full map forgets the entry that was set longest ago', () => {
  const map = new LimitedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
