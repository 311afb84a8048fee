/** Removes what has ended once an hour: answers for repeated requests, links to customers' pages, uploaded files. */
import { repeat } from '../core/shared/async/repeat.ts';
import { messageOf } from '../core/shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';

const HOUR_MS = 3_600_000;

export function createPruning(
  parts: Pick<CoreParts, 'clock' | 'log' | 'idempotency' | 'portalLinks' | 'uploadedFiles'>,
) {
  const { clock, log, idempotency, portalLinks, uploadedFiles } = parts;
  const reportFailure = (error: unknown) =>
    log.warn('old answers, links and files could not be pruned', { error: messageOf(error) });
  return repeat({ clock, ms: HOUR_MS, failed: reportFailure }, async () => {
    for (const store of [idempotency, portalLinks, uploadedFiles])
      while ((await store.prune()) > 0);
  });
}
