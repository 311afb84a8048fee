/** Removes what has ended once an hour: answers for repeated requests, links to customers' pages, uploaded files. */
import { repeat } from '../core/shared/async/repeat.ts';
import { yieldToEventLoop } from '../core/shared/clock.ts';
import { messageOf } from '../core/shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';

const HOUR_MS = 3_600_000;

export function createPruning(
  parts: Pick<CoreParts, 'clock' | 'log' | 'idempotency' | 'portalLinks' | 'uploadedFiles'>,
) {
  const { clock, log, idempotency, portalLinks, uploadedFiles } = parts;
  const reportFailure = (error: unknown) =>
    log.warn('old answers, links and files could not be pruned', { error: messageOf(error) });
  let isStopped = false;
  const pruning = repeat({ clock, ms: HOUR_MS, failed: reportFailure }, async () => {
    // On a file each part is removed within its turn of the event loop: other work goes on in between.
    for (const store of [idempotency, portalLinks, uploadedFiles])
      while (!isStopped && (await store.prune()) > 0) await yieldToEventLoop();
  });
  return {
    run: pruning.run,
    stop() {
      isStopped = true;
      pruning.stop();
    },
  };
}
