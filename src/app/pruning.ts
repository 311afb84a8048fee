/** Removes what has ended once an hour: answers for repeated requests, links to customers' pages, uploaded files. */

import type { PrunableIdempotencyStore } from '../core/idempotency/store.ts';
import type { PortalLinks } from '../core/instances/portal-links.ts';
import type { UploadedFiles } from '../core/messages/uploaded-files.ts';
import { repeat } from '../core/shared/async/repeat.ts';
import type { Clock } from '../core/shared/clock.ts';
import { messageOf } from '../core/shared/errors.ts';
import type { Log } from '../core/shared/log.ts';

interface PruningDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly idempotency: Pick<PrunableIdempotencyStore, 'prune'>;
  readonly portalLinks: Pick<PortalLinks, 'prune'>;
  readonly uploadedFiles: Pick<UploadedFiles, 'prune'>;
}

const HOUR_MS = 3_600_000;

export function createPruning(deps: PruningDeps) {
  const { clock, log, idempotency, portalLinks, uploadedFiles } = deps;
  const reportFailure = (error: unknown) =>
    log.warn('old answers, links and files could not be pruned', { error: messageOf(error) });
  return repeat({ clock, ms: HOUR_MS, failed: reportFailure }, async () => {
    for (const store of [idempotency, portalLinks, uploadedFiles])
      while ((await store.prune()) > 0);
  });
}
