import { describe, expect, spyOn, test } from 'bun:test';
import { createMemoryBudget } from '../../../src/core/http/memory-budget.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { memoryOf } from '../../helpers/memory.ts';

const MEBIBYTE = 1024 * 1024;

const refusal = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('of 512 MiB', () => {
  test('one credential may hold 32 MiB and not a byte more, and gets the time to retry after', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    memory.reserve('a', 31 * MEBIBYTE);
    memory.reserve('a', MEBIBYTE);
    const { reason, headers } = refusal(() => memory.reserve('a', 1));
    expect([reason, headers?.['retry-after']]).toEqual(['rate_limited', '5']);
  });

  test('all callers together hold no more than 128 MiB', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    let held = 0;
    for (let caller = 0; caller < 100_000; caller++) {
      const bytes = caller < 5 ? 16 * MEBIBYTE : 64 * 1024;
      try {
        memory.reserve(`caller ${caller}`, bytes);
        held += bytes;
      } catch {}
    }
    expect(held).toBe(128 * MEBIBYTE);
    expect(memory.reserved).toBe(held);
  });

  test('large bodies hold no more than 80 MiB, and one credential cannot take all that small ones have left', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    for (const caller of ['a', 'b']) memory.reserve(caller, 32 * MEBIBYTE);
    memory.reserve('d', 16 * MEBIBYTE);
    expect(refusal(() => memory.reserve('d', MEBIBYTE)).reason).toBe('rate_limited');
    const greedy = () => memory.reserve('e', 64 * 1024);
    for (let body = 0; body < 512; body++) greedy();
    expect(refusal(greedy).message).toContain('This credential');
    memory.reserve('f', 64 * 1024);
  });

  test('small bodies of one credential leave others their large ones', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    for (let body = 0; body < 512; body++) memory.reserve('a', 64 * 1024);
    expect(refusal(() => memory.reserve('a', 1)).message).toContain('This credential');
    memory.reserve('b', 32 * MEBIBYTE);
    memory.reserve('c', 16 * MEBIBYTE);
    expect(refusal(() => memory.reserve('d', MEBIBYTE)).message).toContain('Too many');
  });

  test('what is released may be held again, and counts once however often it is released', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    const first = memory.reserve('a', 32 * MEBIBYTE);
    first.release();
    first.release();
    expect(memory.reserved).toBe(0);
    memory.reserve('a', 32 * MEBIBYTE).release();
    expect(memory.reserved).toBe(0);
  });

  test('a body that grows holds what it has become, or nothing once there is no room', () => {
    const memory = memoryOf(512 * MEBIBYTE);
    const growing = memory.reserve('a', 1024);
    growing.resize(20 * MEBIBYTE);
    expect(memory.reserved).toBe(20 * MEBIBYTE);
    expect(refusal(() => growing.resize(33 * MEBIBYTE)).reason).toBe('rate_limited');
    expect(memory.reserved).toBe(0);
    growing.release();
    growing.resize(MEBIBYTE);
    expect(memory.reserved).toBe(0);
  });
});

test('what nobody has proven to be theirs has a sixteenth in all, and leaves the rest to callers', () => {
  const memory = memoryOf(1024 * MEBIBYTE);
  for (const client of ['a', 'b', 'c', 'd']) memory.reserveUnproven(client, 4 * MEBIBYTE);
  expect(refusal(() => memory.reserveUnproven('e', 1)).reason).toBe('rate_limited');
  for (const caller of ['f', 'g']) memory.reserve(caller, 64 * MEBIBYTE);
  expect(memory.reserved).toBe(144 * MEBIBYTE);
});

test('a body that has proven whose it is counts for that one, and frees the part of the unproven', () => {
  const memory = memoryOf(512 * MEBIBYTE);
  const body = memory.reserveUnproven('a', 3 * MEBIBYTE);
  expect(refusal(() => memory.reserveUnproven('a', 1)).message).toContain('This credential');
  body.moveTo('app');
  memory.reserveUnproven('a', 3 * MEBIBYTE);
  memory.reserve('app', 29 * MEBIBYTE);
  expect(refusal(() => memory.reserve('app', 1)).reason).toBe('rate_limited');
  body.release();
  expect(memory.reserved).toBe(32 * MEBIBYTE);
});

test('two bodies of which nobody knows whose they are fit whatever the limit is', () => {
  const memory = memoryOf(128 * MEBIBYTE);
  for (const client of ['a', 'b']) memory.reserveUnproven(client, 3 * MEBIBYTE);
});

test('the largest body fits whatever the limit is', () => {
  for (const limit of [128, 200, 256, 4096]) memoryOf(limit * MEBIBYTE).reserve('a', 32 * MEBIBYTE);
});

test('each refusal is reported with the credential it was refused to', () => {
  const reports: unknown[] = [];
  const memory = createMemoryBudget(512 * MEBIBYTE, {
    reached: (limit, fields) => reports.push([limit, fields?.holder]),
  });
  refusal(() => memory.reserve('a', 33 * MEBIBYTE));
  for (const caller of ['b', 'c']) memory.reserve(caller, 32 * MEBIBYTE);
  refusal(() => memory.reserve('e', 32 * MEBIBYTE));
  expect(reports).toEqual([
    ['memory_per_credential', 'a'],
    ['memory', 'e'],
  ]);
});

describe('copies of bodies are collected', () => {
  const waits = (memoryLimit: number, bodies: number, bytes: number): boolean[] => {
    const collect = spyOn(Bun, 'gc').mockImplementation(() => {});
    const budget = createMemoryBudget(memoryLimit, { reached() {} });
    for (let count = 0; count < bodies; count++) budget.noteAllocation(bytes);
    const calls = collect.mock.calls.map(([mustWait]) => mustWait === true);
    collect.mockRestore();
    return calls;
  };

  test('beside the event loop while the process is far from its limit, however many there are', () => {
    expect(waits(1024 * 1024 * MEBIBYTE, 100, 4 * MEBIBYTE)).toEqual(Array(25).fill(false));
  });

  test('while all wait, once, when the process comes near its limit, and not again before it has grown', () => {
    const limit = process.memoryUsage.rss();
    expect(waits(limit, 12, 4 * MEBIBYTE)).toEqual([true, false, false]);
  });

  test('while all wait after each of the largest bodies, which take longer to read', () => {
    expect(waits(1024 * 1024 * MEBIBYTE, 2, 31 * MEBIBYTE)).toEqual([true, true]);
  });
});
