import { expect, test } from 'bun:test';
import { ByteBudget } from '../../../src/events/deliver/admission.ts';

const LIMITS = { total: 100, perHost: 40 };

const taken = (budget: ByteBudget<string>): string[] => {
  const names: string[] = [];
  for (let next = budget.next(); next !== null; next = budget.next()) names.push(next);
  return names;
};

test('no host holds more bytes than its share, and not more than the total is held', () => {
  const budget = new ByteBudget<string>(LIMITS);
  for (const host of ['a', 'b', 'c']) {
    for (const index of [1, 2, 3]) budget.enqueue(host, `${host}${index}`, 20);
  }
  expect(taken(budget)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  expect(budget.held).toBe(100);
  for (const host of ['b', 'b', 'a']) budget.release(host, 20);
  expect(taken(budget)).toEqual(['b3', 'c2', 'a3']);
});

test('free bytes go to the host that holds fewest', () => {
  const budget = new ByteBudget<string>({ total: 40, perHost: 40 });
  for (const index of [1, 2, 3]) budget.enqueue('slow', `slow${index}`, 20);
  expect(taken(budget)).toEqual(['slow1', 'slow2']);
  budget.enqueue('quick', 'quick1', 20);
  expect(taken(budget)).toEqual([]);
  budget.release('slow', 20);
  expect(taken(budget)).toEqual(['quick1']);
});

test('work of one host gets its bytes in the order it came, the smaller not before the larger', () => {
  const budget = new ByteBudget<string>(LIMITS);
  for (const [index, bytes] of [30, 35, 5].entries()) budget.enqueue('a', `a${index}`, bytes);
  expect(taken(budget)).toEqual(['a0']);
  budget.release('a', 30);
  expect(taken(budget)).toEqual(['a1', 'a2']);
});

test('a body above its share goes while its host holds nothing, one above the total goes alone', () => {
  const budget = new ByteBudget<string>(LIMITS);
  budget.enqueue('a', 'above its share', 60);
  budget.enqueue('a', 'after it', 1);
  expect(taken(budget)).toEqual(['above its share']);
  budget.enqueue('b', 'above the total', 500);
  expect(taken(budget)).toEqual([]);
  budget.release('a', 60);
  expect(taken(budget)).toEqual(['after it']);
  budget.enqueue('a', 'last', 1);
  expect(taken(budget)).toEqual([]);
  budget.release('a', 1);
  expect(taken(budget)).toEqual(['above the total']);
  budget.release('b', 500);
  expect(taken(budget)).toEqual(['last']);
  budget.release('a', 1);
  expect(budget.held).toBe(0);
});

test('a large body is not overtaken for ever by smaller ones of other hosts', () => {
  const budget = new ByteBudget<string>({ total: 40, perHost: 40 });
  budget.enqueue('small', 'small0', 10);
  budget.enqueue('small', 'small1', 10);
  expect(taken(budget)).toEqual(['small0', 'small1']);
  budget.enqueue('large', 'large', 40);
  for (let index = 2; index < 10; index++) budget.enqueue('small', `small${index}`, 10);
  const order: string[] = [];
  for (let ended = 0; ended < 3; ended++) {
    budget.release('small', 10);
    order.push(...taken(budget));
  }
  expect(order).toEqual(['small2', 'large']);
});

test('receivers that did not answer in time hold a quarter of all bytes together, or one body', () => {
  const silent = (name: string) => name.startsWith('silent');
  const budget = new ByteBudget<string>({ total: 100, perHost: 60 }, silent);
  for (const host of ['silent1', 'silent2', 'silent3', 'good']) budget.enqueue(host, host, 20);
  expect([budget.next(), budget.next(), budget.next()]).toEqual(['silent1', 'good', null]);
  budget.release('silent1', 20);
  budget.enqueue('silent1', 'large', 40);
  expect([budget.next(), budget.next()]).toEqual(['silent2', null]);
});
