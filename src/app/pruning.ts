/** Removes answers that were stored for repeated requests, and links to customers' pages that have ended, once an hour. */
import type { PortalLinks } from '../instances/portal-links.ts';
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
}

const HOUR_MS = 3_600_000;

export function createPruning({ clock, log, idempotency, portalLinks }: PruningDeps) {
  const failed = (error: unknown) =>
    log.warn('old answers and links could not be pruned', { error: messageOf(error) });
  return repeat({ clock, ms: HOUR_MS, failed }, async () => {
    while ((await idempotency.prune()) > 0);
    while ((await portalLinks.prune()) > 0);
  });
}
