import { expect, test } from 'bun:test';
import { Heap } from '../../../src/core/shared/heap.ts';

/** Numbers in an order that looks random and is the same every time. */
const shuffled = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (index * 7_919) % count);

const isLess = (one: number, other: number) => one < other;

const drained = <T>(heap: Heap<T>): T[] => {
  const items: T[] = [];
  for (let item = heap.pop(); item !== undefined; item = heap.pop()) items.push(item);
  return items;
};

test('items leave in order, those that it was made of and those that were added', () => {
  const heap = new Heap(shuffled(500), isLess);
  for (const item of shuffled(500)) heap.push(item);
  expect(heap.first).toBe(0);
  const expected = Array.from({ length: 1_000 }, (_, index) => index >> 1);
  expect(drained(heap)).toEqual(expected);
  expect(heap.first).toBeUndefined();
});

test('an item can be removed by the place that it was told, and the others stay in order', () => {
  const items = shuffled(500).map((at) => ({ at, place: -1 }));
  const heap = new Heap<(typeof items)[number]>(
    items.slice(0, 250),
    (one, other) => one.at < other.at,
    (item, place) => {
      item.place = place;
    },
  );
  for (const item of items.slice(250)) heap.push(item);
  for (const item of items) if (item.at % 3 === 0) expect(heap.removeAt(item.place)).toBe(item);
  const left = items.filter(({ place }) => place >= 0);
  expect(left.every(({ at }) => at % 3 !== 0)).toBe(true);
  expect(drained(heap)).toEqual(left.sort((one, other) => one.at - other.at));
  expect(items.every(({ place }) => place === -1)).toBe(true);
});

test('removing what has no place does nothing', () => {
  const heap = new Heap([2, 1], isLess);
  expect([heap.removeAt(-1), heap.removeAt(2)]).toEqual([undefined, undefined]);
  expect(drained(heap)).toEqual([1, 2]);
});
