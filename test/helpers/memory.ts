/** Memory budgets for tests that are not about them, and the smallest there is for those that are. */
import { createMemoryBudget, type MemoryBudget } from '../../src/http/memory-budget.ts';

export const memoryOf = (limitBytes: number): MemoryBudget =>
  createMemoryBudget(limitBytes, { reached: () => {} });

export const plentyOfMemory = (): MemoryBudget => memoryOf(4 * 1024 ** 3);
