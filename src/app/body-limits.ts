/** How large the body of a request may be. */

import { DEFAULT_BODY_LIMIT } from '../core/http/json-body.ts';
import { LARGEST_BODY_BYTES } from '../core/http/memory-budget.ts';
import type { ModuleParts } from '../module.ts';
import type { OperationTable } from '../modules/gateway/operation-table.ts';

/** Returns how many bytes the body of a request to a path may have. */
export const bodyLimits =
  ({ takesFiles }: Pick<OperationTable, 'takesFiles'>, modules: readonly ModuleParts[]) =>
  (path: string): number => {
    for (const { bodyBytesMax } of modules) {
      const most = bodyBytesMax?.(path) ?? null;
      if (most !== null) return most;
    }
    return takesFiles(path) ? LARGEST_BODY_BYTES : DEFAULT_BODY_LIMIT;
  };
