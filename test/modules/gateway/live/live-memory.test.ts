import { expect, test } from 'bun:test';
import { createUnsentMemory } from '../../../../src/modules/gateway/live/live.ts';
import { memoryOf } from '../../../helpers/memory.ts';

const MEBIBYTE = 1024 * 1024;

function unsentOf(limit: number) {
  const budget = memoryOf(limit * MEBIBYTE);
  const reports: unknown[] = [];
  const reached = (name: string, fields?: object) => void reports.push({ name, ...fields });
  return { budget, reports, memory: createUnsentMemory(budget, { reached }) };
}

test('what waits for the readers of one key leaves an eighth of its share to its requests', () => {
  const { budget, memory, reports } = unsentOf(512);
  for (let frame = 0; frame < 7; frame++) expect(memory.take('a', 4 * MEBIBYTE)).toBe(true);
  expect(memory.take('a', 1)).toBe(false);
  expect(reports).toEqual([{ name: 'memory_per_credential', holder: 'a' }]);
  budget.reserve('a', 4 * MEBIBYTE).release();
  expect(() => budget.reserve('a', 4 * MEBIBYTE + 1)).toThrow('This credential');
  expect(memory.take('b', 4 * MEBIBYTE)).toBe(true);
});

test('what waits for the readers of all keys leaves half of the memory to requests', () => {
  const { budget, memory, reports } = unsentOf(512);
  for (const holder of ['a', 'b', 'c', 'd']) expect(memory.take(holder, 16 * MEBIBYTE)).toBe(true);
  expect(memory.take('e', 1)).toBe(false);
  expect(reports).toEqual([{ name: 'memory', holder: 'e' }]);
  expect(budget.reserved).toBe(64 * MEBIBYTE);
});

test('unread answers and bodies of the key count too', () => {
  const { budget, memory } = unsentOf(512);
  const answer = budget.reserve('a', 30 * MEBIBYTE);
  expect(memory.take('a', MEBIBYTE)).toBe(true);
  expect(memory.take('a', 2 * MEBIBYTE)).toBe(false);
  expect(budget.reserved).toBe(31 * MEBIBYTE);
  answer.release();
  expect(memory.take('a', 2 * MEBIBYTE)).toBe(true);
  expect(budget.reserved).toBe(3 * MEBIBYTE);
});

test('the largest frame fits however small the limit is', () => {
  expect(unsentOf(128).memory.take('a', 23 * MEBIBYTE)).toBe(true);
});

test('what is given back may be held again, to the last byte', () => {
  const { budget, memory } = unsentOf(512);
  for (let round = 0; round < 100; round++) {
    expect(memory.take('a', 28 * MEBIBYTE - 10)).toBe(true);
    expect(memory.take('a', 10)).toBe(true);
    memory.release('a', 28 * MEBIBYTE - 10);
    memory.release('a', 10);
  }
  expect(budget.reserved).toBe(0);
});
