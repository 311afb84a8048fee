/** Memory budgets for tests that are not about them, and the smallest there is for those that are. */
import { createMemoryBudget, type MemoryBudget } from '../../src/core/http/memory-budget.ts';

export const memoryOf = (limitBytes: number): MemoryBudget =>
  // A collection would go through the heap of all tests of this process, some hundred times.
  Object.assign(createMemoryBudget(limitBytes, { reached: () => {} }), { noteAllocation() {} });

export const plentyOfMemory = (): MemoryBudget => memoryOf(4 * 1024 ** 3);
