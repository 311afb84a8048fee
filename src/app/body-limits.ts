/** How large the body of a request may be. */

import { DEFAULT_BODY_LIMIT } from '../core/http/json-body.ts';
import { LARGEST_BODY_BYTES } from '../core/http/memory-budget.ts';
import type { OperationTable } from '../modules/gateway/operation-table.ts';
import { WEBHOOK_BYTES_MAX, WEBHOOK_PATH } from '../modules/provider-webhook/zone.ts';

/** Returns how many bytes the body of a request to a path may have. */
export const bodyLimits =
  ({ takesFiles }: Pick<OperationTable, 'takesFiles'>) =>
  (path: string): number => {
    if (path.startsWith(WEBHOOK_PATH)) return WEBHOOK_BYTES_MAX;
    return takesFiles(path) ? LARGEST_BODY_BYTES : DEFAULT_BODY_LIMIT;
  };
