/** Removes answers that were stored for repeated requests, once an hour. */
import { repeat } from '../shared/async/repeat.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { PrunableIdempotencyStore } from './idempotency-store.ts';

interface PruningDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly idempotency: Pick<PrunableIdempotencyStore, 'prune'>;
}

const HOUR_MS = 3_600_000;

export function createPruning({ clock, log, idempotency }: PruningDeps) {
  const failed = (error: unknown) =>
    log.warn('old answers could not be pruned', { error: messageOf(error) });
  return repeat({ clock, ms: HOUR_MS, failed }, async () => {
    while ((await idempotency.prune()) > 0);
  });
}
