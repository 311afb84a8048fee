import { expect, test } from 'bun:test';
import { ByteBudget } from '../../../../src/core/events/deliver/ready-queue.ts';

const LIMITS = { total: 100, perHost: 40 };

const taken = (budget: ByteBudget<string>): string[] => {
  const names: string[] = [];
  for (let next = budget.next(); next !== null; next = budget.next()) names.push(next);
  return names;
};

test('no host holds more bytes than its share, and not more than the total is held', () => {
  const budget = new ByteBudget<string>(LIMITS);
  for (const host of ['a', 'b', 'c']) {
    for (const index of [1, 2, 3]) budget.enqueue(host, 's', `${host}${index}`, 20);
  }
  expect(taken(budget)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  expect(budget.held).toBe(100);
  for (const host of ['b', 'b', 'a']) budget.release(host, 's', 20);
  expect(taken(budget)).toEqual(['b3', 'c2', 'a3']);
});

test('free bytes go to the host that holds fewest', () => {
  const budget = new ByteBudget<string>({ total: 40, perHost: 40 });
  for (const index of [1, 2, 3]) budget.enqueue('slow', 's', `slow${index}`, 20);
  expect(taken(budget)).toEqual(['slow1', 'slow2']);
  budget.enqueue('quick', 's', 'quick1', 20);
  expect(taken(budget)).toEqual([]);
  budget.release('slow', 's', 20);
  expect(taken(budget)).toEqual(['quick1']);
});

test('work of one host gets its bytes in the order it came, the smaller not before the larger', () => {
  const budget = new ByteBudget<string>(LIMITS);
  for (const [index, bytes] of [30, 35, 5].entries()) budget.enqueue('a', 's', `a${index}`, bytes);
  expect(taken(budget)).toEqual(['a0']);
  budget.release('a', 's', 30);
  expect(taken(budget)).toEqual(['a1', 'a2']);
});

test('a body above its share goes while its host holds nothing, one above the total goes alone', () => {
  const budget = new ByteBudget<string>(LIMITS);
  budget.enqueue('a', 's', 'above its share', 60);
  budget.enqueue('a', 's', 'after it', 1);
  expect(taken(budget)).toEqual(['above its share']);
  budget.enqueue('b', 's', 'above the total', 500);
  expect(taken(budget)).toEqual([]);
  budget.release('a', 's', 60);
  expect(taken(budget)).toEqual(['after it']);
  budget.enqueue('a', 's', 'last', 1);
  expect(taken(budget)).toEqual([]);
  budget.release('a', 's', 1);
  expect(taken(budget)).toEqual(['above the total']);
  budget.release('b', 's', 500);
  expect(taken(budget)).toEqual(['last']);
  budget.release('a', 's', 1);
  expect(budget.held).toBe(0);
});

test('a large body is not overtaken for ever by smaller ones of other hosts', () => {
  const budget = new ByteBudget<string>({ total: 40, perHost: 40 });
  budget.enqueue('small', 's', 'small0', 10);
  budget.enqueue('small', 's', 'small1', 10);
  expect(taken(budget)).toEqual(['small0', 'small1']);
  budget.enqueue('large', 's', 'large', 40);
  for (let index = 2; index < 10; index++) budget.enqueue('small', 's', `small${index}`, 10);
  const order: string[] = [];
  for (let ended = 0; ended < 3; ended++) {
    budget.release('small', 's', 10);
    order.push(...taken(budget));
  }
  expect(order).toEqual(['small2', 'large']);
});

test('receivers that did not answer in time hold a quarter of all bytes together, or one body', () => {
  const silent = (name: string) => (name.startsWith('silent') ? 'silent' : 'answered');
  const budget = new ByteBudget<string>({ total: 100, perHost: 60 }, silent);
  for (const host of ['silent1', 'silent2', 'silent3', 'good']) budget.enqueue(host, 's', host, 20);
  expect([budget.next(), budget.next(), budget.next()]).toEqual(['silent1', 'good', null]);
  budget.release('silent1', 's', 20);
  budget.enqueue('silent1', 's', 'large', 40);
  expect([budget.next(), budget.next()]).toEqual(['silent2', null]);
});

/** Streams beside each other at one host, of which some were not answered. */
const AT_ONE_HOST = { total: 1_000, perHost: 80 };
const answeredUnless =
  (...unanswered: readonly string[]) =>
  (_: string, stream: string) =>
    unanswered.includes(stream) ? 'silent' : 'answered';

test('what a host did not answer one stream leaves its bytes to another that it answers', () => {
  const hanging = Array.from({ length: 100 }, (_, index) => `hanging${index}`);
  const budget = new ByteBudget<string>(AT_ONE_HOST, answeredUnless(...hanging));
  budget.enqueue('shared', 'good', 'good0', 20);
  for (const stream of hanging) budget.enqueue('shared', stream, stream, 20);
  expect(taken(budget)).toEqual(['good0', 'hanging0', 'hanging1']);
  budget.enqueue('shared', 'good', 'good1', 20);
  expect(taken(budget)).toEqual(['good1']);
});

test('one stream leaves a quarter of the bytes of its host to others that use it', () => {
  const budget = new ByteBudget<string>(AT_ONE_HOST, answeredUnless());
  budget.enqueue('shared', 'quiet', 'quiet0', 20);
  for (let index = 0; index < 9; index++) budget.enqueue('shared', 'busy', `busy${index}`, 20);
  expect(taken(budget)).toEqual(['quiet0', 'busy0', 'busy1', 'busy2']);
  budget.enqueue('shared', 'quiet', 'quiet1', 20);
  budget.release('shared', 'quiet', 20);
  expect(taken(budget)).toEqual(['quiet1']);
});
