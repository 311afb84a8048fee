import { expect, test } from 'bun:test';
import { Slots } from '../../src/events/slots.ts';

const taken = (slots: Slots<string>): string[] => {
  const names: string[] = [];
  for (let next = slots.next(); next; next = slots.next()) names.push(next.work);
  return names;
};

test('no host holds more than its share, and not more than the total run', () => {
  const slots = new Slots<string>({ total: 5, perHost: 2 });
  for (const host of ['a', 'b', 'c']) {
    for (const index of [1, 2, 3]) slots.enqueue(host, `${host}${index}`);
  }
  expect(taken(slots)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  expect(slots.inFlight).toBe(5);
});

test('a free slot goes to the host that holds fewest', () => {
  const slots = new Slots<string>({ total: 4, perHost: 4 });
  for (const index of [1, 2, 3, 4, 5]) slots.enqueue('slow', `slow${index}`);
  expect(taken(slots)).toEqual(['slow1', 'slow2', 'slow3', 'slow4']);
  slots.enqueue('quick', 'quick1');
  expect(taken(slots)).toEqual([]);
  slots.release('slow');
  expect(taken(slots)).toEqual(['quick1']);
});

test('work of one host starts in the order it came', () => {
  const slots = new Slots<string>({ total: 1, perHost: 1 });
  for (const index of [1, 2, 3]) slots.enqueue('a', `a${index}`);
  const order: string[] = [];
  for (let next = slots.next(); next; next = slots.next()) {
    order.push(next.work);
    slots.release(next.host);
  }
  expect(order).toEqual(['a1', 'a2', 'a3']);
});

test('a host nobody can connect to gets one try at a time until it answers', () => {
  const slots = new Slots<string>({ total: 8, perHost: 4 });
  for (const index of [1, 2, 3, 4, 5, 6]) slots.enqueue('a', `a${index}`);
  expect(taken(slots)).toEqual(['a1', 'a2', 'a3', 'a4']);
  for (const _ of [1, 2, 3, 4]) slots.release('a', false);
  expect(taken(slots)).toEqual(['a5']);
  slots.release('a', true);
  slots.enqueue('a', 'a7');
  expect(taken(slots)).toEqual(['a6', 'a7']);
});

test('what has not started can be taken back', () => {
  const slots = new Slots<string>({ total: 1, perHost: 1 });
  slots.enqueue('a', 'a1');
  slots.enqueue('b', 'b1');
  expect(taken(slots)).toEqual(['a1']);
  expect(slots.drain()).toEqual(['b1']);
  slots.release('a');
  expect(taken(slots)).toEqual([]);
});

test('a host with a limit of its own holds that many, and one that cannot be reached a single one', () => {
  const slots = new Slots<number>({ total: 100, perHost: 2 });
  const started = () => {
    let count = 0;
    while (slots.next() !== null) count++;
    return count;
  };
  for (let work = 0; work < 20; work++) {
    slots.enqueue('broker', work, 5);
    slots.enqueue('receiver', work);
  }
  expect(started()).toBe(7);
  for (let ended = 0; ended < 5; ended++) slots.release('broker', false);
  expect(started()).toBe(1);
  slots.release('broker', true);
  expect(started()).toBe(5);
});
