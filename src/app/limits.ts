/** How much of everything the service may use. */

import type { Config } from '../core/config/config.ts';
import { MEMORY_LIMIT_MIN } from '../core/config/limit-variables.ts';
import { createMemoryBudget } from '../core/http/memory-budget.ts';
import { containerMemory } from '../core/process/container-memory.ts';
import type { Clock } from '../core/shared/clock.ts';
import { createLimitReport, type LimitName } from '../core/shared/limit-report.ts';
import type { Log } from '../core/shared/log.ts';
import { Listeners } from './listeners.ts';

/** Where neither a variable nor a container says how much there is. */
const MEMORY_LIMIT_DEFAULT = 512 * 1024 * 1024;
/** The part of it for media being sent, and the part for large bodies of deliveries; callers' bodies have as much. */
export const MEMORY_SHARE = 1 / 4;

/** In a container that has less than the least that can be set, the largest file must still find room. */
const memoryLimitOf = ({ memoryLimit }: Config): number =>
  Math.max(memoryLimit ?? containerMemory() ?? MEMORY_LIMIT_DEFAULT, MEMORY_LIMIT_MIN);

export type Limits = ReturnType<typeof createLimits>;

export function createLimits(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
) {
  const limitReached = new Listeners<LimitName>();
  const limits = createLimitReport({ clock, log, count: limitReached.tell });
  const memoryLimit = memoryLimitOf(config);
  const memory = createMemoryBudget(memoryLimit, limits);
  const mediaBytesInFlight = memoryLimit * MEMORY_SHARE;
  return { limitReached, limits, memoryLimit, memory, mediaBytesInFlight };
}
