/** How large the body of a request may be. */

import { DEFAULT_BODY_LIMIT } from '../core/http/json-body.ts';
import { LARGEST_BODY_BYTES } from '../core/http/memory-budget.ts';
import { pathIn } from '../modules/gateway/operation.ts';
import { GATEWAY_OPERATIONS } from '../modules/gateway/routes.ts';
import { WEBHOOK_BYTES_MAX, WEBHOOK_PATH } from '../modules/provider-webhook/zone.ts';

/** Where media may come in as base64. */
const LARGE_BODIES = new RegExp(
  `^(?:${[
    ...GATEWAY_OPERATIONS.filter(({ takesFiles }) => takesFiles)
      .flatMap(({ routes }) => routes.map(pathIn))
      .map((path) => path.replaceAll(/:\w+/g, '[^/]*')),
  ].join('|')})$`,
);

/** Bytes that a body may have at a path. */
export function bodyLimits(path: string): number {
  if (path.startsWith(WEBHOOK_PATH)) return WEBHOOK_BYTES_MAX;
  return LARGE_BODIES.test(path) ? LARGEST_BODY_BYTES : DEFAULT_BODY_LIMIT;
}
