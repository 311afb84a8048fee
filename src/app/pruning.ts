/** Removes what has ended once an hour: answers for repeated requests, links to customers' pages, uploaded files. */
import type { PortalLinks } from '../instances/portal-links.ts';
import type { UploadedFiles } from '../messages/uploaded-files.ts';
import { repeat } from '../shared/async/repeat.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { PrunableIdempotencyStore } from './idempotency-store.ts';

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
